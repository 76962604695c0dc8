"""A figure with its spread, beside its peer and its bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median
from typing import TypedDict


@dataclass(frozen=True)
class Counts:
    """How often everything is measured."""

    starts: int = 15
    """Navigations of each page."""
    drags: int = 5
    """Drags across the whole range, of each page."""
    races: int = 2
    """Whole races."""
    idle: float = 5.0
    """Seconds that a page is watched doing nothing."""
    batches: int = 4
    """Batches of sessions, of each server."""
    sessions: int = 40
    """Sessions in a batch."""
    commands: int = 9
    """Runs of each command."""
    simulations: int = 15
    """Simulations of a million passes."""
    load: int = 5
    """Seconds that a web server is kept busy."""
    loads: int = 3


QUICK = Counts(
    starts=2, drags=1, races=1, idle=1.0, batches=1, sessions=4, commands=1, simulations=2,
    load=1, loads=1,
)  # fmt: skip
"""Just enough to see that every figure can be had."""


@dataclass(frozen=True)
class Sample:
    """The same figure, several times."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """What stands in the table."""
        return median(self.values)


@dataclass(frozen=True)
class Bar:
    """What a figure must not exceed, or must reach: `limit` × the peer's + `plus`."""

    limit: float
    relative: bool = True
    """Whether there is a peer; else the limit stands alone."""
    least: bool = False
    plus: float = 0.0
    words: str = ""
    """Instead of the numbers."""

    def met(self, ours: float, peer: float | None) -> bool:
        """Whether a figure keeps to it."""
        if self.relative and peer is None:
            raise ValueError("a relative bar needs a peer")
        limit = self.limit * (peer if self.relative and peer is not None else 1.0) + self.plus
        return ours >= limit if self.least else ours <= limit

    def __str__(self) -> str:
        sign = "≥" if self.least else "≤"
        plus = f" + {self.plus:g}" if self.plus else ""
        return self.words or f"{sign} {self.limit:g}{' ×' if self.relative else ''}{plus}"


class Spread(TypedDict):
    """A sample, as it is written."""

    median: float
    low: float
    high: float
    runs: int


class Written(TypedDict):
    """A row, as it is written."""

    figure: str
    unit: str
    specviz: Spread
    beside: str
    peer: Spread | None
    ratio: float | None
    bar: str
    met: bool | None


def row(
    figure: str,
    unit: str,
    ours: Iterable[float],
    *,
    beside: str = "",
    peer: Iterable[float] = (),
    bar: Bar | None = None,
) -> Written:
    """One row of the results.

    Parameters
    ----------
    figure
        What was measured.
    unit
        Of both sides; empty for a count.
    ours, peer
        Each side's values.
    beside
        Who the peer is.
    bar
        What was promised, if anything was.
    """
    sample, other = Sample(tuple(ours)), Sample(tuple(peer))
    theirs = other.median if other.values else None
    return {
        "figure": figure,
        "unit": unit,
        "specviz": spread(sample),
        "beside": beside,
        "peer": spread(other) if other.values else None,
        "ratio": significant(sample.median / theirs) if theirs else None,
        "bar": str(bar) if bar else "",
        "met": bar.met(sample.median, theirs) if bar else None,
    }


def spread(sample: Sample) -> Spread:
    """The sample in four numbers."""
    return {
        "median": significant(sample.median),
        "low": significant(min(sample.values)),
        "high": significant(max(sample.values)),
        "runs": len(sample.values),
    }


def significant(value: float) -> float:
    """A figure without the digits that are noise; counts and bytes stay whole."""
    return int(value) if value == int(value) else float(f"{value:.4g}")


def interleaved(runs: int, *measures: Callable[[], float]) -> list[list[float]]:
    """Measure in turns, every other time in the opposite order, so that all see the same noise.

    Returns
    -------
    list of list of float
        The values of each measure.
    """
    values: list[list[float]] = [[] for _ in measures]
    for run in range(runs):
        order = list(enumerate(measures))
        for place, measure in order if run % 2 == 0 else reversed(order):
            values[place].append(measure())
    return values
