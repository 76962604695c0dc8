"""Small tables that people write after a sweep: k, a speed, and E or a rate.

The headings say what a column is; without headings, labels such as "k=3" and "no spec" do.
`tables.js` is this file's twin.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from specviz.logs.cleaning import number


def _compiled(pattern: str) -> re.Pattern[str]:
    """An expression in which classes and ends of words are of plain letters, as in JavaScript."""
    return re.compile(pattern, re.ASCII)


WIDEST = 600
"""Characters of a line that may be a row."""

UNITS = (
    *("tok/s", "t/s", "tps", "tok_s", "tokens/s", "throughput", "speed", "per token", "tpot"),
    *("/tok", "tokens per second", "tokens-per-sec", "vanilla", "no spec", "baseline"),
)
"""Words one of which heads a column of speeds, or stands in a line of labels."""

A_NUMBER = r"[0-9]{1,9}(?:[.,][0-9]{1,9}){0,3}"
FIRST = _compiled(f"[~≈]?({A_NUMBER})")
RATE = _compiled(f"({A_NUMBER}) ?%")
FACTOR = _compiled(f"({A_NUMBER}) ?[x×]")
RULE = _compiled(r"^[\s|:+=-]{3,}$")
PLAIN = _compiled(
    r"(?:^|[^a-z])(?:off|none|vanilla|n/a|na|no|base|baseline|plain|autoregressive|ar|without"
    r"|no[ _-]?(?:spec|mtp|draft|sd)[a-z]*|0)(?:$|[^a-z0-9.])"
)
LABEL = _compiled(
    r"(?:^|[^a-z0-9.])(?:k|n|gamma|max|mtp|draft|spec|steps|tokens)[ _-]?(?:max|len|tokens)?"
    r" ?[=:_-]? ?([0-9]{1,2})(?![0-9.,])"
)
SEGMENT = _compiled(
    r"(?:^|[^a-z0-9])(?:k|n) ?= ?([0-9]{1,2})(?![0-9.,])([^|;\n]{0,80}?)"
    r"(?=[|;\n,] |[|;\n]|,? [kn] ?=|$)"
)
OFF = _compiled(
    r"(?:^|[^a-z])(?:no spec[a-z]*|vanilla|baseline|without spec[a-z]*|spec off)"
    rf"[ :=(]{{1,4}}~?({A_NUMBER})"
)
LENGTH = _compiled(rf"(?:len[a-z]*|e|al|τ) ?[=:]? ?~?({A_NUMBER})")

HEADINGS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("topk", _compiled(r"^(?:eagle[ _-]?)?top[ _-]?k$")),
    ("gain", _compiled(r"speed[ _-]?up|^gain$|vs\.? (?:off|base|plain)|^[x×]$")),
    ("rate", _compiled(r"rate|accept[a-z]* ?\(?%|^acc(?:ept(?:ance)?)?\.?$|^%$")),
    (
        "length",
        _compiled(
            r"^e$|^e\b.*pass|a[a-z]*[. _-]?len|^mal$|^al$|^τ$|^tau$"
            r"|tok[a-z]*(?: ?/ ?| per )(?:pass|step|forward)"
        ),
    ),
    (
        "ms",
        _compiled(
            r"^ms ?/ ?tok|ms per tok|tpot|^itl|per[ -]token.*ms|ms.*per[ -]token"
            r"|time per (?:output )?token"
        ),
    ),
    (
        "speed",
        _compiled(r"tok[a-z]*[ _]?(?:/|per|_)[ _]?s|tok[a-z]*-per-s|^t/s|tps|through|^speed|^tg\b"),
    ),
    ("nodes", _compiled(r"^num[ _-]?draft(?:[ _-]?tokens)?$|^nodes$")),
    (
        "k",
        _compiled(
            r"^[kn]$|^γ$|^gamma$|draft.*(?:len|max|tokens|k$|n$)|spec[a-z]*[ _-]?tokens"
            r"|^n[ _-]?(?:max|draft)|^(?:num[ _-]?)?steps$|^mtp[ _-]?(?:k|n|tokens)?$"
            r"|^drafted(?: tokens)?$|^k\b|tokens drafted"
        ),
    ),
)
"""What a heading says, the first that fits."""

WORDS = {
    "k": "k",
    "speed": "tokens per second",
    "ms": "ms per token",
    "length": "E, the target's own token included",
    "rate": "accepted/drafted",
    "gain": "speedup",
}


@dataclass(slots=True)
class Table:
    """A table whose rows are being read."""

    mark: str
    columns: dict[str, int]
    width: int
    last: int
    note: str


@dataclass(frozen=True, slots=True)
class Row:
    """One row in the words of a record: of a plain run where k is 0."""

    fields: dict[str, Any]
    digits: dict[str, int]
    note: str


class Tables:
    """Finds tables among lines."""

    def __init__(self) -> None:
        self._table: Table | None = None

    def feed(self, low: str, at: int) -> list[Row]:
        """Read one line.

        Parameters
        ----------
        low
            A cleaned line in small letters.
        at
            Its number.

        Returns
        -------
        list of Row
            None of them where the line is no row.
        """
        if not low or len(low) > WIDEST:
            return []
        if self._table is not None:
            if at - self._table.last > 2:  # noqa: PLR2004 one line may lie between
                self._table = None
            elif RULE.match(low):
                self._table.last = at
                return []
            elif (row := _row(self._table, low)) is not None:
                self._table.last = at
                return [row] if row.fields else []
        if not any(unit in low for unit in UNITS):
            return []
        table = _headed(low, at)
        if table is not None:
            self._table = table
            return []
        return _labelled(low)


def _cells(low: str, mark: str) -> list[str]:
    if mark == "|":
        low = low.strip().removeprefix("|").removesuffix("|")
    if mark == "  ":
        return [cell for cell in re.split(r" {2,}", low.strip()) if cell]
    if mark == " ":
        return low.split()
    return [cell.strip(" \"'") for cell in low.split(mark)]


def _headed(low: str, at: int) -> Table | None:
    """The table that a line of headings begins."""
    for mark in ("|", "\t", ";", ",", "  ", " "):
        cells = _cells(low, mark)
        if len(cells) < 2:  # noqa: PLR2004
            continue
        columns: dict[str, int] = {}
        for place, cell in enumerate(cells):
            name = next((name for name, pattern in HEADINGS if pattern.search(cell)), "")
            if name and name not in columns:
                columns[name] = place
        timed = columns.keys() & {"speed", "ms", "gain"}
        said = "k" in columns or {"length", "rate"} <= columns.keys() or 0 not in columns.values()
        if not timed or not said or any(FIRST.match(cell) for cell in cells):
            continue
        if len(columns) < 2 and mark in {"  ", " ", ","}:  # noqa: PLR2004 a sentence
            continue
        note = "; ".join(
            f"“{cells[columns[name]]}” is read as {WORDS[name]}"
            for name in WORDS
            if name in columns
        )
        return Table(mark, columns, len(cells), at, f"{note}.")
    return None


def _row(table: Table, low: str) -> Row | None:
    """The row that a line is; empty where it is one without figures, None where it is none."""
    cells = _cells(low, table.mark)
    if len(cells) != table.width:
        return None
    fields: dict[str, Any] = {}
    digits: dict[str, int] = {}
    for name, place in table.columns.items():
        _take(name, cells[place], fields, digits)
    if "k" in table.columns:
        label = cells[table.columns["k"]]
        off = PLAIN.search(label) is not None or label in {"", "-", "—", "–"}
    else:
        found = LABEL.search(cells[0])
        off = found is None and PLAIN.search(cells[0]) is not None
        if found is not None:
            fields["k"] = number(found[1])
        elif not off and "rate" not in table.columns:
            return Row({}, {}, "")
    if "ms" in fields and fields["ms"] > 0:
        fields.setdefault("speed", 1000 / fields["ms"])
    fields.pop("ms", None)
    if off or fields.get("k") == 0:
        fields = {name: fields[name] for name in ("speed",) if name in fields} | {"k": 0.0}
    elif "topk" in fields and fields["topk"] > 1:
        fields["tree"] = 1.0
    elif "nodes" in fields and "k" in fields:
        fields["k"] = min(fields["k"], fields["nodes"] - 1)
    return (
        Row(fields, digits, table.note)
        if fields.keys() & {"speed", "gain", "length"}
        else Row({}, {}, "")
    )


def _take(name: str, cell: str, fields: dict[str, Any], digits: dict[str, int]) -> None:
    found = FIRST.search(cell)
    if found is None:
        return
    value, places = number(found[1]), _places(found[1])
    if name == "rate":
        # A share, or a percentage with or without its sign.
        if "%" not in cell and value <= 1:
            value, places = 100 * value, max(0, places - 2)
        name = "percent"
    fields[name], digits[name] = value, places


def _places(text: str) -> int:
    return len(text) - 1 - max(text.rfind("."), text.rfind(",")) if re.search("[.,]", text) else 0


def _labelled(low: str) -> list[Row]:
    """Rows in one line, each behind its label: "no spec 57.0 tok/s | n=1 40.6 tok/s 1.87 87%"."""
    rows = []
    off = OFF.search(low)
    if off is not None:
        rows.append(Row({"k": 0.0, "speed": number(off[1])}, {}, ""))
    for found in SEGMENT.finditer(low):
        k, rest = number(found[1]), found[2]
        fields: dict[str, Any] = {"k": k}
        digits: dict[str, int] = {}
        rate, length = RATE.search(rest), LENGTH.search(rest)
        if rate is not None:
            fields["percent"], digits["percent"] = number(rate[1]), _places(rate[1])
            rest = rest.replace(rate[0], " ")
        if length is not None:
            fields["length"], digits["length"] = number(length[1]), _places(length[1])
            rest = rest.replace(length[0], " ")
        rest = FACTOR.sub(" ", rest)
        plain = FIRST.findall(rest)
        if plain:
            fields["speed"] = number(plain[0])
        if len(plain) > 1 and "length" not in fields and 1 <= number(plain[1]) <= k + 1:
            fields["length"], digits["length"] = number(plain[1]), _places(plain[1])
        if "speed" in fields and k > 0:
            rows.append(Row(fields, digits, NOTE))
    return rows if any(row.fields["k"] > 0 for row in rows) else []


NOTE = (
    "figures behind their labels: tokens per second first, then E, the target's own token "
    "included, or accepted/drafted in per cent."
)
