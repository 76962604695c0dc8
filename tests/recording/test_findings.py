"""What the page says of the real pair is true of the recording."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from specviz.recording import Findings, Measured, drawn, findings

STARTS = 128
DRAFTS = ("aligned", "weak")


@cache
def runs_of_agreement(draft: str) -> list[int]:
    """How many tokens in a row each starting position agrees on, counted from the bare file."""
    data = json.loads(files("specviz").joinpath("recording/recording.json").read_text("utf-8"))
    counts = []
    for prompt in data["prompts"].values():
        agrees = [
            choice == token
            for choice, token in zip(
                prompt["drafts"][draft]["choice"], prompt["target"], strict=False
            )
        ]
        for start in range(STARTS):
            window = agrees[start : start + 16]
            counts.append(window.index(False) if False in window else 16)
    return counts


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


@pytest.mark.parametrize("draft", DRAFTS)
def test_tokens_per_pass_are_those_of_a_recount(draft: str) -> None:
    tokens = [each.mean for each in findings(draft).tokens]
    runs = runs_of_agreement(draft)
    assert tokens == pytest.approx([mean([1 + min(run, k) for run in runs]) for k in range(1, 17)])


@pytest.mark.parametrize("draft", DRAFTS)
def test_chances_by_position_are_those_of_a_recount(draft: str) -> None:
    runs = runs_of_agreement(draft)
    reached = [mean([float(run >= i) for run in runs]) for i in range(1, 17)]
    assert [each.mean for each in findings(draft).reached] == pytest.approx(reached)
    for i, rate in enumerate(findings(draft).conditional, start=1):
        there = [run for run in runs if run >= i - 1]
        assert rate.count == len(there)
        if there:
            assert rate.mean == pytest.approx(mean([float(run >= i) for run in there]))


@pytest.mark.parametrize("draft", DRAFTS)
@pytest.mark.parametrize("k", [1, 4, 16])
def test_the_sentence_about_k_names_the_recounted_numbers(draft: str, k: int) -> None:
    runs = runs_of_agreement(draft)
    a = mean([float(run >= 1) for run in runs])
    expected = sum(a**i for i in range(k + 1))
    said = [float(number) for number in re.findall(r"\d+\.\d+", findings(draft).at(k))]
    seen, _error, rate, formula, *off = said
    assert seen == pytest.approx(mean([1 + min(run, k) for run in runs]), abs=0.005)
    assert rate == pytest.approx(a, abs=0.005)
    assert formula == pytest.approx(expected, abs=0.005)
    if k > 1:
        share = mean([1 + min(run, k) for run in runs]) / expected - 1
        assert off[0] == pytest.approx(abs(100 * share), abs=0.05)
        assert ("more than it says" in findings(draft).at(k)) == (share > 0)


def made_up(first: float, later: float, error: float) -> Findings:
    rates = (Measured(first, 0.02, 500), *[Measured(later, 0.02, 400)] * 15)
    tokens = tuple(Measured(2.0, 0.1, 500) for _ in range(16))
    return Findings(
        first,
        tokens,
        reached=rates,
        conditional=rates,
        by_text=(0.7, 0.75, 0.85, 0.9),
        rise_error=error,
    )


@pytest.mark.parametrize(
    ("later", "error", "reading"),
    [
        (0.9, 0.01, "So acceptance is not independent. It comes in runs"),
        (0.7, 0.01, "So acceptance is not independent. It falls along the draft"),
        (0.82, 0.05, "may be chance"),
    ],
)
def test_the_verdict_follows_the_numbers_whichever_way_they_go(
    later: float, error: float, reading: str
) -> None:
    assert reading in made_up(0.8, later, error).verdict


def test_a_difference_beyond_two_standard_errors_is_called_one() -> None:
    assert "more than two standard errors away" in made_up(0.8, 0.8, 0.01).at(4)
    assert "within two standard errors" in made_up(0.5, 0.5, 0.01).at(4)


@pytest.mark.parametrize("draft", DRAFTS)
def test_what_is_drawn_is_what_was_found(draft: str) -> None:
    data: dict[str, Any] = drawn(findings(draft))
    means = [each.mean for each in findings(draft).tokens]
    assert [seen for seen, _ in data["tokens"]] == pytest.approx(means, abs=5e-5)
    assert data["at"][3] == findings(draft).at(4)
    assert all(0 < seen <= 1 for seen, _ in data["reached"] if seen)


@pytest.mark.parametrize("draft", DRAFTS)
def test_the_verdict_says_how_much_the_texts_differ(draft: str) -> None:
    runs = runs_of_agreement(draft)
    rates = [
        mean([float(run >= 1) for run in runs[start : start + STARTS]])
        for start in range(0, len(runs), STARTS)
    ]
    low, high = min(rates), max(rates)
    [said] = re.findall(
        r"From text to text the rate ran from (\d+) % to (\d+) %", findings(draft).verdict
    )
    assert [int(share) for share in said] == pytest.approx([100 * low, 100 * high], abs=0.5)


@pytest.mark.parametrize("draft", DRAFTS)
def test_the_rise_is_as_uncertain_as_leaving_out_a_text_shows(draft: str) -> None:
    runs = runs_of_agreement(draft)
    texts = [runs[start : start + STARTS] for start in range(0, len(runs), STARTS)]

    def rise(kept: list[int]) -> float:
        tries = [(i, run) for run in kept for i in range(1, 17) if run >= i - 1]
        later = [float(run >= i) for i, run in tries if i > 1]
        return mean(later) - mean([float(run >= 1) for run in kept])

    left_out = [
        rise([run for other in texts if other is not text for run in other]) for text in texts
    ]
    spread = sum((each - mean(left_out)) ** 2 for each in left_out)
    assert findings(draft).rise_error == pytest.approx((3 / 4 * spread) ** 0.5)
