"""How far a recording is, and how long it will still take."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Mapping
from time import monotonic

CELLS = 20
SELDOM = 30.0
"""Seconds between two lines where nobody watches a terminal."""


class Pace:
    """Counts parts by their kinds, since parts of one kind take about as long as each other.

    Parameters
    ----------
    planned
        How many parts of each kind there are at most.
    """

    def __init__(self, planned: Mapping[str, int]) -> None:
        self.planned = dict(planned)
        self.seen: dict[str, list[float]] = defaultdict(list)
        self.skipped: dict[str, int] = defaultdict(int)
        self._said = monotonic()

    def kept(self, kind: str) -> None:
        """A part was there already."""
        self.skipped[kind] += 1

    def took(self, kind: str, seconds: float) -> None:
        """A part is done; say so."""
        self.seen[kind].append(seconds)
        self._say()

    def fewer(self, kind: str, count: int) -> None:
        """There were not so many parts of a kind as there could have been."""
        self.planned[kind] = count

    def remaining(self) -> tuple[float, bool]:
        """Seconds still to go, and whether kinds of which nothing is known come on top."""
        left = {kind: self._left(kind) for kind in self.planned}
        known = [kind for kind in left if self.seen[kind]]
        seconds = sum(left[kind] * sum(self.seen[kind]) / len(self.seen[kind]) for kind in known)
        return seconds, any(left[kind] and kind not in known for kind in left)

    def line(self) -> str:
        """How far it is, in words."""
        of = sum(self.planned.values())
        done = of - sum(self._left(kind) for kind in self.planned)
        seconds, more = self.remaining()
        least = "at least " if more else ""
        filled = CELLS * done // max(1, of)
        return (
            f"[{'#' * filled}{'.' * (CELLS - filled)}] {done}/{of} parts, "
            f"{least}{spoken(seconds)} to go"
        )

    def end(self) -> None:
        """Clear the line."""
        if sys.stderr is not None and sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")

    def _left(self, kind: str) -> int:
        return max(0, self.planned[kind] - len(self.seen[kind]) - self.skipped[kind])

    def _say(self) -> None:
        if sys.stderr is None:
            return
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{self.line()}")
        elif monotonic() - self._said > SELDOM:
            self._said = monotonic()
            sys.stderr.write(f"{self.line()}\n")
        sys.stderr.flush()


def spoken(seconds: float) -> str:
    """A duration as one says it.

    Parameters
    ----------
    seconds
        At least 0.

    Returns
    -------
    str
        Rounded up, so that it is not promised too soon.
    """
    if seconds < 60:  # noqa: PLR2004 seconds of a minute
        return f"{int(seconds) + 1} s"
    minutes = int(seconds / 60) + 1
    return f"{minutes} min" if minutes < 90 else f"{minutes / 60:.1f} h"  # noqa: PLR2004 long for minutes
