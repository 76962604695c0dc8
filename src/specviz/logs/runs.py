"""Runs told apart, and what each has counted. `runs.js` is this file's twin."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from specviz.logs.pooling import (
    LONGEST_DRAFT,
    SPEEDS,
    Sample,
    sample,
)
from specviz.logs.reading import Format, Record

MOST = 200
"""Runs that one paste can have; what comes later counts into the last of its format."""

NEAR = 4
"""Lines between a window and the line that tells its speed."""

BEHIND = 60
"""Lines behind a draft's figures in which llama.cpp tells the times of its two models."""

IDLE = 1.5
"""So much longer than the engine's own window: it has waited in between."""


@dataclass(slots=True)
class Tally:
    """What one run has counted so far."""

    format: Format
    first: int
    last: int
    stream: str = ""
    k: int | None = None
    exact: bool = False
    samples: int = 0
    passes: float = 0.0
    drafted: float = 0.0
    accepted: float = 0.0
    counted: bool = False
    counting: bool = False
    timeless: bool = False
    every: bool = False
    idle_steps: float = 0.0
    tokens: float = 0.0
    steps: float = 0.0
    covered: float = 0.0
    weight: float = 0.0
    lengths: float = 0.0
    slack: float = 0.0
    survival: list[float] = field(default_factory=list)
    surveyed: float = 0.0
    output: float = 0.0
    seconds: float = 0.0
    speeds: list[float] = field(default_factory=list)
    running: float = 0.0
    gain: float | None = None
    odd: str = ""
    note: str = ""
    idle: str = ""
    old: list[int] = field(default_factory=list)
    new: list[int] = field(default_factory=list)
    rated: bool = False
    tree: bool = False
    k_set: int | None = None
    calls: float = 0.0
    hits: float = 0.0
    draft_ms: float = 0.0
    before: Record | None = None
    scrapes: list[Record] = field(default_factory=list)


class Runs:
    """Takes records one by one; keeps sums, not records."""

    def __init__(self) -> None:
        self.tallies: list[Tally] = []
        self.plain_tokens = 0.0
        self.plain_seconds = 0.0
        self._settings: dict[str, dict[str, Any]] = {}
        self._status: Record | None = None
        self._drafted_at = -BEHIND - 1

    def add(self, record: Record) -> None:
        """Count a record.

        Parameters
        ----------
        record
            In the order in which they became complete.
        """
        kind, said = record.format.kind, record.fields
        if kind == "setting":
            self._settings.setdefault(record.format.engine, {}).update(said)
        elif kind == "status":
            self._status = record
        elif kind == "plain":
            # A table's row counts for one second.
            tokens = said.get("tokens", said.get("speed", 0.0))
            near = record.first - self._drafted_at <= BEHIND and "tokens" in said
            if tokens > 1 and not near:
                self._plain(tokens, said["speed"])
        elif record.format.name == "sglang-bench" and said["length"] == 1:
            # So it is printed where speculation is off.
            if said.get("speed"):
                self._plain(said["speed"], said["speed"])
        else:
            self._count(record)

    def _plain(self, tokens: float, speed: float) -> None:
        if speed > 0:
            self.plain_tokens += tokens
            self.plain_seconds += tokens / speed

    def _count(self, record: Record) -> None:
        kind = record.format.kind
        if record.format.name == "llama-examples":
            self._drafted_at = record.last
        last = self._last(record)
        given = self._settings.get(record.format.engine, {})
        known = last.k if last is not None and last.k is not None else _k_of(given)
        if kind == "counter":
            tally = last or self._begin(record)
            tally.last = record.last
            tally.scrapes = [*tally.scrapes[:1], record]
            return
        found = sample(record, known)
        tally = self._tally(record, found, last)
        tally.last = max(tally.last, record.last)
        tally.samples += 1
        if kind == "cumulative":
            _since_start(tally, record, found)
        else:
            _sum(tally, found)
        tally.tree = tally.tree or given.get("topk", 1) > 1 or "tree" in record.fields
        tally.note = tally.note or record.note
        tally.k_set = _k_of(given)
        self._timed(tally, record, found)

    def _last(self, record: Record) -> Tally | None:
        """The latest run of the same format, and of the same stream of counters."""
        for tally in reversed(self.tallies):
            if tally.format.name == record.format.name and (
                record.format.kind != "cumulative" or tally.stream == record.stream
            ):
                return tally
        return None

    def _tally(self, record: Record, found: Sample, last: Tally | None) -> Tally:
        if record.format.kind == "report" or last is None:
            return self._begin(record, found)
        if record.format.kind == "gauge":
            return last if _same_rule(last, record) else self._begin(record, found)
        if found.k is None or last.k is None or found.k == last.k:
            return self._known(last, found)
        if not (found.exact and last.exact):
            return self._known(last, found)
        for tally in reversed(self.tallies):
            same = tally.format.name == record.format.name and tally.stream == last.stream
            if same and tally.k == found.k:
                return tally
        return self._begin(record, found)

    @staticmethod
    def _known(tally: Tally, found: Sample) -> Tally:
        if found.k is not None and (found.exact or tally.k is None) and not tally.exact:
            tally.k, tally.exact = found.k, found.exact
        return tally

    def _begin(self, record: Record, found: Sample | None = None) -> Tally:
        if len(self.tallies) >= MOST:
            for tally in reversed(self.tallies):
                if tally.format.name == record.format.name:
                    return tally
        stream = record.stream if record.format.kind == "cumulative" else ""
        tally = Tally(record.format, record.first, record.last, stream)
        if found is not None:
            tally.k, tally.exact = found.k, found.exact
        if record.format.kind == "gauge":
            _same_rule(tally, record)
        self.tallies.append(tally)
        return tally

    def _timed(self, tally: Tally, record: Record, found: Sample) -> None:
        """Speed, load and coverage, from the record or from the line beside it."""
        seconds = record.format.row.get("seconds")
        waited = seconds is not None and _waited(record, seconds)
        status = self._beside(record)
        if status is not None:
            found.speed, found.running = status.fields["speed"], status.fields.get("running")
            if seconds and not waited:
                _cover(tally, found, status.fields["speed"] * seconds)
        # The first window of a request has hardly begun: less than a step a second is none.
        slow = bool(found.speed and found.length and found.speed < found.length)
        if waited or slow:
            tally.idle = tally.idle or f"line {record.first}"
        if found.running is not None:
            tally.running = max(tally.running, found.running)
        if found.speed and not slow and len(tally.speeds) < SPEEDS:
            tally.speeds.append(found.speed)
        if found.tokens is not None:
            _clock(tally, found)
        tally.gain = record.fields.get("gain", tally.gain)

    def _beside(self, record: Record) -> Record | None:
        """The engine's line about its speed, if it stands just before a window of its own."""
        status = self._status
        if status is None or abs(record.first - status.first) > NEAR:
            return None
        if status.format.engine != record.format.engine.split(" ")[0]:
            return None
        self._status = None
        return status


def _k_of(given: dict[str, Any]) -> int | None:
    """The k that an engine was started with; the root counts among the nodes, not in k."""
    ends = [
        given[name] - less for name, less in (("k", 0), ("steps", 0), ("nodes", 1)) if name in given
    ]
    k = int(min(ends)) if ends else 0
    return k if 1 <= k <= LONGEST_DRAFT else None


def _cover(tally: Tally, found: Sample, output: float) -> None:
    """Count the steps of a window, given all of its output."""
    if not found.passes or found.accepted is None:
        return
    steps = output - found.accepted
    # More passes than steps: the two windows are not one.
    if found.passes <= 1.1 * steps:
        tally.steps += max(steps, found.passes)
        tally.covered += found.passes


def _clock(tally: Tally, found: Sample) -> None:
    tally.output += found.tokens or 0.0
    if found.seconds:
        tally.seconds += found.seconds
    elif found.speed:
        tally.seconds += (found.tokens or 0.0) / found.speed
    else:
        tally.timeless = True


def _waited(record: Record, seconds: float) -> bool:
    """Whether a window is much longer than the engine's own, since nothing happened in it."""
    pace, accepted = record.fields.get("pace", 0.0), record.fields.get("accepted", 0.0)
    return bool(pace > 0 and accepted / pace > IDLE * seconds)


def _sum(tally: Tally, found: Sample) -> None:
    tally.odd = tally.odd or found.odd
    if found.length is not None:
        weight = found.running or 1.0
        tally.weight += weight
        tally.lengths += weight * found.length
        tally.slack += weight * found.slack
        return
    if found.drafted is None or found.accepted is None:
        if found.tokens is not None:
            tally.counting = True
            tally.idle_steps += found.tokens
        return
    tally.counting = True
    tally.drafted += found.drafted
    tally.accepted += found.accepted
    if found.passes is None:
        tally.counted = tally.counted or found.drafted > 0
        return
    tally.passes += found.passes
    tally.every = tally.every or found.every
    if found.tokens is not None and not found.every:
        tally.steps += max(found.tokens - found.accepted, found.passes)
        tally.covered += found.passes
    _survey(tally, found.survival, found.passes, found.k)


def _survey(tally: Tally, shares: list[float], passes: float, k: int | None) -> None:
    """Pool survival by passes, from lists that are as long as k."""
    if not shares or passes <= 0 or (k is not None and len(shares) != k and tally.samples > 1):
        return
    if tally.survival and len(tally.survival) != len(shares):
        return
    before = tally.survival or [0.0] * len(shares)
    tally.survival = [total + passes * share for total, share in zip(before, shares, strict=True)]
    tally.surveyed += passes


def _since_start(tally: Tally, record: Record, found: Sample) -> None:
    """The last counter holds; where it fell, the engine began anew, and what was before adds."""
    tally.odd = tally.odd or found.odd
    before = tally.before
    tally.before = record
    if before is not None and (found.drafted or 0.0) >= before.fields["drafted"]:
        earlier = sample(before, tally.k)
        tally.passes -= earlier.passes or 0.0
        tally.drafted -= earlier.drafted or 0.0
        tally.accepted -= earlier.accepted or 0.0
        tally.calls -= before.fields.get("calls", 0.0)
        tally.hits -= before.fields.get("hits", 0.0)
        tally.draft_ms -= before.fields.get("draft_ms", 0.0)
    tally.counting = True
    tally.passes += found.passes or 0.0
    tally.drafted += found.drafted or 0.0
    tally.accepted += found.accepted or 0.0
    tally.calls += record.fields.get("calls", 0.0)
    tally.hits += record.fields.get("hits", 0.0)
    tally.draft_ms += record.fields.get("draft_ms", 0.0)
    if found.survival:
        tally.survival = [share * tally.passes for share in found.survival]
        tally.surveyed = tally.passes


def _same_rule(tally: Tally, record: Record) -> bool:
    """Take a length and a rate under both definitions of the rate, if they go with the run.

    The old rate is length / N, the new one (length − 1) / k. Which it is shows where only one
    of them gives a whole number, within the printed digits.
    """
    length, rate = record.fields["length"], record.fields.get("rate")
    if not rate:
        return True
    old = _fitting(tally.old if tally.rated else range(2, LONGEST_DRAFT + 2), length, rate, 0)
    new = _fitting(tally.new if tally.rated else range(1, LONGEST_DRAFT + 1), length, rate, 1)
    if tally.rated and not old and not new:
        return False
    tally.old, tally.new, tally.rated = old, new, True
    return True


def _fitting(among: Iterable[int], length: float, rate: float, own: int) -> list[int]:
    """The whole numbers by which a rate gives a length, less the target's own token or not."""
    return [
        n
        for n in among
        if abs(length - own - rate * n) <= 0.005 * n + 0.005 and length <= n + own + 0.005
    ]
