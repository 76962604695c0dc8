from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from statistics import mean, stdev
from time import process_time

import numpy as np
import pytest

from specviz.theory import expected_tokens, tokens_per_pass_distribution
from specviz.theory.dice import dice
from specviz.theory.passes import (
    Pass,
    accepted_per_pass,
    independent,
    mean_and_error,
    recorded,
    run,
)

SETTINGS = [
    *((a, 4) for a in (0.05, 0.3, 0.5, 0.8, 0.9, 0.95, 0.99)),
    *((0.8, k) for k in (1, 2, 8, 16)),
    (0.5, 16),
    (0.97, 16),
]


def accepted_one_by_one(stream: list[float], a: float, k: int) -> list[int]:
    """Play the passes of a stream token by token, as the words of the explanation say."""
    passes, accepted = [], 0
    for number in stream:
        if number < a:
            accepted += 1
        if number >= a or accepted == k:
            passes.append(accepted)
            accepted = 0
    return passes


def test_a_pass_ends_at_the_first_disagreement() -> None:
    (first, second) = run(independent([0.1, 0.9, 0.2, 0.3, 0.4, 0.5], 0.8, 4), 4, 3)
    assert first == Pass(
        first=0,
        drafted=4,
        accepted=1,
        emitted=2,
        outcomes=("accepted", "rejected", "discarded", "discarded"),
        own="corrected",
        begins=0.0,
        verifies=0.4,
        ends=1.4,
    )
    assert second == Pass(
        first=2,
        drafted=4,
        accepted=4,
        emitted=5,
        outcomes=("accepted", "accepted", "accepted", "accepted"),
        own="bonus",
        begins=1.4,
        verifies=1.4 + 0.4,
        ends=1.4 + 0.4 + 1.0,
    )


def test_each_examined_token_takes_the_next_die_and_no_other_does() -> None:
    stream = [0.9, 0.1, 0.9, 0.1, 0.1, 0.1]
    verdict = independent(stream, 0.5, 2)
    assert [verdict(0), verdict(1), verdict(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="the run needs more than the 6 dice it was given"):
        verdict(6)


def test_a_die_that_equals_a_is_a_rejection() -> None:
    assert independent([0.5], 0.5, 1)(0) == 0
    assert independent([math.nextafter(0.5, 0)], 0.5, 1)(0) == 1


def test_a_run_needs_no_more_dice_than_its_length_and_k() -> None:
    for a in (0.0, 0.5, 0.9, 1.0):
        for k in (1, 4, 16):
            run(independent(dice(3, 40 + k), a, k), k, 40)


def test_at_a_0_each_pass_yields_its_correction_alone() -> None:
    passes = run(independent(dice(1, 30), 0, 4), 4, 20)
    assert len(passes) == 20
    assert {(each.emitted, each.own) for each in passes} == {(1, "corrected")}


def test_at_a_1_each_pass_yields_all_and_a_bonus() -> None:
    passes = run(independent(dice(1, 30), 1, 4), 4, 20)
    assert [each.first for each in passes] == [0, 5, 10, 15]
    assert {(each.emitted, each.own) for each in passes} == {(5, "bonus")}


@pytest.mark.parametrize("k", [1, 2, 4, 16])
@pytest.mark.parametrize("a", [0.0, 0.3, 0.8, 1.0])
def test_passes_follow_one_another_without_gap_or_overlap(a: float, k: int) -> None:
    passes = run(independent(dice(5, 200 + k), a, k), k, 200, c=0.05, v=1.5)
    for before, after in pairwise(passes):
        assert after.first == before.first + before.emitted
        assert after.begins == before.ends
    for each in passes:
        assert each.drafted == k == len(each.outcomes)
        assert each.outcomes.count("accepted") == each.accepted == each.emitted - 1
        assert each.outcomes.count("rejected") == (each.own == "corrected")
        assert each.verifies == each.begins + k * 0.05
        assert each.ends == each.verifies + 1.5
    last = passes[-1]
    assert last.first < 200 <= last.first + last.emitted
    assert last.ends == pytest.approx(len(passes) * (k * 0.05 + 1.5))


def test_raising_a_never_turns_an_acceptance_into_a_rejection() -> None:
    for seed in range(50):
        stream = dice(seed, 16)
        accepted = [independent(stream, a, 16)(0) for a in np.arange(101) / 100]
        assert accepted == sorted(accepted)


def test_a_recording_accepts_up_to_its_first_disagreement() -> None:
    verdict = recorded([True, True, False, True, False, True, True], 3)
    assert [verdict(first) for first in range(8)] == [2, 1, 0, 1, 0, 2, 1, 0]
    assert verdict(0) == 2
    assert recorded(np.array([True] * 9), 4)(2) == 4


def test_a_recorded_run_corrects_where_the_draft_disagrees() -> None:
    agrees = [True, True, False, True, True, True, True, False]
    passes = run(recorded(agrees, 2), 2, 8)
    assert [(each.first, each.accepted, each.own) for each in passes] == [
        (0, 2, "bonus"),
        (3, 2, "bonus"),
        (6, 1, "corrected"),
    ]


@pytest.mark.parametrize("a", [0.0, 0.2, 0.5, 0.8, 0.95, 1.0])
@pytest.mark.parametrize("k", [1, 2, 3, 4, 16])
def test_many_passes_at_once_are_the_passes_one_by_one(a: float, k: int) -> None:
    for count in (0, 1, 2, 17, 1000, 2**17 + 1000):
        stream = dice(11, count)
        at_once = accepted_per_pass(stream, a, k)
        assert at_once.dtype == np.int64
        assert at_once.tolist() == accepted_one_by_one(stream.tolist(), a, k)
    verdict = independent(stream, a, k)
    assert [verdict(0) for _ in at_once] == at_once.tolist()


@pytest.mark.parametrize("stream", [[], [0.9], [0.1], [0.1] * 4, [0.1] * 5, [0.9] * 3])
def test_short_streams_are_played_to_their_last_whole_pass(stream: list[float]) -> None:
    expected = accepted_one_by_one(stream, 0.5, 2)
    assert accepted_per_pass(np.array(stream), 0.5, 2).tolist() == expected


@pytest.mark.parametrize(("a", "k"), SETTINGS)
def test_100_000_passes_agree_with_theory(a: float, k: int) -> None:
    enough = math.ceil(101_000 * expected_tokens(a, k))
    for stream in (dice(2024, enough), np.random.default_rng(2024).random(enough)):
        tokens = accepted_per_pass(stream, a, k)[:100_000] + 1
        assert len(tokens) == 100_000
        average, error = mean_and_error(tokens)
        assert abs(average - expected_tokens(a, k)) <= 4 * error
        shares = np.bincount(tokens, minlength=k + 2)[1:] / len(tokens)
        chances = tokens_per_pass_distribution(a, k)
        assert (abs(shares - chances) <= 5 * np.sqrt(chances * (1 - chances) / 1e5) + 1e-5).all()


@pytest.mark.parametrize("a", [0.5, 0.8, 0.95])
def test_a_million_passes_take_little_longer_than_drawing_their_dice(a: float) -> None:
    generator = np.random.default_rng(1)
    needed = math.ceil(sum(a**i for i in range(4)) * 1_000_000)

    def fastest(action: Callable[[], object]) -> float:
        # Processor time, and the best of several: a busy machine does not count.
        times = []
        for _ in range(7):
            start = process_time()
            action()
            times.append(process_time() - start)
        return min(times)

    stream = generator.random(needed)
    drawing = fastest(lambda: generator.random(needed))
    assert fastest(lambda: accepted_per_pass(stream, a, 4)) <= 4 * drawing


def test_mean_and_error_are_exact_before_their_last_roundings() -> None:
    counts = np.random.default_rng(5).integers(1, 18, 1000).tolist()
    average, error = mean_and_error(counts)
    assert average == float(Fraction(sum(counts), 1000))
    assert average == mean(counts)
    assert error == pytest.approx(stdev(counts) / math.sqrt(1000), rel=1e-15)
    assert mean_and_error([3, 3, 3]) == (3.0, 0.0)
    assert mean_and_error(counts[::-1]) == (average, error)


def test_too_few_counts_have_no_error() -> None:
    average, error = mean_and_error([7])
    assert average == 7.0
    assert math.isnan(error)
    assert all(map(math.isnan, mean_and_error([])))


def test_mean_and_error_want_whole_numbers() -> None:
    with pytest.raises(TypeError, match="counts must be whole numbers, got float64"):
        mean_and_error([1.5, 2.5])  # type: ignore[list-item]


def test_a_run_refuses_what_is_out_of_range() -> None:
    with pytest.raises(ValueError, match=r"^a must lie in 0\.\.1, got 1\.7$"):
        independent([0.5], 1.7, 4)
    with pytest.raises(ValueError, match=r"^k must be a whole number of at least 1, got 0$"):
        run(lambda _first: 0, 0, 5)
    with pytest.raises(ValueError, match=r"^length must be a whole number of at least 1, got 0$"):
        run(lambda _first: 0, 4, 0)
    with pytest.raises(ValueError, match=r"^a verdict must lie in 0\.\.4, got 5$"):
        run(lambda _first: 5, 4, 10)
    with pytest.raises(TypeError, match=r"^a must lie in 0\.\.1, got None$"):
        accepted_per_pass(dice(1, 3), None, 4)  # type: ignore[arg-type]
