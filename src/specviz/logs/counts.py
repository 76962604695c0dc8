"""What a run comes to, when all of it is counted. `counts.js` is this file's twin."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from specviz.logs.pooling import FULL, LONGEST_DRAFT, added, length_of_draft
from specviz.logs.reading import Record
from specviz.logs.runs import Tally

SUMMED = ("passes", "drafted", "accepted", "output", "seconds")
"""Counters of an engine."""

PLACE = re.compile(r'position="([0-9]{1,3})"')


@dataclass(frozen=True, slots=True)
class Counts:
    """What a run comes to; None is what cannot be known."""

    k: int | None
    passes: float | None
    drafted: float | None
    accepted: float | None
    E: float | None
    low: float | None
    high: float | None
    coverage: float | None
    tokens_per_step: float | None
    survival: list[float] | None
    dynamic: bool
    rule: str
    speed: float | None


def counts(tally: Tally) -> Counts:
    """What a run comes to.

    Parameters
    ----------
    tally
        Complete.

    Returns
    -------
    Counts
        With `low` and `high` around E where only printed means are known.
    """
    if tally.scrapes:
        _scraped(tally)
    if tally.weight > 0:
        return _of_means(tally)
    k, E, dynamic = tally.k, None, False
    passes: float | None = tally.passes
    if tally.counted:
        passes = None
        if tally.accepted == 0:
            E = 1.0
    elif tally.passes > 0:
        E = 1 + tally.accepted / tally.passes
        if k is None:
            k = length_of_draft(tally.drafted, tally.passes)
            dynamic = k is None
        dynamic = dynamic or (k is not None and tally.drafted < FULL * k * tally.passes)
    coverage, per_step = _coverage(tally, E)
    survival = [total / tally.surveyed for total in tally.survival] if tally.surveyed else None
    if survival is None and k == 2 and tally.calls and tally.hits:  # noqa: PLR2004
        survival = [tally.hits / tally.calls, (tally.accepted - tally.hits) / tally.calls]
    return Counts(
        k=k,
        passes=passes if tally.counting else None,
        drafted=tally.drafted if tally.counting else None,
        accepted=tally.accepted if tally.counting else None,
        E=E,
        low=None,
        high=None,
        coverage=coverage,
        tokens_per_step=per_step,
        survival=survival,
        dynamic=dynamic,
        rule="",
        speed=_speed(tally),
    )


def _coverage(tally: Tally, E: float | None) -> tuple[float | None, float | None]:
    if E is None:
        return None, None
    if tally.every:
        # Its passes are all steps of the requests that drafted; the others had none.
        steps = tally.passes + tally.idle_steps
        return None, (steps + tally.accepted) / steps
    if tally.steps > 0:
        share = min(1.0, tally.covered / (tally.steps + tally.idle_steps))
        return share, share * E + 1 - share
    return None, E


def _of_means(tally: Tally) -> Counts:
    """Where means alone are printed, E is their mean, as exact as their digits."""
    E, slack = tally.lengths / tally.weight, tally.slack / tally.weight
    k, rule = tally.k, ""
    if tally.rated and len(tally.old) + len(tally.new) == 1:
        rule = "old" if tally.old else "new"
        k = tally.old[0] - 1 if tally.old else tally.new[0]
    elif k is None and not tally.tree:
        k = tally.k_set
    return Counts(
        k=k,
        passes=None,
        drafted=None,
        accepted=None,
        E=E,
        low=max(1.0, E - slack),
        high=E + slack,
        coverage=None,
        tokens_per_step=E,
        survival=None,
        dynamic=False,
        rule=rule,
        speed=_speed(tally),
    )


def _scraped(tally: Tally) -> None:
    """Sum the counters of all engines; of two scrapes, what came between."""
    first, last = tally.scrapes[0], tally.scrapes[-1]
    tally.scrapes, tally.counting = [], True
    sums, places = _summed(last), _positions(last)
    earlier = _summed(first) if first is not last else {}
    grown = set(earlier) == set(sums) and all(earlier[name] <= sums[name] for name in sums)
    if grown and earlier["passes"] < sums["passes"]:
        begun = _positions(first)
        places = [total - (begun[i] if i < len(begun) else 0) for i, total in enumerate(places)]
        sums = {name: sums[name] - earlier[name] for name in sums}
    tally.passes, tally.drafted, tally.accepted = sums["passes"], sums["drafted"], sums["accepted"]
    if not tally.passes > 0:
        return
    if "output" in sums:
        tally.output, tally.seconds = sums["output"], sums.get("seconds", 0.0)
        tally.steps = max(sums["output"] - tally.accepted, tally.passes)
        tally.covered = tally.passes
    mean = tally.drafted / tally.passes
    if mean == int(mean):
        tally.k, tally.exact = int(mean), True
    elif len(places) >= mean:
        tally.k = len(places)
    if not 1 <= (tally.k or 0) <= LONGEST_DRAFT:
        tally.k, tally.exact = None, False
    if places and len(places) == tally.k:
        tally.survival, tally.surveyed = places, tally.passes


def _summed(record: Record) -> dict[str, float]:
    """The counters of a scrape, over all engines."""
    return {name: added(record.fields[name].values()) for name in SUMMED if name in record.fields}


def _positions(record: Record) -> list[float]:
    """Counts by position, over all engines, as far as they follow each other."""
    found: dict[int, float] = {}
    for labels, value in record.fields.get("position", {}).items():
        place = PLACE.search(labels)
        if place is not None:
            found[int(place[1])] = found.get(int(place[1]), 0.0) + value
    listed: list[float] = []
    while len(listed) in found:
        listed.append(found[len(listed)])
    return listed


def _speed(tally: Tally) -> float | None:
    """Tokens per second: over the time that was counted, or the middle one of the windows."""
    if tally.seconds > 0 and not tally.timeless:
        return tally.output / tally.seconds
    speeds = sorted(tally.speeds)
    if not speeds:
        return None
    middle = math.floor(len(speeds) / 2)
    return speeds[middle] if len(speeds) % 2 else (speeds[middle - 1] + speeds[middle]) / 2
