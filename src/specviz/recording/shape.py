"""What a recording's file must hold, and the one sentence that refuses any other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from specviz.recording.transcript import BATCH, LONGEST
from specviz.theory.ranges import Range

VERSION = 1
"""Of the format: raised whenever a file that was right before would be read otherwise."""

LEAST = 2 * BATCH + LONGEST + 1
"""Tokens of the shortest text: two stretches of starting positions, and what they look ahead at."""

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
TEXT = Range("length", 0, 20_000, whole=True)
WORD = Range("length", 0, 1_000, whole=True)
WORDS = Range("length", 1, 1_000_000, whole=True)
PROMPTS = Range("length", 1, 1_000, whole=True)
TARGET = Range("length", LEAST, 100_000, whole=True)
LAYER = Range("layer", 0, 9_999, whole=True)
COUNT = Range("count", 1, 10_000_000, whole=True)
VERIFIED = Range("length", LONGEST + 1, LONGEST + 1, whole=True)
RUNS = Range("length", 0, 1_000, whole=True)
FOREVER = 1_000_000

SHOWN = 60
"""Signs of a wrong value that its message shows."""


class RecordingError(ValueError):
    """Why a file is no recording: one sentence, which names the place, the range and the value."""


def check(data: object) -> dict[str, Any]:
    """Refuse what is no recording.

    Parameters
    ----------
    data
        As JSON gives it.

    Returns
    -------
    dict
        The same.

    Raises
    ------
    RecordingError
        If anything in it is not as docs/recording.md says.
    """
    whole = _object(data, "the recording", ("version", "about", "drafts", "vocabulary", "prompts"))
    if whole["version"] != VERSION or type(whole["version"]) is not int:
        raise _wrong("version", f"be {VERSION}", whole["version"])
    _about(whole["about"])
    drafts = _drafts(whole["drafts"])
    words = _list(whole["vocabulary"], "vocabulary", WORDS)
    for place, word in enumerate(words):
        _text(word, f"vocabulary[{place}]", WORD)
    check_timings(whole.get("timings", {}), drafts)
    prompts = _object(whole["prompts"], "prompts", ())
    _sized(prompts, "prompts", PROMPTS)
    for name, entry in prompts.items():
        _name(name, "prompts")
        _prompt(_object(entry, f"prompts.{name}", ()), f"prompts.{name}", drafts, len(words))
    return whole


def _about(value: object) -> None:
    about = _object(value, "about", ("model",))
    for name, text in about.items():
        _text(text, f"about.{name}", WORD)


def check_timings(value: object, drafts: list[str]) -> None:
    """Refuse timings that are none.

    Parameters
    ----------
    value
        As JSON gives it; every field may be missing.
    drafts
        Names of the drafts that can have been timed.

    Raises
    ------
    RecordingError
        If anything in it is not as docs/recording.md says.
    """
    timings = _object(value, "timings", ())
    for name in ("machine", "date", "device", "dtype"):
        _text(timings.get(name, ""), f"timings.{name}", WORD)
    for name in ("threads", "context", "repeats"):
        _indices([timings.get(name, 1)], f"timings.{name}", COUNT)
    _seconds(timings.get("step", 1), "timings.step")
    if "verify" in timings:
        verify = _list(timings["verify"], "timings.verify", VERIFIED)
        for at, seconds in enumerate(verify):
            _seconds(seconds, f"timings.verify[{at}]")
    for name, entry in _object(timings.get("drafts", {}), "timings.drafts", ()).items():
        place = f"timings.drafts.{name}"
        if name not in drafts:
            raise _wrong("timings.drafts", f"be of {' and '.join(drafts)} alone", name)
        _seconds(_object(entry, place, ("step",))["step"], f"{place}.step")
        for at, run in enumerate(_list(entry.get("runs", []), f"{place}.runs", RUNS)):
            _run(run, f"{place}.runs[{at}]")


def _run(value: object, place: str) -> None:
    run = _object(value, place, ("k", "tokens", "passes", "seconds", "plain", "identical"))
    _indices([run["k"]], f"{place}.k", Range("k", 1, LONGEST, whole=True))
    _indices([run["tokens"], run["passes"]], place, COUNT)
    _seconds(run["seconds"], f"{place}.seconds")
    _seconds(run["plain"], f"{place}.plain")
    _indices([run["identical"]], f"{place}.identical", Range("n", 0, run["tokens"], whole=True))


def _seconds(value: object, place: str) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value < FOREVER:
        raise _wrong(place, f"be seconds above 0 and below {FOREVER}", value)


def _drafts(value: object) -> list[str]:
    drafts = _object(value, "drafts", ())
    _sized(drafts, "drafts", Range("length", 1, 2, whole=True))
    for name, entry in drafts.items():
        _name(name, "drafts")
        draft = _object(entry, f"drafts.{name}", ())
        if not draft.keys() & {"model", "skipped"}:
            raise _wrong(f"drafts.{name}", 'have "model" or "skipped"', entry)
        _text(draft.get("model", ""), f"drafts.{name}.model", WORD)
        _indices(draft.get("skipped", []), f"drafts.{name}.skipped", LAYER)
    return list(drafts)


def _prompt(prompt: Mapping[str, Any], place: str, drafts: list[str], words: int) -> None:
    _object(prompt, place, ("kind", "title", "text", "target", "drafts"))
    for name in ("kind", "title", "text", "chat"):
        _text(prompt.get(name, ""), f"{place}.{name}", TEXT)
    token = Range("token", 0, words - 1, whole=True)
    target = _list(prompt["target"], f"{place}.target", TARGET)
    _indices(target, f"{place}.target", token)
    traces = _object(prompt["drafts"], f"{place}.drafts", drafts)
    for name in traces:
        if name not in drafts:
            raise _wrong(f"{place}.drafts", f"be of {' and '.join(drafts)} alone", name)
        _trace(traces[name], f"{place}.drafts.{name}", target, token)


def _trace(value: object, place: str, target: list[int], token: Range) -> None:
    trace = _object(value, place, ("choice", "overlap", "rejected"))
    size = len(target) - 1
    exactly = Range("length", size, size, whole=True)
    choice = _list(trace["choice"], f"{place}.choice", exactly)
    _indices(choice, f"{place}.choice", token)
    for at, share in enumerate(_list(trace["overlap"], f"{place}.overlap", exactly)):
        if type(share) not in {int, float} or not 0 <= share <= 1:
            raise _wrong(f"{place}.overlap[{at}]", "lie in 0..1", share)
    longest = Range("length", LONGEST, LONGEST, whole=True)
    for at, row in enumerate(_list(trace["rejected"], f"{place}.rejected", exactly)):
        where = f"{place}.rejected[{at}]"
        _indices(_list(row, where, longest), where, token)
        if row[0] == target[at]:
            raise _wrong(f"{where}[0]", "be another token than the target's", row[0])
        if choice[at] not in {target[at], row[0]}:
            raise _wrong(f"{where}[0]", f"be the draft's choice there, {choice[at]}", row[0])


def _object(value: object, place: str, needed: Iterable[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(place, "be a JSON object", value)
    for name in needed:
        if name not in value:
            raise RecordingError(f'{place} must have "{name}", and has not')
    return value


def _list(value: object, place: str, sizes: Range) -> list[Any]:
    if not isinstance(value, list):
        raise _wrong(place, "be a JSON array", value)
    _sized(value, place, sizes)
    return value


def _sized(value: list[Any] | dict[str, Any], place: str, sizes: Range) -> None:
    if not sizes.low <= len(value) <= sizes.high:
        raise RecordingError(f"{place} must have {_span(sizes)} entries, got {len(value)}")


def _indices(value: object, place: str, allowed: Range) -> None:
    if not isinstance(value, list):
        raise _wrong(place, "be a JSON array", value)
    for at, index in enumerate(value):
        if type(index) is not int or not allowed.low <= index <= allowed.high:
            raise _wrong(f"{place}[{at}]", f"be a whole number in {_span(allowed)}", index)


def _text(value: object, place: str, sizes: Range) -> None:
    if not isinstance(value, str):
        raise _wrong(place, "be text", value)
    if len(value) > sizes.high:
        raise RecordingError(f"{place} must have at most {sizes.high} signs, got {len(value)}")
    if any("\ud800" <= sign <= "\udfff" for sign in value):
        raise _wrong(place, "be text without halves of surrogate pairs", value)


def _name(value: str, place: str) -> None:
    if not NAME.fullmatch(value):
        raise _wrong(f"a name in {place}", "be 1 to 40 of a-z, 0-9 and -", value)


def _span(allowed: Range) -> str:
    low, high = int(allowed.low), int(allowed.high)
    return str(low) if low == high else f"{low}..{high}"


def _wrong(place: str, rule: str, value: object) -> RecordingError:
    told = ascii(value)
    return RecordingError(
        f"{place} must {rule}, got {told if len(told) <= SHOWN else told[:SHOWN] + '…'}"
    )
