"""The records that the table of formats finds in the lines of a log.

What is read lies in `formats.json`, one row a format, in regular expressions that Python and
JavaScript understand alike; nothing here knows an engine. `reading.js` is this file's twin.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from specviz.logs.cleaning import GREATEST, LONGEST, clean, number, numbers
from specviz.logs.tables import Row, Tables

APART = 40
"""Lines that may lie between two fields of one record."""

BESIDE = 4
"""Lines between two of one record where one of them does not name its stream."""

WRAPPED = 12
"""Lines that a terminal or a hand may have broken one line into."""

PREFIXED = re.compile(
    r"^\s*(?:[(\[{]|[0-9]{1,4}[-/:][0-9]|[0-9]{1,4}\.[0-9]{2}\.[0-9]{3}\.|INFO|WARN|ERROR|DEBUG|data:|#)",
    re.IGNORECASE | re.ASCII,
)


@dataclass(slots=True)
class Record:
    """What one line, or a few that belong together, said in the words of one format.

    Parameters
    ----------
    format
        The row of the table.
    first, last
        Lines, counted from 1.
    fields
        Numbers by their names; lists where a format prints lists.
    stream
        Which of several counters of one name this is, such as an implementation or a task.
    digits
        Digits behind the point of those numbers that are no counts.
    note
        How the fields were understood, where the format alone does not say it.
    """

    format: Format
    first: int
    last: int
    fields: dict[str, Any] = field(default_factory=dict)
    stream: str = ""
    digits: dict[str, int] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class Format:
    """One row of the table, its expressions compiled."""

    name: str
    engine: str
    kind: str
    row: dict[str, Any]
    hints: tuple[str, ...]
    fields: tuple[tuple[str, re.Pattern[str]], ...]
    mark: re.Pattern[str] | None
    unless: re.Pattern[str] | None
    stream: re.Pattern[str] | None


@cache
def formats() -> tuple[Format, ...]:
    """The table of formats.

    Returns
    -------
    tuple of Format
        In the order of the file: a marked line is read by the first row that knows its mark.
    """
    table = json.loads(files("specviz.logs").joinpath("formats.json").read_text("utf-8"))
    return tuple(_format(row, table["macros"]) for row in table["formats"])


class Reader:
    """Reads line after line, and says what became complete by it.

    It keeps the records that are still open and nothing else, so that a log of any length
    takes the same memory.
    """

    def __init__(self) -> None:
        self.line = 0
        self._open: dict[str, Record] = {}
        self._wrapped: tuple[Record, str] | None = None
        self._tables = Tables()

    def feed(self, raw: str) -> list[Record]:
        """Read one line.

        Parameters
        ----------
        raw
            Without its end.

        Returns
        -------
        list of Record
            Those that the line has completed, in order.
        """
        self.line += 1
        tabbed = clean(raw)
        line = tabbed.replace("\t", " ")
        low = line.lower()
        found = [row for row in formats() if any(hint in low for hint in row.hints)]
        done: list[Record] = []
        marked = next((row for row in found if row.mark and row.mark.search(line)), None)
        if self._wrapped is not None:
            alone = marked is not None and any(map(_whole, _records(marked, line, self.line)))
            if not alone and self._continued(line):
                return done
            done += self._unwrapped()
        if marked is not None:
            if not (marked.unless and marked.unless.search(line)):
                done += self._marked(marked, line)
            return done
        for row in found:
            if row.mark is None and not (row.unless and row.unless.search(line)):
                done += self._spread(row, line)
        for found_row in self._tables.feed(tabbed.lower(), self.line):
            done.append(_of_table(found_row, self.line))
        return done

    def end(self) -> list[Record]:
        """What is complete because nothing more comes.

        Returns
        -------
        list of Record
            In the order of their first lines.
        """
        done = [*self._unwrapped(), *filter(_whole, self._open.values())]
        self._open = {}
        return sorted(done, key=lambda record: record.first)

    def _marked(self, row: Format, line: str) -> list[Record]:
        records = _records(row, line, self.line)
        if not records:
            records = [Record(row, self.line, self.line)]
        self._wrapped = records[-1], line
        return [record for record in records[:-1] if _whole(record)]

    def _continued(self, line: str) -> bool:
        """Whether a line goes on with the marked one before it, broken by a hand or a screen."""
        record, before = self._wrapped or (None, "")
        if record is None or len(before) + len(line) > LONGEST:
            return False
        if self.line - record.first > WRAPPED or PREFIXED.match(line):
            return False
        if not line:
            return True
        joined = max(
            (
                (_said(found[-1]), -place, found[-1], text)
                for place, text in enumerate((f"{before} {line.lstrip(' ')}", before + line))
                if (found := _records(record.format, text, record.first))
            ),
            key=lambda one: one[:2],
            default=None,
        )
        if joined is None or joined[0] <= _said(record):
            return False
        joined[2].last = self.line
        self._wrapped = joined[2], joined[3]
        return True

    def _unwrapped(self) -> list[Record]:
        if self._wrapped is None:
            return []
        record, _ = self._wrapped
        self._wrapped = None
        return [record] if _whole(record) else []

    def _spread(self, row: Format, line: str) -> list[Record]:
        """Take a line of a format whose records lie over several lines."""
        match = row.stream.search(line) if row.stream else None
        stream = match[1] if match else ""
        done: list[Record] = []
        for name, value, digits in _values(row, line):
            key = self._key(row, stream, name)
            record = self._open.get(key)
            far = record is not None and self.line - record.last > APART
            if record is not None and (far or _again(record, name, value)):
                done += [record] if _whole(record) else []
                record = None
            if record is None:
                self._forget()
                record = Record(row, self.line, self.line, {}, stream)
                self._open[key] = record
            record.last = self.line
            _put(record, name, value, digits)
        return done

    def _key(self, row: Format, stream: str, name: str) -> str:
        """Where a record is open; one of two lines may have lost the words that name its stream."""
        key = f"{row.name}\0{stream}"
        if row.stream is None or key in self._open:
            return key
        for other, record in reversed(self._open.items()):
            if record.format is row and not (stream and record.stream):
                near = self.line - record.last <= BESIDE and name not in record.fields
                return other if near else key
        return key

    def _forget(self) -> None:
        """Keep hostile input from opening records without end."""
        if len(self._open) > 64:  # noqa: PLR2004
            del self._open[next(iter(self._open))]


def _again(record: Record, name: str, value: Any) -> bool:
    """Whether a record has a field already, so that another record begins."""
    if name not in record.fields:
        return False
    return not isinstance(value, dict) or bool(set(value) & set(record.fields[name]))


def _put(record: Record, name: str, value: Any, digits: int) -> None:
    record.digits[name] = digits
    if isinstance(value, dict):
        record.fields.setdefault(name, {}).update(value)
    else:
        record.fields[name] = value


def _said(record: Record) -> int:
    """How much a record says: its fields, and the numbers in its lists."""
    return sum(len(value[0]) if isinstance(value, tuple) else 1 for value in record.fields.values())


def _whole(record: Record) -> bool:
    return any(all(name in record.fields for name in need) for need in record.format.row["needs"])


def _records(row: Format, line: str, at: int) -> list[Record]:
    """The records that one line holds; more than one where ends of lines were lost."""
    found: list[Record] = []
    stream = row.stream.search(line) if row.stream else None
    for name, value, digits in _values(row, line):
        if not found or _again(found[-1], name, value):
            found.append(Record(row, at, at, {}, stream[1] if stream else ""))
        _put(found[-1], name, value, digits)
    return found


def _values(row: Format, line: str) -> list[tuple[str, Any, int]]:
    """Fields, their values and digits, in the order of the line."""
    found: list[tuple[int, int, str, Any, int]] = []
    for place, (name, pattern) in enumerate(row.fields):
        for match in pattern.finditer(line):
            value = _value(name, match)
            if value is not None:
                digits = _digits(match[1]) if pattern.groups == 1 else 0
                found.append((match.start(), place, name, value, digits))
    found.sort(key=lambda one: one[:2])
    return [one[2:] for one in found]


def _of_table(row: Row, at: int) -> Record:
    name = "table" if row.fields.get("k") != 0 else "table-off"
    kept = next(one for one in formats() if one.name == name)
    return Record(kept, at, at, row.fields, "", row.digits, row.note)


def _digits(text: str) -> int:
    return (
        len(text) - 1 - max(text.rfind("."), text.rfind(",")) if "." in text or "," in text else 0
    )


def _value(name: str, match: re.Match[str]) -> Any:
    """A number, a list of them, or one of several by its labels; None for what none can be."""
    if name == "positions":
        return numbers(match[1])
    *labels, last = match.groups()
    value = number(last)
    if value > GREATEST:
        return None
    return {"\0".join(label or "" for label in labels): value} if labels else value


def _format(row: dict[str, Any], macros: dict[str, str]) -> Format:
    def compiled(pattern: str | None) -> re.Pattern[str] | None:
        if pattern is None:
            return None
        for short, full in macros.items():
            pattern = pattern.replace(short, full)
        return re.compile(pattern, re.ASCII)

    fields = [(name, compiled(pattern)) for name, pattern in row.get("fields", {}).items()]
    return Format(
        name=row["name"],
        engine=row["engine"],
        kind=row["kind"],
        row=row,
        hints=tuple(row["hints"]),
        fields=tuple((name, pattern) for name, pattern in fields if pattern is not None),
        mark=compiled(row.get("mark")),
        unless=compiled(row.get("not")),
        stream=compiled(row.get("stream")),
    )


def read(source: Iterable[str]) -> Iterator[Record]:
    """The records of some lines.

    Parameters
    ----------
    source
        Lines without their ends.

    Returns
    -------
    iterator of Record
        In the order in which they became complete.
    """
    reader = Reader()
    for line in source:
        yield from reader.feed(line)
    yield from reader.end()
