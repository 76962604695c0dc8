"""The results: as JSON, as a table in docs/benchmark.md, and six of its rows in the README."""

from __future__ import annotations

import json
import os
import platform
import re
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TypedDict

import numpy as np
from tests.bench.row import Spread, Written

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
BENCHMARK = ROOT / "docs" / "benchmark.md"
RESULTS = Path(__file__).with_name("results.json")

BEGIN, END = "<!-- what `make bench` measured -->", "<!-- end -->"


SIX = (
    "export",
    "navigation to numbers",
    "navigation to ready",
    "input to paint, p95, served",
    "race at a quarter of the speed, median",
    "memory of a session",
)
"""What the README shows, each by the first row of that name."""

HEAD = "| figure | specviz | beside | ratio | bar | |\n|---|---|---|---|---|---|"


class Results(TypedDict):
    """What was measured, when and where."""

    date: str
    machine: str
    load: list[float]
    """Processes that wanted to run, averaged over the last minute, before and after."""
    rows: list[Written]


def results(rows: list[Written], browser: str, load: list[float]) -> Results:
    """The rows with the place and the day."""
    versions = {
        "Chromium": browser.partition(".")[0],
        "Python": platform.python_version(),
        "Bokeh": version("bokeh"),
        "Panel": version("panel"),
        "NumPy": np.__version__,
    }
    named = ", ".join(f"{name} {number}" for name, number in versions.items())
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{processor()}; {named}",
        "load": [round(each, 1) for each in load],
        "rows": rows,
    }


def processor() -> str:
    """What the machine computes with."""
    cores = f"{os.cpu_count()} cores of {platform.machine()}"
    info = Path("/proc/cpuinfo")
    found = (
        re.search(r"^model name\s*:\s*(.+)$", info.read_text(), re.MULTILINE)
        if info.exists()
        else None
    )
    return f"{cores}, {found[1]}" if found else cores


def table(rows: list[Written]) -> str:
    """The rows in Markdown."""
    return "\n".join([HEAD, *map(line, rows)])


def line(each: Written) -> str:
    """A row in Markdown."""
    peer, ratio = each["peer"], each["ratio"]
    cells = (
        each["figure"],
        spread(each["specviz"], each["unit"]),
        f"{each['beside']}: {spread(peer, each['unit'])}" if peer else "",
        "" if ratio is None else number(ratio),
        each["bar"],
        {None: "", True: "met", False: "**missed**"}[each["met"]],
    )
    return f"| {' | '.join(cells)} |"


def spread(sample: Spread, unit: str) -> str:
    """A median with its unit, and the lowest and highest value where they differ."""
    low, high = number(sample["low"]), number(sample["high"])
    between = "" if low == high else f" ({low}–{high})"
    return f"{number(sample['median'])}{f' {unit}' if unit else ''}{between}"


def number(value: float) -> str:
    """Three digits; whole numbers whole."""
    digits = np.format_float_positional(value, precision=3, fractional=False, trim="-")
    return f"{float(digits):,.0f}" if abs(value) >= 100 else digits


def whole(found: Results) -> str:
    """The part of docs/benchmark.md: when, where, and every row."""
    load = " and ".join(f"{each:g}" for each in found["load"])
    said = (
        f"Measured on {found['date']} by `make bench` ({found['machine']}; load {load}). Medians "
        "of several runs, with the lowest and the highest in brackets; both sides take turns."
    )
    return "\n\n".join([BEGIN, said, table(found["rows"]), END])


def six(found: Results) -> str:
    """The part of the README: six rows, and how many of all bars are met."""
    rows = found["rows"]
    chosen = [next(each for each in rows if each["figure"] == name) for name in SIX]
    barred = [each for each in rows if each["met"] is not None]
    missed = sum(not each["met"] for each in barred)
    said = (
        f"Six of {len(rows)} rows, measured on {found['date']}. Of the {len(barred)} bars "
        f"{len(barred) - missed} are met and {missed} missed; "
        "[all rows, and where](docs/benchmark.md)."
    )
    return "\n\n".join([BEGIN, said, table(chosen), END])


def quoted(text: str) -> str:
    """What a document says that was measured, markers included."""
    found = re.search(f"{re.escape(BEGIN)}.*?{re.escape(END)}", text, re.DOTALL)
    if not found:
        raise ValueError(f"the document has no place between {BEGIN} and {END}")
    return found[0]


QUOTES = {README: six, BENCHMARK: whole}
"""By the document: what it says of the results."""


def write(found: Results, path: Path) -> None:
    """Write the results, and where they are the committed ones the documents' parts too."""
    path.write_text(f"{json.dumps(found, indent=1, ensure_ascii=False)}\n", "utf-8")
    if path.resolve() != RESULTS:
        return
    for document, said in QUOTES.items():
        text = document.read_text("utf-8")
        document.write_text(text.replace(quoted(text), said(found)), "utf-8")
