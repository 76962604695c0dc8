"""Right values come from SciPy and from NIST's table of critical values."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from specviz.theory.goodness import chi_square, tail


def test_the_tail_is_scipy_s_for_every_freedom() -> None:
    statistics = [*np.linspace(0, 120, 241), 300, 700, 1399, 1401, 1e6]
    for freedom in range(1, 61):
        computed = [tail(float(statistic), freedom) for statistic in statistics]
        np.testing.assert_allclose(computed, stats.chi2.sf(statistics, freedom), atol=1e-12)


@pytest.mark.parametrize(
    ("freedom", "critical"), [(1, 3.841), (2, 5.991), (7, 14.067), (20, 31.41)]
)
def test_the_tail_beyond_the_tabled_value_is_five_percent(freedom: int, critical: float) -> None:
    # NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4.
    assert tail(critical, freedom) == pytest.approx(0.05, abs=2e-5)


def test_without_freedom_nothing_deviates_by_chance() -> None:
    assert tail(0, 0) == 1
    assert tail(0.1, 0) == 0
    assert tail(math.inf, 0) == tail(math.inf, 3) == 0


def test_the_statistic_is_pearson_s_where_every_cell_expects_five() -> None:
    counts, p = [44, 31, 25], [0.5, 0.3, 0.2]
    expected = stats.chisquare(counts, [50, 30, 20])
    statistic, freedom = chi_square(counts, p)
    assert statistic == pytest.approx(expected.statistic, rel=1e-15)
    assert freedom == 2


def test_small_cells_are_put_together() -> None:
    # Of 100 draws the last three expect 4, 3 and 1: one cell of 8.
    counts, p = [60, 30, 5, 2, 3], [0.62, 0.30, 0.04, 0.03, 0.01]
    expected = stats.chisquare([60, 30, 10], [62, 30, 8])
    statistic, freedom = chi_square(counts, p)
    assert statistic == pytest.approx(expected.statistic, rel=1e-12)
    assert freedom == 2


def test_small_cells_that_stay_small_join_the_smallest_other() -> None:
    counts, p = [60, 36, 4], [0.62, 0.34, 0.04]
    expected = stats.chisquare([60, 40], [62, 38])
    statistic, freedom = chi_square(counts, p)
    assert statistic == pytest.approx(expected.statistic, rel=1e-12)
    assert freedom == 1


def test_a_token_that_cannot_come_out_refutes_by_itself() -> None:
    assert chi_square([99, 1], [1, 0]) == (math.inf, 0)
    assert chi_square([100, 0], [1, 0]) == (0, 0)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: chi_square([1, 2], [1.0]), "there must be 1 counts, got 2"),
        (
            lambda: chi_square([-1], [1.0]),
            "a count must be a whole number of at least 0, got -1",
        ),
        (lambda: chi_square([1], [1.5]), "a probability must lie in 0..1, got 1.5"),
        (lambda: tail(-1, 1), "statistic must be a finite number of at least 0, got -1"),
        (lambda: tail(1, 101), "freedom must be a whole number in 0..100, got 101"),
    ],
)
def test_bad_counts_and_statistics_are_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        call()  # type: ignore[operator]
    assert str(caught.value) == message
