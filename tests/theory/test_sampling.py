"""Right values come from tests/facts/sampling.csv, from exact fractions and from SciPy."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from specviz.theory.sampling import (
    Rule,
    acceptance,
    drawn,
    draws,
    emitted,
    overlap,
    residual,
    verify,
)

FACTS = Path(__file__).parents[1] / "facts" / "sampling.csv"
RULES = get_args(Rule)
COLUMNS = {
    "right": "out_right",
    "resample": "out_resample_from_p",
    "threshold": "out_accept_iff_p_at_least_q",
    "keep": "out_keep_draft",
}
P, Q = [0.5, 0.3, 0.2], [0.2, 0.3, 0.5]


def cases() -> Iterator[tuple[str, dict[str, NDArray[np.float64]]]]:
    """Each case of the facts, column by column."""
    with FACTS.open(encoding="utf-8", newline="") as file:
        for case, rows in groupby(csv.DictReader(file), key=lambda row: row["case"]):
            table = list(rows)
            numbers = [name for name in table[0] if name not in {"case", "token"}]
            yield case, {name: np.array([float(row[name]) for row in table]) for name in numbers}


CASES = dict(cases())


@pytest.mark.parametrize("case", CASES)
def test_acceptance_overlap_and_residual_have_the_facts_values(case: str) -> None:
    facts = CASES[case]
    p, q = facts["p"], facts["q"]
    np.testing.assert_allclose(acceptance(p, q), facts["accept"], atol=1e-15)
    np.testing.assert_allclose(residual(p, q), facts["residual"], atol=1e-15)
    assert overlap(p, q) == pytest.approx(facts["overlap"][0], abs=1e-15)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("rule", RULES)
def test_every_rule_emits_what_the_facts_say(case: str, rule: Rule) -> None:
    facts = CASES[case]
    out = emitted(facts["p"], facts["q"], rule)
    np.testing.assert_allclose(out, facts[COLUMNS[rule]], atol=1e-15)


weights = st.lists(st.integers(0, 1000), min_size=2, max_size=12).filter(any)


@given(st.data(), weights)
def test_the_right_rule_emits_p_whatever_q_is(data: st.DataObject, target: list[int]) -> None:
    size = len(target)
    draft = data.draw(st.lists(st.integers(0, 1000), min_size=size, max_size=size).filter(any))
    p, q = np.array(target) / sum(target), np.array(draft) / sum(draft)
    np.testing.assert_allclose(emitted(p, q), p, atol=1e-14)
    exact = sum(
        min(Fraction(a, sum(target)), Fraction(b, sum(draft)))
        for a, b in zip(target, draft, strict=True)
    )
    assert overlap(p, q) == pytest.approx(float(exact), abs=1e-14)
    mass = np.maximum(p - q, 0).sum()
    assert overlap(p, q) + mass == pytest.approx(1, abs=1e-14)
    assert (q * acceptance(p, q)).sum() == pytest.approx(overlap(p, q), abs=1e-14)


@given(st.data(), weights)
def test_groups_of_one_side_stand_exactly_for_their_tokens(
    data: st.DataObject, target: list[int]
) -> None:
    size = len(target)
    draft = data.draw(st.lists(st.integers(0, 1000), min_size=size, max_size=size).filter(any))
    p, q = np.array(target) / sum(target), np.array(draft) / sum(draft)
    # The first token stays alone; all others go into two groups.
    sides = np.where(np.arange(size) == 0, 0, np.where(p >= q, 1, 2))

    def grouped(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.array([numbers[sides == side].sum() for side in range(3)])

    coarse = grouped(p), grouped(q)
    assert overlap(*coarse) == pytest.approx(overlap(p, q), abs=1e-14)
    np.testing.assert_allclose(residual(*coarse), grouped(residual(p, q)), atol=1e-11)
    for rule in RULES:
        np.testing.assert_allclose(emitted(*coarse, rule), grouped(emitted(p, q, rule)), atol=1e-11)


def test_positions_lie_along_the_axes_before_the_last() -> None:
    p, q = np.array([[P, Q], [Q, Q]]), np.array(Q)
    assert np.shape(overlap(p, q)) == (2, 2)
    assert np.asarray(overlap(p, q)) == pytest.approx(np.array([[0.7, 1], [1, 1]]), rel=1e-15)
    np.testing.assert_allclose(emitted(p, q), p, atol=1e-15)
    assert acceptance(p, q)[0, 0].tolist() == [1, 1, 0.4]


def test_dice_pick_tokens_by_their_share_and_never_one_without_weight() -> None:
    shares = [0.0, 0.25, 0.0, 0.75, 0.0]
    picked = drawn(shares, [0.0, np.nextafter(0.25, 0), 0.25, np.nextafter(1, 0)])
    assert np.asarray(picked).tolist() == [1, 1, 3, 3]
    assert drawn([3, 1], 0.7499) == 0
    assert drawn([3, 1], 0.75) == 1
    assert type(drawn([3, 1], 0.75)) is int


def test_a_die_that_equals_the_acceptance_rejects() -> None:
    token, die = 2, float(acceptance(P, Q)[2])
    kept, out = verify(P, Q, token, die, 0.0)
    assert (bool(kept), int(out)) == (False, 0)
    kept, out = verify(P, Q, token, np.nextafter(die, 0), 0.0)
    assert (bool(kept), int(out)) == (True, 2)


def test_draws_use_three_dice_each() -> None:
    dice = [0.1, 0.9, 0.9, 0.6, 0.39, 0.9, 0.6, 0.41, 0.9]
    drafted, kept, out = draws(P, Q, dice)
    assert drafted.tolist() == [0, 2, 2]
    assert kept.tolist() == [True, True, False]
    assert out.tolist() == [0, 2, 0]


def p_values(rule: Rule, seeds: range) -> list[float]:
    """Of SciPy's chi-square against p, one a seed."""
    p, q = np.array([0.4, 0.3, 0.15, 0.1, 0.05]), np.array([0.15, 0.35, 0.05, 0.25, 0.2])
    found = []
    for seed in seeds:
        dice = np.random.default_rng(seed).random(3 * 4000)
        counts = np.bincount(draws(p, q, dice, rule)[2], minlength=len(p))
        found.append(float(stats.chisquare(counts, p * counts.sum()).pvalue))
    return found


def test_under_the_right_rule_p_values_are_uniform() -> None:
    assert stats.kstest(p_values("right", range(400)), "uniform").pvalue > 1e-3


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule != "right"])
def test_under_every_wrong_rule_p_values_vanish(rule: Rule) -> None:
    assert max(p_values(rule, range(30))) < 1e-12


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: overlap([0.5, 0.6], Q[:2]), "p must sum to 1, got 1.1"),
        (lambda: overlap([0.5, 0.5], [0.5, 0.4]), "q must sum to 1, got 0.9"),
        (lambda: residual([1.5, -0.5], [0.5, 0.5]), "a probability must lie in 0..1, got 1.5"),
        (
            lambda: emitted(P, Q, "luck"),  # type: ignore[arg-type]
            "rule must be one of right, resample, threshold, keep, got 'luck'",
        ),
        (lambda: drawn([0, 0], 0.5), "weights must not all be 0"),
        (lambda: drawn([1, -1], 0.5), "a weight must be a finite number of at least 0, got -1"),
        (lambda: drawn([1, 1], 1.0), "a die must be below 1, got 1.0"),
        (lambda: verify(P, Q, 3, 0.5, 0.5), "token must be a whole number in 0..2, got 3"),
        (lambda: draws(P, Q, [0.5, 0.5]), "dice must come in threes, got 2"),
    ],
)
def test_what_is_no_distribution_die_or_rule_is_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        call()  # type: ignore[operator]
    assert str(caught.value) == message
