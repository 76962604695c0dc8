"""Right values come from the paper's tables (tests/facts) and from exact fractions."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from specviz import theory
from specviz.theory import (
    accepted_share,
    best_k,
    break_even,
    expected_tokens,
    near_best,
    net_speedup,
    power,
    speedups,
    tokens_per_pass_distribution,
)

FACTS = Path(__file__).parents[1] / "facts"
RATES = np.arange(101) / 100
LENGTHS = np.arange(1, 17)
COSTS = (0.0, 0.05, 0.1, 0.3, 1.0)
VERIFY_COSTS = (0.5, 1.0, 1.9, 8.0)


def facts(name: str) -> list[dict[str, str]]:
    with (FACTS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def exact_tokens(a: float, k: int) -> Fraction:
    """E as the paper's sum, without rounding."""
    return sum((Fraction(a) ** i for i in range(k + 1)), Fraction(0))


def exact_speedup(a: float, k: int, c: float, v: float) -> Fraction:
    return exact_tokens(a, k) / (Fraction(v) + k * Fraction(c))


def test_the_lesson_s_four_rows_have_its_values() -> None:
    rows = {
        (0.8, 4): (0.328, 3.36, 2.40),
        (0.9, 4): (0.590, 4.10, 2.93),
        (0.5, 4): (0.031, 1.94, 1.38),
        (0.8, 2): (0.512, 2.44, 2.03),
    }
    for (a, k), (raised, tokens, gain) in rows.items():
        assert power(a, k) == pytest.approx(raised, abs=0.0005)
        assert expected_tokens(a, k) == pytest.approx(tokens, abs=0.005)
        assert net_speedup(a, k) == pytest.approx(gain, abs=0.005)


def test_expected_tokens_are_the_paper_s_table_1() -> None:
    for row in facts("leviathan_table1"):
        a, k = float(row["a"]), int(row["k"])
        tokens = expected_tokens(a, k)
        assert tokens == pytest.approx(float(row["tokens"]), abs=0.005)
        assert (1 + k) / tokens == pytest.approx(float(row["ops"]), abs=0.005)


def test_net_speedup_is_the_paper_s_table_4() -> None:
    for row in facts("leviathan_table4"):
        gain = net_speedup(float(row["a"]), int(row["k"]), float(row["c"]))
        assert gain == pytest.approx(float(row["r_speedup"]), abs=0.00005)
        assert gain == pytest.approx(float(row["expected"]), abs=0.07)


def test_best_k_changes_where_the_facts_say() -> None:
    for row in facts("best_k"):
        c, k, rate = float(row["c"]), int(row["k"]), float(row["from_a"])
        assert best_k(rate, c, k_max=30) == k
        if k == 1:  # nothing is best below it but not to speculate at all
            assert net_speedup(rate, 1, c) > 1.0 >= net_speedup(rate - 0.0001, 1, c)
        else:
            assert best_k(rate - 0.0002, c, k_max=30) == k - 1


def test_break_even_is_where_the_facts_say() -> None:
    for row in facts("break_even"):
        rate = break_even(int(row["k"]), float(row["c"]))
        assert rate == pytest.approx(float(row["a"]), abs=0.00005)


def test_expected_tokens_equal_the_exact_sum_to_the_last_bits() -> None:
    computed = expected_tokens(RATES[:, None], LENGTHS)
    exact = [[float(exact_tokens(a, int(k))) for k in LENGTHS] for a in RATES]
    np.testing.assert_allclose(computed, exact, rtol=4 * np.finfo(float).eps)


def test_expected_tokens_equal_the_closed_form_away_from_one() -> None:
    rates = RATES[:-1, None]
    closed = (1 - rates ** (LENGTHS + 1)) / (1 - rates)
    np.testing.assert_allclose(expected_tokens(rates, LENGTHS), closed, rtol=1e-12)


def test_power_equals_the_exact_power_to_the_last_bits() -> None:
    computed = power(RATES[:, None], LENGTHS)
    exact = [[float(Fraction(a) ** (int(k) + 1)) for k in LENGTHS] for a in RATES]
    np.testing.assert_allclose(computed, exact, rtol=17 * np.finfo(float).eps)


def test_without_acceptance_a_pass_yields_one_token_and_with_certainty_all() -> None:
    for k in (1, 2, 16, 100):
        assert expected_tokens(0, k) == 1.0
        assert expected_tokens(1, k) == k + 1.0
        assert power(0, k) == 0.0
        assert power(1, k) == 1.0


def test_a_free_draft_makes_net_speedup_the_expected_tokens() -> None:
    for a in (0.0, 0.3, 0.8, 1.0):
        assert net_speedup(a, 4, c=0) == expected_tokens(a, 4)


@pytest.mark.parametrize("c", [0.05, 0.1, 0.3, 0.7])
def test_some_draft_length_gains_exactly_when_a_exceeds_c(c: float) -> None:
    for a in RATES:
        gains = max(exact_speedup(a, int(k), c, 1.0) for k in LENGTHS) > 1
        assert gains == (a > c)
        if a > c:  # corollary 3.9
            assert speedups(float(a), c).max() >= (1 + a) / (1 + c) * (1 - 1e-15)


def test_the_share_that_serving_engines_print_is_not_a() -> None:
    assert accepted_share(0.7, 4) == pytest.approx(0.44, abs=0.005)
    assert accepted_share(0.7, 1) == pytest.approx(0.7)
    assert accepted_share(0, 4) == 0.0
    assert accepted_share(1, 4) == 1.0


def test_best_k_is_the_shortest_of_the_exactly_best() -> None:
    for a in (0.0, 0.05, 0.1, 0.35, 0.5, 0.8, 0.99, 1.0):
        for c in COSTS:
            for v in VERIFY_COSTS:
                curve = [exact_speedup(a, int(k), c, v) for k in LENGTHS]
                chosen = curve[best_k(a, c, v) - 1]
                # Where neighbours differ by less than a bit, either may be called the best.
                assert float(chosen) == pytest.approx(float(max(curve)), rel=1e-15)
    assert best_k(0, c=0) == 1
    assert best_k(1, c=0) == 16
    assert best_k(1, c=0, k_max=3) == 3
    assert best_k(1, c=1) == 1


def test_speedups_rise_and_then_fall_along_k() -> None:
    for c in COSTS:
        for v in VERIFY_COSTS:
            curves = speedups(RATES, c, v, k_max=40)
            assert curves.shape == (40, 101)
            slack = 4 * np.finfo(float).eps * curves[:-1]
            falls = np.diff(curves, axis=0) < -slack
            rises = np.diff(curves, axis=0) > slack
            assert not (np.logical_or.accumulate(falls, axis=0) & rises).any()


def test_near_best_is_a_band_without_gaps_around_the_best() -> None:
    for a in RATES:
        for c in COSTS:
            for v in VERIFY_COSTS:
                first, last = near_best(float(a), c, v)
                assert first <= best_k(float(a), c, v) <= last
                curve = speedups(float(a), c, v)
                inside = curve >= 0.98 * curve.max()
                assert inside.sum() == last - first + 1


def test_near_best_of_the_lesson_is_five_to_seven() -> None:
    assert best_k(0.8) == 6
    assert near_best(0.8) == (5, 7)
    assert near_best(0.8, tolerance=0) == (6, 6)
    assert near_best(0.8, tolerance=1) == (1, 16)


def test_break_even_is_the_smallest_double_that_pays_for_the_pass() -> None:
    for k in (1, 2, 4, 8, 16):
        for c in (0.05, 0.1, 0.3, 0.9):
            rate = break_even(k, c)
            assert net_speedup(rate, k, c) == pytest.approx(1.0, abs=4e-16)
            assert expected_tokens(rate, k) >= 1.0 + k * c
            assert expected_tokens(math.nextafter(rate, 0), k) < 1.0 + k * c


def test_break_even_reaches_both_ends() -> None:
    assert break_even(4, c=0) == 0.0
    assert break_even(4, c=1) == 1.0
    assert break_even(1, c=0.25) == pytest.approx(0.25, abs=2e-16)


def test_there_is_no_break_even_where_every_rate_gains_or_none_does() -> None:
    assert math.isnan(break_even(1, c=0.1, v=0.5))
    assert net_speedup(0, 1, c=0.1, v=0.5) > 1
    assert math.isnan(break_even(4, c=0.1, v=8))
    assert net_speedup(1, 4, c=0.1, v=8) < 1


def test_tokens_per_pass_are_a_capped_geometric_distribution() -> None:
    for a in (0.0, 0.3, 0.8, 0.95, 1.0):
        for k in (1, 2, 4, 16):
            rate = Fraction(a)
            exact = [*(rate ** (t - 1) * (1 - rate) for t in range(1, k + 1)), rate**k]
            chances = tokens_per_pass_distribution(a, k)
            np.testing.assert_allclose(chances, [float(chance) for chance in exact], rtol=5e-15)
            assert math.fsum(chances) == pytest.approx(1, abs=1e-15)
            mean = math.fsum(t * chance for t, chance in enumerate(chances, start=1))
            assert mean == pytest.approx(expected_tokens(a, k), rel=1e-14)


def test_scalars_give_python_s_own_numbers() -> None:
    for number in (
        power(0.8, 4),
        expected_tokens(np.float64(0.8), np.int64(4)),
        net_speedup(0.8, 4),
        accepted_share(0.8, 4),
        break_even(4),
    ):
        assert type(number) is float
    assert type(best_k(0.8)) is int
    assert [type(k) for k in near_best(0.8)] == [int, int]


def test_arrays_broadcast_and_agree_with_scalars_bit_for_bit() -> None:
    rates, lengths = [0.0, 0.37, 0.8, 1.0], [1, 4, 16]
    costs = np.array([0.0, 0.1])
    gains = net_speedup(np.reshape(rates, (4, 1, 1)), np.reshape(lengths, (3, 1)), costs, v=1.5)
    assert gains.shape == (4, 3, 2)
    best = best_k(np.reshape(rates, (4, 1)), costs)
    assert best.shape == (4, 2)
    even = break_even(np.reshape(lengths, (3, 1)), costs)
    assert even.shape == (3, 2)
    for i, a in enumerate(rates):
        for m, c in enumerate(costs):
            assert best[i, m] == best_k(a, float(c))
            for j, k in enumerate(lengths):
                assert gains[i, j, m] == net_speedup(a, k, float(c), 1.5)
                assert even[j, m] == break_even(k, float(c))


def test_empty_arrays_give_empty_arrays() -> None:
    assert expected_tokens(np.array([]), 4).shape == (0,)
    assert net_speedup(0.5, np.array([], dtype=int)).shape == (0,)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: expected_tokens(1.7, 4), "a must lie in 0..1, got 1.7"),
        (lambda: expected_tokens(-0.1, 4), "a must lie in 0..1, got -0.1"),
        (lambda: power(math.nan, 4), "a must lie in 0..1, got nan"),
        (lambda: power([0.1, 2.5, 3.5], 4), "a must lie in 0..1, got 2.5"),
        (lambda: power(0.5, 0), "k must be a whole number of at least 1, got 0"),
        (lambda: accepted_share(0.5, 4.5), "k must be a whole number of at least 1, got 4.5"),
        (lambda: break_even(math.inf), "k must be a whole number of at least 1, got inf"),
        (lambda: net_speedup(0.5, 4, c=-1), "c must be a finite number of at least 0, got -1"),
        (lambda: net_speedup(0.5, 4, v=0), "v must be a finite number above 0, got 0"),
        (lambda: break_even(4, v=math.inf), "v must be a finite number above 0, got inf"),
        (lambda: best_k(0.5, k_max=0), "k_max must be a whole number of at least 1, got 0"),
        (lambda: near_best(0.5, tolerance=2), "tolerance must lie in 0..1, got 2"),
        (lambda: tokens_per_pass_distribution(2, 4), "a must lie in 0..1, got 2"),
    ],
)
def test_a_number_out_of_range_is_named_with_its_range(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        call()
    assert str(caught.value) == message


@pytest.mark.parametrize("value", ["0.5", None, True, 0.5j, [0.5, None], [[0.1], [0.2, 0.3]]])
def test_a_value_that_is_no_number_is_a_type_error(value: object) -> None:
    for function in (theory.power, theory.expected_tokens, theory.net_speedup):
        with pytest.raises(TypeError) as caught:
            function(value, 4)  # type: ignore[call-overload]
        assert str(caught.value) == f"a must lie in 0..1, got {value!r}"
