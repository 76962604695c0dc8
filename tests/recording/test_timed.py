"""Predicted stands beside measured, and the difference is said with its reason."""

from __future__ import annotations

import html

import pytest
from tests.recording.pairs import pair, timed

from specviz import SpeculativeDecoding
from specviz.hosts.export import html as page_of
from specviz.recording import conditions, recording_of, runs, summary
from specviz.recording.shape import check


def test_costs_are_in_plain_steps_and_the_prediction_is_the_formula_s() -> None:
    own = recording_of(check(timed(pair())))
    found = runs(own)
    assert [run.k for run in found] == [1, 2, 4, 8]
    a = found[0].a
    for run in found:
        assert run.c == pytest.approx(0.1)
        assert run.v == pytest.approx(1.2)
        expected = sum(a**i for i in range(run.k + 1))
        assert run.predicted == pytest.approx(expected / (1.2 + 0.1 * run.k))
        assert run.measured == pytest.approx(2 / (1.2 + 0.1 * run.k))


def test_a_pass_that_takes_longer_than_its_parts_is_said_to() -> None:
    run = runs(recording_of(timed(pair(), speed=0.5)))[2]
    assert run.slower == pytest.approx(2 / run.measured / 1.6)
    assert f"{run.predicted:.2f}× predicted" in run.words
    assert "a pass gave 2.00 tokens where the formula says" in run.words


def test_a_draft_that_does_not_pay_is_said_to_and_why() -> None:
    slow = runs(recording_of(timed(pair(), speed=0.5)))
    assert all(("does not pay there" in run.words) == (run.measured < 1) for run in slow)
    assert slow[-1].words.endswith("since a draft step costs 0.10 of a plain one.")


def test_what_is_close_is_called_so() -> None:
    always = runs(recording_of(timed(pair(lambda _place: True))))
    close = next(run for run in always if run.k == 1)
    assert close.predicted == pytest.approx(close.measured)
    assert close.words.endswith("within 5 %.")


def test_the_page_and_the_check_show_them() -> None:
    own = recording_of(timed(pair()))
    page = html.unescape(page_of(SpeculativeDecoding(), recording=own))
    assert "Timed on an <em>old</em> laptop, 2 threads, 2026-12-01; every token" in page
    assert page.count("<tr><td>aligned</td>") == 4
    assert runs(own)[2].words in page
    assert runs(own)[0].words in summary(own)
    assert conditions(own) in summary(own)


def test_text_that_differs_is_not_called_the_same() -> None:
    data = timed(pair())
    data["timings"]["drafts"]["small"]["runs"][0]["identical"] = 3
    assert "not every token was that of plain decoding" in conditions(recording_of(data))


def test_without_runs_nothing_is_said_of_them() -> None:
    assert runs(recording_of(pair())) == []
    assert "Predicted, and measured" not in page_of(
        SpeculativeDecoding(), recording=recording_of(pair())
    )
