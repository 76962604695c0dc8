"""The distributions behind the recorded texts, position by position.

`positions.json` is written by `python -m recorder.positions` from the pair of the recording: p and
q along one sentence, at several temperatures, and the overlap at every position of every text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specviz.recording.findings import STUDENT

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Position:
    """One position of the sentence.

    Parameters
    ----------
    words
        The likeliest tokens, the target's first: the one that the text goes on with.
    odds
        As they lie in the file, in whole parts: by model a row for each temperature above 0.
    """

    words: tuple[str, ...]
    odds: Mapping[str, Sequence[Sequence[int]]]

    def pair(self, draft: str, temperature: float) -> tuple[Numbers, Numbers]:
        """Distributions p of the target and q of a draft, both at one temperature.

        Parameters
        ----------
        draft
            `aligned` or `weak`.
        temperature
            One of those recorded; at 0 both are sure of their likeliest token.

        Returns
        -------
        p, q : ndarray of float64, shape (tokens + 2,)
            Of `words`, then of all other tokens where p ≥ q, then of those where p < q.

        Raises
        ------
        ValueError
            If the draft or the temperature was not recorded.
        """
        if draft not in self.odds or draft == "target":
            names = " or ".join(name for name in self.odds if name != "target")
            raise ValueError(f"draft must be {names}, got {draft!r}")
        if temperature not in (warm := recorded()["temperatures"]):
            raise ValueError(f"temperature must be one of {warm}, got {temperature!r}")
        if temperature == 0:
            likely = np.array(self.odds[draft][0][: len(self.words)])
            certain = np.eye(len(self.words) + 2)
            return certain[0], certain[likely.argmax()]
        row = warm.index(temperature) - 1
        *q, above, rest = self.odds[draft][row]
        p = self.odds["target"][row]
        return _shares([*p, above]), _shares([*q, rest])


@dataclass(frozen=True)
class Rate:
    """The acceptance rate at one temperature: mean overlap of the texts, with a 95 % interval.

    Parameters
    ----------
    temperature
        Of target and draft.
    mean, low, high
        Over the texts, by Student's t: what other texts would give lies about as far apart.
    """

    temperature: float
    mean: float
    low: float
    high: float


@cache
def recorded() -> Mapping[str, Any]:
    """What the file holds."""
    path = files("specviz").joinpath("sections/identical/positions.json")
    data: Mapping[str, Any] = json.loads(path.read_text("utf-8"))
    return data


@cache
def sentence() -> tuple[Position, ...]:
    """Every position of the recorded sentence, in order."""
    return tuple(
        Position(
            words=tuple(entry["words"]),
            odds={name: rows for name, rows in entry.items() if name != "words"},
        )
        for entry in recorded()["sentence"]
    )


def overlaps(draft: str) -> Numbers:
    """Σ min(p, q) at every starting position.

    Parameters
    ----------
    draft
        `aligned` or `weak`.

    Returns
    -------
    ndarray of float64, shape (texts, temperatures, positions)
        To three decimals.
    """
    return np.array(list(recorded()["overlap"][draft].values())) / 1000


def rates(draft: str) -> tuple[Rate, ...]:
    """The acceptance rate at each recorded temperature.

    Parameters
    ----------
    draft
        `aligned` or `weak`.

    Returns
    -------
    tuple of Rate
        From the coldest to the warmest.
    """
    texts = overlaps(draft).mean(axis=2)
    half = STUDENT * texts.std(axis=0, ddof=1) / np.sqrt(len(texts))
    return tuple(
        Rate(temperature, float(mean), float(mean - error), float(mean + error))
        for temperature, mean, error in zip(
            recorded()["temperatures"], texts.mean(axis=0), half, strict=True
        )
    )


def unequal(draft: str) -> Numbers:
    """The acceptance rate where target and draft are set to different temperatures.

    Parameters
    ----------
    draft
        `aligned` or `weak`.

    Returns
    -------
    ndarray of float64, shape (temperatures, temperatures)
        A row for each temperature of the target, a column for each of the draft.
    """
    return np.array(recorded()["unequal"][draft])


def _shares(parts: Sequence[int]) -> Numbers:
    whole = recorded()["parts"]
    return np.array([*parts, whole - sum(parts)], dtype=np.float64) / float(whole)
