"""Speeds at several draft lengths, and what a pass costs. `sweep.js` is this file's twin."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from specviz.logs.pooling import added

NEAR = 0.97
"""Share of the best speed that counts as nearly the best."""


@dataclass(frozen=True, slots=True)
class Point:
    """A measured speed; k = 0 is the baseline."""

    k: int
    speed: float | None
    E: float | None


@dataclass(frozen=True, slots=True)
class CostLine:
    """Cost of a pass in plain steps, v + c·k, with what it misses at each point."""

    v: float
    c: float
    residuals: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Sweep:
    """What several draft lengths say together.

    Parameters
    ----------
    points
        By k; the baseline first, as k = 0.
    cost_line
        Fitted through two or more k with a baseline.
    best_k
        The measured k with the greatest speed; 0 is off.
    near_best
        The measured k around it that are nearly as fast.
    """

    points: tuple[Point, ...]
    cost_line: CostLine | None
    best_k: int | None
    near_best: tuple[int, int] | None

    def contract(self) -> dict[str, Any]:
        """The stable form for programs.

        Returns
        -------
        dict
            Of JSON's own types.
        """
        line = self.cost_line
        return {
            "points": [asdict(point) for point in self.points],
            "cost_line": None if line is None else {"v": line.v, "c": line.c},
            "best_k": self.best_k,
            "near_best": self.near_best,
        }


def sweep_of(points: Iterable[Point], baseline: float | None) -> Sweep:
    """What measured points say.

    Parameters
    ----------
    points
        Of k from 1 on, in any order; of several with one k the fastest is taken.
    baseline
        Tokens per second without speculation.

    Returns
    -------
    Sweep
        Without advice where there is no baseline.
    """
    by_k: dict[int, Point] = {}
    for point in points:
        before = by_k.get(point.k)
        if before is None or (point.speed or 0.0) > (before.speed or 0.0):
            by_k[point.k] = point
    measured = sorted(by_k.values(), key=lambda point: point.k)
    timed = [point for point in measured if point.speed is not None]
    if baseline is None:
        return Sweep(tuple(measured), None, None, None)
    shown = (Point(0, baseline, 1.0), *measured)
    if not timed:
        return Sweep(shown, None, None, None)
    ranked = [(0, baseline), *((point.k, point.speed or 0.0) for point in timed)]
    best = max(ranked, key=lambda one: one[1])
    at = ranked.index(best)
    low = high = at
    while low > 0 and ranked[low - 1][1] >= NEAR * best[1]:
        low -= 1
    while high + 1 < len(ranked) and ranked[high + 1][1] >= NEAR * best[1]:
        high += 1
    return Sweep(shown, cost_line(timed, baseline), best[0], (ranked[low][0], ranked[high][0]))


def cost_line(points: list[Point], baseline: float) -> CostLine | None:
    """The line v + c·k through the costs of a pass, by least squares.

    Parameters
    ----------
    points
        With a speed; those without E do not count.
    baseline
        Tokens per second of a plain step.

    Returns
    -------
    CostLine or None
        None below two draft lengths.
    """
    costs = [
        (point.k, point.E * baseline / point.speed)
        for point in points
        if point.speed and point.E is not None
    ]
    if len(costs) < 2:  # noqa: PLR2004 a line
        return None
    n = len(costs)
    mean_k = added(k for k, _ in costs) / n
    mean_cost = added(cost for _, cost in costs) / n
    spread = added((k - mean_k) * (k - mean_k) for k, _ in costs)
    c = added((k - mean_k) * (cost - mean_cost) for k, cost in costs) / spread
    v = mean_cost - c * mean_k
    return CostLine(v, c, tuple(cost - (v + c * k) for k, cost in costs))
