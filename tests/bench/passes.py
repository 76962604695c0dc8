"""How fast passes are simulated in NumPy."""

from __future__ import annotations

from time import perf_counter

import numpy as np
from numpy.typing import NDArray
from tests.bench.row import Bar, Counts, Written, interleaved, row

from specviz.theory.passes import accepted_per_pass

PASSES = 1_000_000
A, K = 0.8, 4


def simulations(counts: Counts) -> list[Written]:
    """Milliseconds for a million passes, beside drawing the uniforms that they consume."""
    chance = np.random.default_rng(7)
    dice = consumed(chance)

    def simulate() -> float:
        start = perf_counter()
        accepted_per_pass(dice, A, K)
        return 1000 * (perf_counter() - start)

    def draw() -> float:
        start = perf_counter()
        chance.random(len(dice))
        return 1000 * (perf_counter() - start)

    ours, drawing = interleaved(counts.simulations, simulate, draw)
    return [
        row(
            "a million simulated passes", "ms", ours,
            beside="NumPy draws their uniforms", peer=drawing, bar=Bar(4.0),
        )
    ]  # fmt: skip


def consumed(chance: np.random.Generator) -> NDArray[np.float64]:
    """As many uniforms as a million passes examine: every accepted token and each rejected one."""
    dice = chance.random(PASSES * K)
    accepted = accepted_per_pass(dice, A, K)[:PASSES]
    return dice[: int(accepted.sum() + (accepted < K).sum())]
