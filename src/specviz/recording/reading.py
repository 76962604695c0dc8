"""A recording of one's own: read from a file, and what the page will show of it, in sentences."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NoReturn

from specviz.recording.findings import findings
from specviz.recording.packed import SHOWN
from specviz.recording.shape import RecordingError, check
from specviz.recording.timed import conditions, runs
from specviz.recording.transcript import ROLES, Recording, recording_of
from specviz.theory.rounding import rounded

MEGABYTE = 1_000_000
LARGEST = 64 * MEGABYTE
"""Bytes: 250,000 recorded tokens, and a page shows 32 of each text."""

PLAYED = 32
"""Tokens of a text that the race plays."""


def read_recording(path: str | os.PathLike[str]) -> Recording:
    """Read a recording, if the file is one.

    Parameters
    ----------
    path
        A file as docs/recording.md describes it.

    Returns
    -------
    Recording
        All of it.

    Raises
    ------
    RecordingError
        If the file is too large, cut short, of another version or otherwise no recording.
    OSError
        If it cannot be read.
    """
    with Path(path).open("rb") as file:
        content = file.read(LARGEST + 1)
        size = max(len(content), os.fstat(file.fileno()).st_size)
    name = os.fspath(path)
    if size > LARGEST:
        raise RecordingError(
            f"{name!r} must have at most {LARGEST // MEGABYTE} MB, got {size / MEGABYTE:.0f} MB"
        )
    try:
        return recording_of(check(_parsed(content)))
    except RecordingError as error:
        raise RecordingError(f"{name!r} is no recording: {error}") from None


def _parsed(content: bytes) -> object:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordingError(f"it must be UTF-8, and byte {error.start} is not") from None
    try:
        return json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        rest = text[error.pos :].strip()
        if not rest or error.msg.startswith("Unterminated"):
            raise RecordingError(
                f"it must be whole JSON, and is cut short after {len(content)} bytes"
            ) from None
        raise RecordingError(
            f"it must be JSON, and is none at line {error.lineno}, column {error.colno}"
        ) from None
    except RecursionError:
        raise RecordingError("it must be nested less deeply") from None


def _refuse(constant: str) -> NoReturn:
    raise RecordingError(f"every number must be finite, got {constant}")


def origin(of: Recording) -> str:
    """Say which pair was recorded, where and when.

    Parameters
    ----------
    of
        Any recording.

    Returns
    -------
    str
        A sentence.
    """
    first, second = (of.origin(role) for role in ROLES)
    drafts = first if of.single else f"{first}, and {second}"
    made = of.timings or {}
    place = "".join(f" on {made[name]}" for name in ("machine", "date") if name in made)
    return f"Recorded{place}: {of.about['model']} as the target; as the draft, {drafts}."


def cuts(of: Recording) -> list[str]:
    """Say what of a recording a page leaves out or shows otherwise.

    Parameters
    ----------
    of
        Any recording.

    Returns
    -------
    list of str
        Sentences; none where all is shown as it was recorded.
    """
    said = []
    if of.single:
        said.append(
            "One draft was recorded, so “aligned” and “weak” set the slider alone and show the "
            "same words."
        )
    if len(of.prompts) > SHOWN:
        said.append(
            f"The race offers the first {SHOWN} of {len(of.prompts)} texts; the measured numbers "
            "are of all."
        )
    longest = max(len(prompt.target) for prompt in of.prompts)
    said.append(
        f"The race plays the first {PLAYED} tokens of each text, of up to {longest}; the measured "
        "numbers are of all starting positions."
    )
    if markup := sum(not {*word}.isdisjoint("<>&") for word in of.vocabulary):
        said.append(f"{markup} of {len(of.vocabulary)} words hold <, > or &: they stay text.")
    if broken := sum("\ufffd" in word for word in of.vocabulary):
        said.append(f"{broken} of {len(of.vocabulary)} words are parts of a sign, shown as \ufffd.")
    return said


def summary(of: Recording) -> str:
    """What the page will show of a recording.

    Parameters
    ----------
    of
        Any recording.

    Returns
    -------
    str
        Lines for a terminal.
    """
    lines = [origin(of)]
    for role in ROLES[:1] if of.single else ROLES:
        found = findings(role, of)
        seen = found.tokens[3]
        lines.append(
            f"{of.origin(role)}: a = {rounded(found.rate)}; at k = 4, {rounded(seen.mean)} ± "
            f"{rounded(seen.standard_error)} tokens per pass, by the formula "
            f"{rounded(found.expected(4))}."
        )
    timed = runs(of)
    lines += [run.words for run in timed]
    if timed:
        lines.append(conditions(of))
    return "\n".join([*lines, *cuts(of)]) + "\n"
