"""The benchmark's own arithmetic, and that the documents quote what was measured."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.bench.drag import delays
from tests.bench.report import QUOTES, RESULTS, SIX, Results, quoted, table
from tests.bench.row import Bar, interleaved, row

MEASURED: Results = json.loads(RESULTS.read_text("utf-8"))


@pytest.mark.parametrize("document", QUOTES, ids=lambda path: path.name)
def test_a_document_quotes_the_results(document: Path) -> None:
    assert quoted(document.read_text("utf-8")) == QUOTES[document](MEASURED)


def test_the_readme_shows_six_rows_and_the_other_document_all() -> None:
    heads = table([]).count("\n") + 1
    shown = [len(re.findall(r"^\|", said(MEASURED), re.MULTILINE)) for said in QUOTES.values()]
    assert shown == [heads + len(SIX), heads + len(MEASURED["rows"])]
    assert len(SIX) == 6


@pytest.mark.parametrize(
    ("bar", "ours", "peer", "met"),
    [
        (Bar(0.4), 4.0, 10.0, True),
        (Bar(0.4), 4.1, 10.0, False),
        (Bar(0.8, least=True), 8.0, 10.0, True),
        (Bar(0.8, least=True), 7.9, 10.0, False),
        (Bar(1.5, plus=1.0), 16.0, 10.0, True),
        (Bar(1.5, plus=1.0), 16.1, 10.0, False),
        (Bar(59, relative=False, least=True), 59.0, None, True),
        (Bar(0, relative=False), 1.0, None, False),
    ],
)
def test_a_bar_is_met_or_missed(bar: Bar, ours: float, peer: float | None, *, met: bool) -> None:
    assert bar.met(ours, peer) is met


def test_a_row_has_the_median_the_spread_and_the_ratio() -> None:
    found = row("x", "ms", [3, 1, 2], beside="y", peer=[8, 4, 2], bar=Bar(0.5))
    assert found["specviz"] == {"median": 2, "low": 1, "high": 3, "runs": 3}
    assert (found["ratio"], found["bar"], found["met"]) == (0.5, "≤ 0.5 ×", True)


def test_both_sides_take_turns_and_neither_is_always_first() -> None:
    order: list[str] = []

    def note(name: str) -> float:
        order.append(name)
        return float(len(order))

    values = interleaved(3, lambda: note("a"), lambda: note("b"))
    assert "".join(order) == "abbaab"
    assert values == [[1, 4, 5], [2, 3, 6]]


def test_a_move_is_answered_by_the_first_frame_that_shows_its_number_or_a_later_one() -> None:
    moves = [[0.0, 0.0], [10.0, 0.5], [20.0, 0.5], [30.0, 0.8], [40.0, 1.0]]
    paints = [[5.0, 1.0], [15.0, 1.0], [25.0, 1.94], [45.0, 5.0], [50.0, 5.0]]
    assert delays(moves, paints) == [15.0, 15.0, 5.0]
