"""specviz table: the four reference settings and the given one, as numbers."""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Callable, Mapping
from types import MappingProxyType

from specviz.cli.arguments import add_settings, model_of, one_of, say
from specviz.model import REFERENCE, SpeculativeDecoding, rows
from specviz.theory.readings import texts, values

HEADINGS = ("a", "k", "a^(k+1)", "E (tokens/pass)", "net speedup")
SHOWN = ("a", "k", "power", "E", "speedup")
"""What the readers' formats show, by the names of `specviz.theory.readings`."""

SUMMARY = "print the numbers: four reference settings and yours"
DESCRIPTION = "Print a^(k+1), E and the net speedup of four reference settings and of yours."
EPILOG = """\
text and markdown are for reading: rounded as on the page, halves up, with the costs c and
v in full below. csv and json are for computing: every number in full (the shortest digits
that give back the same double), with c and v in each row, and with row "reference" or
"live" for the settings given here. The costs count for every row.

examples:
  specviz table
  specviz table --a 0.7 --k 5 --c 0.05
  specviz table --draft weak --format markdown >> notes.md
  specviz table --a 0.7 --format json | jq '.[-1].speedup'
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_settings(parser)
    parser.add_argument(
        "--format",
        type=one_of("format", tuple(FORMATS)),
        default="text",
        metavar="|".join(FORMATS),
        help="Default: text.",
    )


def run(chosen: argparse.Namespace) -> None:
    """Print the table."""
    say(FORMATS[chosen.format](model_of(chosen)))


def records(model: SpeculativeDecoding) -> list[dict[str, object]]:
    """The rows of the table in full precision.

    Parameters
    ----------
    model
        Gives the live row, and the costs of every row.

    Returns
    -------
    list of dict
        The reference rows, then the live one; each with the costs that it was computed with.
    """
    return [
        {
            "row": "reference" if place < len(REFERENCE) else "live",
            "a": row.a,
            "k": row.k,
            "c": model.c,
            "v": model.v,
            "power": row.power,
            "E": row.E,
            "speedup": row.speedup,
        }
        for place, row in enumerate(rows(model))
    ]


def text(model: SpeculativeDecoding) -> str:
    """The table for a terminal, in columns."""
    table = [HEADINGS, *_cells(model)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = [
        "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        for cells in table
    ]
    lines.insert(-1, "  ".join("-" * width for width in widths))
    return "\n".join([*lines, "", _costs(model), ""])


def markdown(model: SpeculativeDecoding) -> str:
    """The table as GitHub and most site builders read it."""
    *reference, live = _cells(model)
    ruled = [HEADINGS, ["---:"] * len(HEADINGS), *reference]
    table = [*ruled, [f"**{cell}**" for cell in live]]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in table) + f"\n{_costs(model)}\n"


def comma_separated(model: SpeculativeDecoding) -> str:
    """The table as CSV with a header."""
    found = records(model)
    file = io.StringIO()
    writer = csv.DictWriter(file, list(found[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return file.getvalue()


def javascript_object(model: SpeculativeDecoding) -> str:
    """The table as JSON: an array of objects, one a line."""
    lines = ",\n".join(f"  {json.dumps(record)}" for record in records(model))
    return f"[\n{lines}\n]\n"


FORMATS: Mapping[str, Callable[[SpeculativeDecoding], str]] = MappingProxyType(
    {"text": text, "csv": comma_separated, "json": javascript_object, "markdown": markdown}
)


def _costs(model: SpeculativeDecoding) -> str:
    c, v = (repr(float(cost)).removesuffix(".0") for cost in (model.c, model.v))
    return f"In target steps, drafting a token costs {c}, a verify pass {v}."


def _cells(model: SpeculativeDecoding) -> list[list[str]]:
    """The rows of the table as the page prints them."""
    printed = [texts(values(row.a, row.k, model.c, model.v)) for row in rows(model)]
    return [[cells[name] for name in SHOWN] for cells in printed]
