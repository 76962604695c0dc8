"""An a read off measured passes is the formula's, and its interval holds it as often as it says."""

from __future__ import annotations

import numpy as np
import pytest

from specviz.theory import expected_tokens, tokens_per_pass_distribution
from specviz.theory.estimate import moments, rate_interval, rate_of


# Counts that engines printed in public threads, with the root of eq. 1 found independently.
@pytest.mark.parametrize(
    ("E", "k", "a"),
    [
        (10616 / 4437, 3, 0.663),  # vllm #9539
        (1 + 150 / 78, 7, 0.672),  # vllm-ascend #13640
        (1 + 63669 / 43221, 6, 0.608),  # vllm #24243
        (1 + 12368 / 4687, 10, 0.734),  # vllm #26498
        (1 + 22021 / 26407, 1, 0.834),  # vllm #48892
        (673 / 147, 5, 0.890),  # llama.cpp #5877
    ],
)
def test_a_is_the_root_of_the_formula(E: float, k: int, a: float) -> None:
    assert rate_of(E, k) == pytest.approx(a, abs=1e-3)
    assert expected_tokens(rate_of(E, k), k) == pytest.approx(E, abs=1e-12)


def test_tokens_per_pass_beyond_their_range_give_the_nearer_end() -> None:
    assert rate_of(0.9, 4) == 0
    assert rate_of(5.2, 4) == 1


def test_moments_are_those_of_the_capped_geometric_distribution() -> None:
    for k in (1, 4, 16):
        for a in (0.0, 0.3, 0.8, 1.0):
            chances = tokens_per_pass_distribution(a, k)
            tokens = np.arange(1, k + 2)
            mean = float(chances @ tokens)
            variance = float(chances @ (tokens - mean) ** 2)
            assert moments(a, k) == pytest.approx((mean, variance), abs=1e-10)


def test_for_one_drafted_token_the_interval_is_wilson_s() -> None:
    # Nothing accepted in 40 passes (vllm-ascend #16980): the upper end is z² / (n + z²).
    low, high = rate_interval(1.0, 1, 40)
    assert low == 0
    assert high == pytest.approx(3.8414588 / 43.8414588, abs=1e-7)


@pytest.mark.parametrize(("a", "k"), [(0.2, 3), (0.5, 4), (0.8, 4), (0.9, 8)])
def test_the_interval_holds_a_in_19_of_20_runs(a: float, k: int) -> None:
    chance = np.random.default_rng([k, 7])
    tokens = np.arange(1, k + 2)
    runs = chance.multinomial(300, tokens_per_pass_distribution(a, k), 400) @ tokens / 300
    held = [low <= a <= high for low, high in (rate_interval(E, k, 300) for E in runs)]
    assert 0.92 <= np.mean(held) <= 0.98
