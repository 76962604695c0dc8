"""What the reader has chosen, and what follows from it by the roofline."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from specviz.theory.roofline import (
    Hardware,
    LanguageModel,
    best_k_by_batch,
    bytes_moved,
    compute_bound_from,
    operations,
    pass_seconds,
    speedup_by_batch,
    verify_cost,
)

MOST = 1024
"""Sequences, and positions, up to which the figures go."""

PREFILL = 512
"""Tokens of the prompt whose prefill is marked."""

NOISE = 1e-12
"""Of a ratio: what binary fractions do is no difference."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A machine, a target model, their load, and the page's own a, k and c."""

    hardware: Hardware
    model: LanguageModel
    a: float
    k: int
    c: float
    batch: int = 1
    context: int = 0

    @property
    def seconds(self) -> float:
        """Time of a plain step."""
        return float(pass_seconds(self.hardware, self.model, 1, self.batch, self.context))

    @property
    def check(self) -> float:
        """Time of a check of k + 1 positions."""
        n = self.k + 1
        return float(pass_seconds(self.hardware, self.model, n, self.batch, self.context))

    @property
    def prefill(self) -> float:
        """Time of a prefill."""
        return float(pass_seconds(self.hardware, self.model, PREFILL, self.batch, self.context))

    @property
    def bytes(self) -> float:
        """Bytes that a plain step reads."""
        return float(bytes_moved(self.model, 1, self.batch, self.context))

    @property
    def operations(self) -> float:
        """Operations of a plain step."""
        return float(operations(self.model, 1, self.batch, self.context))

    @property
    def turn(self) -> float:
        """First number of positions that is compute-bound."""
        return compute_bound_from(self.hardware, self.model, self.batch, self.context)

    @property
    def costs(self) -> NDArray[np.float64]:
        """The v of a check at each batch up to `MOST`."""
        batches = np.arange(1, MOST + 1)
        return np.asarray(verify_cost(self.hardware, self.model, self.k, batches, self.context))

    @property
    def speedups(self) -> NDArray[np.float64]:
        """Net speedup at each batch up to `MOST`."""
        batches = np.arange(1, MOST + 1)
        return np.asarray(
            speedup_by_batch(
                self.hardware, self.model, self.a, self.k, self.c, batches, self.context
            )
        )

    @property
    def best_k(self) -> int:
        """Best draft length at the batch, 0 for off."""
        return int(
            best_k_by_batch(self.hardware, self.model, self.a, self.c, self.batch, self.context)
        )

    @property
    def best(self) -> float:
        """Net speedup at the best draft length; 1 where that is off."""
        k = self.best_k
        if not k:
            return 1.0
        given = (self.hardware, self.model, self.a, k, self.c, self.batch, self.context)
        return float(speedup_by_batch(*given))
