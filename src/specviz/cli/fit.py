"""specviz fit: what an engine printed about speculative decoding, as E, a and costs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from specviz.cli.arguments import CommandError, one_of, real_in, say
from specviz.logs.findings import rounded
from specviz.theory.ranges import Range

if TYPE_CHECKING:
    from specviz.logs.fit import Fit, Run
    from specviz.logs.sweep import Sweep

SUMMARY = "read an engine's log: E, a, costs, and what to do"
DESCRIPTION = """\
Read what an engine printed about speculative decoding (a log, a benchmark's report, JSON,
counters, or your own table of a sweep) and print what it means by the engine's own
definitions: E, a with its 95 % interval, and, with a speed without speculation, what a pass
costs and whether it pays. Nothing is sent anywhere."""
EPILOG = """\
text is for reading. json is for computing: version 1 of a stable form, every number in full,
null where a number cannot be known.

examples:
  specviz fit server.log
  specviz fit server.log --baseline 57.0 --speed 40.6
  kubectl logs my-engine | specviz fit -
  specviz fit sweep.csv --format json | jq .sweep.best_k

exit status: 0 something was understood, 1 nothing was, 2 a value is wrong
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("file", metavar="FILE", help='The log; "-" reads what is piped in.')
    parser.add_argument(
        "--format",
        type=one_of("format", ("text", "json")),
        default="text",
        metavar="text|json",
        help="Default: text.",
    )
    for name, words in (
        ("baseline", "Tokens per second without speculation, at the same load."),
        ("speed", "Tokens per second with it, where the log does not tell."),
    ):
        parser.add_argument(
            f"--{name}",
            type=real_in(Range(name, 0.001, 1e9)),
            metavar="TOKENS_PER_S",
            help=words,
        )


def run(chosen: argparse.Namespace) -> None:
    """Print what the log says."""
    from specviz.logs.files import lines_of  # noqa: PLC0415 the table of formats takes time
    from specviz.logs.fit import fit_lines  # noqa: PLC0415

    with _opened(chosen.file) as file:
        found = fit_lines(lines_of(file), chosen.baseline, chosen.speed)
    _understood(found)
    say(f"{json.dumps(found.contract(), indent=2)}\n" if chosen.format == "json" else text(found))


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name != "-":
        with Path(name).open("rb") as file:
            yield file
        return
    if sys.stdin is None:
        raise CommandError("there is nothing to read: stdin is closed", status=1)
    yield sys.stdin.buffer


def _understood(found: Fit) -> None:
    from specviz.logs.fit import known  # noqa: PLC0415

    if not found.runs and not found.sweep.points:
        raise CommandError(
            f"nothing here that any of the known formats prints; known are {', '.join(known())}",
            status=1,
        )


def text(found: Fit) -> str:
    """What was found, for a terminal.

    Parameters
    ----------
    found
        With a run, or with a sweep.

    Returns
    -------
    str
        A paragraph a run, then the sweep.
    """
    parts = ["\n".join(_run(run)) for run in found.runs]
    if len(found.sweep.points) > 1 or found.sweep.best_k is not None:
        parts.append("\n".join(_sweep(found.sweep)))
    return "\n\n".join(parts) + "\n"


def _run(run: Run) -> Iterator[str]:
    first, last = run.lines
    place = f"line {first}" if first == last else f"lines {first}-{last}"
    yield f"{run.engine} ({run.format}), {place}"
    if run.drafted:
        passes = "" if run.passes is None else f" in {rounded(run.passes, 0)} passes"
        accepted = run.accepted or 0.0
        share = rounded(100 * accepted / run.drafted, 1)
        yield (
            f"  {rounded(run.drafted, 0)} tokens drafted{passes}, "
            f"{rounded(accepted, 0)} accepted ({share} %)"
        )
    if run.E is not None:
        yield f"  E = {rounded(run.E)} tokens per pass{_k(run)}"
    if run.a is not None:
        yield f"  a = {rounded(run.a)}{_interval(run)}"
    if run.survival:
        yield f"  first i accepted:  {_shares(run.survival)}"
        yield f"  i-th, given those: {_shares(run.conditional or ())}"
    if run.coverage is not None:
        yield f"  {rounded(100 * run.coverage, 0)} % of the steps had a draft"
    if run.speedup is not None:
        yield f"  speedup {rounded(run.speedup)}x{_cost(run)}"
    for finding in run.says:
        yield from _wrapped(f"! {finding.name}: {finding.text}")
    how = "Read so" if run.format == "table" else f"As {run.engine} counts"
    yield from _wrapped(f"{how}: {run.definition}")


def _k(run: Run) -> str:
    if run.k is None:
        return ""
    return f" (of {run.k + 1} at most, k = {run.k})"


def _interval(run: Run) -> str:
    if run.a_interval is None:
        return ""
    low, high = run.a_interval
    kind = "95 %" if run.passes is not None else "by the printed digits"
    return f" ({kind}: {rounded(low)} to {rounded(high)})"


def _cost(run: Run) -> str:
    if run.pass_cost is None:
        return ""
    cost = rounded(run.pass_cost)
    return f": a pass costs {cost} plain steps, and pays from {cost} tokens on"


def _shares(shares: Iterable[float | None]) -> str:
    return " ".join("-" if share is None else rounded(share) for share in shares)


def _wrapped(sentence: str) -> list[str]:
    from textwrap import wrap  # noqa: PLC0415

    return wrap(sentence, 96, initial_indent="  ", subsequent_indent="    ")


def _sweep(sweep: Sweep) -> Iterator[str]:
    yield "   k  tokens/s     E"
    for point in sweep.points:
        speed = "-" if point.speed is None else rounded(point.speed, 1)
        tokens = "-" if point.E is None else rounded(point.E)
        name = "off" if point.k == 0 else str(point.k)
        yield f"{name:>4}  {speed:>8}  {tokens:>4}"
    line = sweep.cost_line
    if line is not None:
        worst = max(map(abs, line.residuals))
        yield (
            f"A pass costs {rounded(line.v)} + {rounded(line.c)} k plain steps "
            f"(each point within {rounded(worst)})."
        )
    if sweep.best_k is None:
        yield "Without the speed without speculation (--baseline) there is no advice."
    elif sweep.near_best is not None:
        low, high = sweep.near_best
        best = "off: plain decoding" if sweep.best_k == 0 else f"k = {sweep.best_k}"
        near = "" if low == high else f"; {low} to {high} are within 3 %"
        yield f"Fastest of what was measured: {best}{near}."
