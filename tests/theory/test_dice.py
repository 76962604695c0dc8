from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from specviz.theory.dice import dice, die

MASK = 2**32 - 1
SEEDS = range(200)
SAMPLE = 2**14


def hashed(x: int, y: int) -> tuple[int, int]:
    """Compute pcg2d as the paper's listing has it, in Python's unbounded integers."""
    x, y = (x * 1664525 + 1013904223) & MASK, (y * 1664525 + 1013904223) & MASK
    x = (x + y * 1664525) & MASK
    y = (y + x * 1664525) & MASK
    x, y = x ^ (x >> 16), y ^ (y >> 16)
    x = (x + y * 1664525) & MASK
    y = (y + x * 1664525) & MASK
    return x ^ (x >> 16), y ^ (y >> 16)


def cells(stream: NDArray[np.float64], dimensions: int, bins: int) -> np.ndarray:
    """Count how many successive tuples of a stream fall into each cell of a cube."""
    places = (stream * bins).astype(np.int64)
    tuples = places[: len(places) // dimensions * dimensions].reshape(-1, dimensions)
    return np.bincount(tuples @ bins ** np.arange(dimensions), minlength=bins**dimensions)


def test_dice_are_the_second_component_of_pcg2d() -> None:
    for seed in (0, 1, 7, 2**31, MASK):
        for index in (0, 1, 12345, 2**31, MASK):
            assert die(seed, index) == hashed(seed, index)[1] / 2**32


def test_dice_are_successive_numbers_of_one_stream() -> None:
    stream = dice(7, 100)
    assert stream.dtype == np.float64
    assert stream.tolist() == [die(7, index) for index in range(100)]
    assert dice(7, 60, start=40).tolist() == stream[40:].tolist()
    assert dice(7, 3, start=2**32 - 3)[2] == die(7, MASK)
    assert dice(7, 0).shape == (0,)


def test_dice_lie_in_0_to_1_without_1() -> None:
    stream = dice(1, 100_000)
    assert stream.min() >= 0
    assert stream.max() < 1
    assert (stream * 2**32 % 1 == 0).all()


@pytest.mark.parametrize(("dimensions", "bins"), [(1, 128), (2, 16), (3, 6), (4, 4), (8, 2)])
@pytest.mark.parametrize("along", ["index", "seed"])
def test_successive_dice_fill_space_evenly(dimensions: int, bins: int, along: str) -> None:
    if along == "index":
        streams = [dice(seed, SAMPLE) for seed in SEEDS]
    else:  # "new dice" is the next seed, so the first dice of successive seeds count too
        table = np.array([dice(seed, len(SEEDS)) for seed in range(SAMPLE)])
        streams = list(table.T)
    chances = [stats.chisquare(cells(stream, dimensions, bins)).pvalue for stream in streams]
    assert min(chances) > 1e-5
    assert stats.kstest(chances, "uniform").pvalue > 1e-3


@pytest.mark.parametrize("lag", [1, 2, 3, 4, 5, 8, 16, 17, 64])
def test_dice_do_not_remember_earlier_ones(lag: int) -> None:
    streams = np.array([dice(seed, SAMPLE) for seed in SEEDS]) - 0.5
    scores = (streams[:, lag:] * streams[:, :-lag]).sum(axis=1) * 12 / np.sqrt(SAMPLE - lag)
    assert stats.kstest(scores, "norm").pvalue > 1e-3


def test_streams_of_neighbouring_seeds_are_strangers() -> None:
    streams = np.array([dice(seed, SAMPLE) for seed in SEEDS]) - 0.5
    scores = (streams[1:] * streams[:-1]).sum(axis=1) * 12 / np.sqrt(SAMPLE)
    assert stats.kstest(scores, "norm").pvalue > 1e-3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, 5), "seed must be a whole number in 0..4294967295, got -1"),
        ((2**32, 5), "seed must be a whole number in 0..4294967295, got 4294967296"),
        ((2**80, 5), f"seed must be a whole number in 0..4294967295, got {2**80}"),
        ((0.5, 5), "seed must be a whole number in 0..4294967295, got 0.5"),
        ((1, -5), "count must be a whole number in 0..4294967296, got -5"),
        ((1, 5, -1), "start must be a whole number in 0..4294967296, got -1"),
        ((1, 5, 2**32 - 4), "count must be a whole number in 0..4, got 5"),
    ],
)
def test_a_stream_that_does_not_exist_is_refused(arguments: tuple[int, int], message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        dice(*arguments)
    assert str(caught.value) == message


def test_a_seed_that_is_no_number_is_a_type_error() -> None:
    with pytest.raises(TypeError, match=r"^seed must be a whole number in .*, got '7'$"):
        dice("7", 5)  # type: ignore[arg-type]
