"""What the paper measured, and what the page says about it."""

from __future__ import annotations

import csv
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from specviz.sections.pays.paper import account, measurements, percent, ranking

FACTS = Path(__file__).parents[2] / "facts" / "leviathan_table4.csv"


def test_the_twelve_settings_are_the_paper_s() -> None:
    with FACTS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(measurements()) == 12
    for row, setting in zip(rows, measurements(), strict=True):
        for name, value in asdict(setting).items():
            assert value == type(value)(row[name])
        assert setting.predicted == pytest.approx(float(row["r_speedup"]), abs=0.00005)
        assert setting.predicted == pytest.approx(setting.expected, abs=0.07)


def test_every_setting_has_a_name_of_its_own() -> None:
    names = [setting.name for setting in measurements()]
    assert names[0] == "translating, small, greedy"
    assert len(set(names)) == 12


def test_the_account_says_how_far_the_formula_is_off_and_where() -> None:
    assert account(measurements()).replace("\N{NO-BREAK SPACE}", " ") == (
        "The formula is off by 17 % on average. In 8 of 12 settings decoding was faster than "
        "predicted, by up to 29 % (summarising, small, greedy). In 1 it was as fast as the paper "
        "predicted: translating, base, sampled. In 3 it was slower: translating, large, greedy "
        "(−32 %); translating, large, sampled (−28 %); translating, base, greedy (−14 %). In "
        "summarising it was faster every time, by 9 to 29 %."
    )


def test_the_account_follows_the_data() -> None:
    slow = [replace(row, measured=row.predicted * 0.9) for row in measurements()[1:]]
    fast = replace(measurements()[0], measured=measurements()[0].predicted * 1.5)
    said = account([fast, *slow])
    assert said.startswith("The formula is off by 13\N{NO-BREAK SPACE}% on average. In 1 of 12")
    assert "In 11 it was slower" in said
    assert "as fast as" not in said
    assert "every time" not in said


def test_the_ranking_says_how_often_the_formula_named_the_right_draft() -> None:
    assert ranking(measurements()).replace("\N{NO-BREAK SPACE}", " ") == (
        "Of the drafts for each task and choice of token, the formula named the slowest in 4 of 4 "
        "cases and the fastest in 1; going by it would have cost up to 18 % of the speed."
    )


def test_the_ranking_follows_the_data() -> None:
    right = [replace(row, measured=row.predicted) for row in measurements()]
    assert "slowest in 4 of 4 cases and the fastest in 4; " in ranking(right)
    assert ranking(right).endswith("up to 0\N{NO-BREAK SPACE}% of the speed.")
    wrong = [replace(row, measured=1 / row.predicted) for row in measurements()[:3]]
    assert "slowest in 0 of 1 cases and the fastest in 0; " in ranking(wrong)


def test_a_negative_share_has_a_true_minus_sign() -> None:
    assert percent(-0.286) == "−29\N{NO-BREAK SPACE}%"
