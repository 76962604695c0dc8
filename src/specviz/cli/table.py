"""specviz table: the four reference settings and the given one, as numbers."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from types import MappingProxyType

from specviz.cli import batches, layout
from specviz.cli.arguments import Parser, add_settings, model_of, one_of, say
from specviz.model import REFERENCE, SpeculativeDecoding, rows
from specviz.theory.readings import texts, values

HEADINGS = ("a", "k", "a^(k+1)", "E (tokens/pass)", "net speedup")
SHOWN = ("a", "k", "power", "E", "speedup")
"""What the readers' formats show, by the names of `specviz.theory.readings`."""

SUMMARY = "print the numbers: four reference settings and yours"
DESCRIPTION = (
    "Print a^(k+1), E and the net speedup of four reference settings and of yours; or, on a "
    "machine that you name, what a check costs and what is left of the speedup, batch by batch."
)
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
  specviz table --hardware h100 --model llama-3.1-8b --batch 1 59 60 174 175
"""


def add_arguments(parser: Parser) -> None:
    """Add what the command takes."""
    add_settings(parser)
    batches.add_arguments(parser)
    parser.more = batches.names
    parser.add_argument(
        "--format",
        type=one_of("format", tuple(FORMATS)),
        default="text",
        metavar="|".join(FORMATS),
        help="Default: text.",
    )


def run(chosen: argparse.Namespace) -> None:
    """Print the table."""
    model = model_of(chosen)
    if batches.asked(chosen):
        say(batches.FORMATS[chosen.format](batches.records(model, chosen)))
    else:
        say(FORMATS[chosen.format](model))


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
    *before, live, rule = layout.columns([HEADINGS, *_cells(model)])
    lines = ["  ".join(cells) for cells in (*before, rule, live)]
    return "\n".join([*lines, "", _costs(model), ""])


def markdown(model: SpeculativeDecoding) -> str:
    """The table as GitHub and most site builders read it."""
    *reference, live = _cells(model)
    table = [*reference, [f"**{cell}**" for cell in live]]
    return f"{layout.ruled(HEADINGS, table)}\n{_costs(model)}\n"


def comma_separated(model: SpeculativeDecoding) -> str:
    """The table as CSV with a header."""
    return layout.comma_separated(records(model))


def javascript_object(model: SpeculativeDecoding) -> str:
    """The table as JSON: an array of objects, one a line."""
    return layout.javascript_object(records(model))


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
