"""The table of what a check costs on a machine, and what is left of the gain, batch by batch."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from specviz.cli import layout
from specviz.cli.arguments import CommandError, whole_in
from specviz.model import SpeculativeDecoding
from specviz.theory.rounding import rounded

BATCHES = tuple(2**i for i in range(11))
"""What is shown unless batches are given."""

HEADINGS = ("batch", "v", "c", "net speedup", "best k", "at best k")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what asks for this table.

    Parameters
    ----------
    parser
        Of `specviz table`.
    """
    from specviz.theory.roofline import BATCH, CONTEXT  # noqa: PLC0415 read by this table alone

    group = parser.add_argument_group(
        "on a machine", "v, c and the speedup by batch, as the roofline has them."
    )
    group.add_argument("--hardware", metavar="NAME", help="The machine; see below.")
    group.add_argument("--model", metavar="NAME", help="The target; see below.")
    group.add_argument("--draft-model", metavar="NAME", help="What gives c. Default: the c above.")
    group.add_argument(
        "--batch",
        nargs="+",
        type=whole_in(BATCH),
        metavar="N",
        help="Sequences at once, one or more. Default: 1 2 4 … 1024.",
    )
    group.add_argument(
        "--context",
        type=whole_in(CONTEXT),
        metavar="TOKENS",
        help="In each sequence's cache. Default: 0.",
    )


def names() -> str:
    """The machines and models that can be named, for the help."""
    from specviz.recording.published import machines, shapes  # noqa: PLC0415 reads files

    kinds = (("machines", machines()), ("models", shapes()))
    return "\n".join(
        f"{kind}:\n" + "".join(f"  {name:22} {it.label}\n" for name, it in entries.items())
        for kind, entries in kinds
    )


def asked(chosen: argparse.Namespace) -> bool:
    """Whether this table is what the command line asks for.

    Parameters
    ----------
    chosen
        Of a parser with `add_arguments`.

    Returns
    -------
    bool
        False for the reference settings.

    Raises
    ------
    CommandError
        If only a part of what it takes is given, or v is given, which follows.
    """
    given = vars(chosen)
    if not any(given[name] is not None for name in _OPTIONS):
        return False
    for name in ("hardware", "model"):
        if given[name] is None:
            raise CommandError(
                f"--{name} is missing: the table by batch takes a machine and a model"
            )
    for name, by in (("v", "hardware"), ("c", "draft_model")):
        if name in given and given[by] is not None:
            option = by.replace("_", "-")
            raise CommandError(f"{name} follows from --{option}: give one of the two")
    return True


_OPTIONS = ("hardware", "model", "draft_model", "batch", "context")


def records(model: SpeculativeDecoding, chosen: argparse.Namespace) -> list[dict[str, Any]]:
    """The rows in full precision.

    Parameters
    ----------
    model
        Gives a, k, and c where no draft model is named.
    chosen
        As `asked` has approved it.

    Returns
    -------
    list of dict
        One a batch; best_k is 0 where no draft length gains.

    Raises
    ------
    CommandError
        If there is no such machine or model.
    """
    from specviz.recording.published import machine, shape  # noqa: PLC0415 reads files
    from specviz.theory import roofline  # noqa: PLC0415

    try:
        hardware, target = machine(chosen.hardware).hardware, shape(chosen.model).model
        draft = None if chosen.draft_model is None else shape(chosen.draft_model).model
    except ValueError as error:
        raise CommandError(str(error)) from None
    found = []
    for batch in chosen.batch or BATCHES:
        load = (batch, chosen.context or 0)
        c = model.c if draft is None else float(roofline.draft_cost(hardware, draft, target, *load))
        best = int(roofline.best_k_by_batch(hardware, target, model.a, c, *load))
        gains = [
            float(roofline.speedup_by_batch(hardware, target, model.a, k, c, *load)) if k else 1.0
            for k in (model.k, best)
        ]
        v = float(roofline.verify_cost(hardware, target, model.k, *load))
        row = {"hardware": chosen.hardware, "model": chosen.model, "context": load[1]}
        row |= {"batch": batch, "a": model.a, "k": model.k, "v": v, "c": c}
        found.append(row | {"speedup": gains[0], "best_k": best, "best_speedup": gains[1]})
    return found


def text(rows: list[dict[str, Any]]) -> str:
    """The table for a terminal."""
    heads, *body, rule = layout.columns([HEADINGS, *map(_cells, rows)])
    lines = ["  ".join(cells) for cells in (heads, rule, *body)]
    return "\n".join([*lines, "", _about(rows), ""])


def markdown(rows: list[dict[str, Any]]) -> str:
    """The table as GitHub and most site builders read it."""
    return f"{layout.ruled(HEADINGS, [*map(_cells, rows)])}\n{_about(rows)}\n"


FORMATS: MappingProxyType[str, Callable[[list[dict[str, Any]]], str]] = MappingProxyType(
    {
        "text": text,
        "csv": layout.comma_separated,
        "json": layout.javascript_object,
        "markdown": markdown,
    }
)


def _cells(row: dict[str, Any]) -> list[str]:
    return [
        str(row["batch"]),
        rounded(row["v"]),
        rounded(row["c"]),
        f"{rounded(row['speedup'])}×",
        str(row["best_k"] or "off"),
        f"{rounded(row['best_speedup'])}×",
    ]


def _about(rows: list[dict[str, Any]]) -> str:
    first = rows[0]
    return (
        f"{first['model']} on {first['hardware']}, a = {first['a']:g}, k = {first['k']}, "
        f"context {first['context']}: what the roofline allows, without overheads."
    )
