"""What of a recording is done, kept on the disk part by part, so that it can be gone on with."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

Value = Any
"""Of plain lists, dicts, text and numbers."""


class NotesError(ValueError):
    """Why the parts that lie there cannot be gone on with, in one sentence."""


class Notes:
    """The parts of one recording, a line each, in a file beside the one that is to be written.

    A line that was cut short, by a kill or a full disk, is no part; all before it are.

    Parameters
    ----------
    path
        Of the file.
    asked
        What is to be recorded; parts of another recording are refused.
    resume
        Whether to go on with what lies there.

    Raises
    ------
    NotesError
        If parts lie there and are not asked for, or are of another recording.
    OSError
        If the file cannot be written; it names the file.
    """

    def __init__(self, path: Path, asked: Mapping[str, Value], *, resume: bool) -> None:
        self.path = path
        self.done: dict[str, Value] = {}
        kept = path.read_bytes() if path.exists() else b""
        whole = kept[: kept.rfind(b"\n") + 1]
        lines = [json.loads(line) for line in whole.splitlines()]
        if lines and not resume:
            raise NotesError(
                f"{str(path)!r} holds {len(lines) - 1} parts of an earlier run: "
                "go on with --resume, or delete it"
            )
        if lines and lines[0] != asked:
            other = next(name for name in asked if lines[0].get(name) != asked[name])
            raise NotesError(
                f"{str(path)!r} was begun with {other} = {lines[0].get(other)!r}, not "
                f"{asked[other]!r}: give it as before, or delete the file"
            )
        self.done.update(line for line in lines[1:])
        self._file = path.open("ab")
        os.truncate(path, len(whole))
        if not lines:
            self._write(dict(asked))

    def __enter__(self) -> Self:
        """Write parts until the block ends."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self._file.close()

    def of(self, name: str, make: Callable[[], Value]) -> Value:
        """One part: as it was noted, or made now and noted."""
        if name not in self.done:
            value = make()
            self._write([name, value])
            self.done[name] = value
        return self.done[name]

    def _write(self, value: Value) -> None:
        line = json.dumps(value, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error
