from __future__ import annotations

import math
import re
from fractions import Fraction

import numpy as np
import pytest

from specviz.theory import expected_tokens, net_speedup
from specviz.theory.rounding import rounded


def halves_up(x: float, digits: int) -> str:
    """Round the exact binary value with whole numbers alone."""
    scaled = abs(Fraction(x)) * 10**digits
    whole, part = divmod(math.floor(scaled + Fraction(1, 2)), 10**digits)
    text = f"{whole}.{part:0{digits}d}" if digits else f"{whole}"
    return f"-{text}" if x < 0 else text


def test_halves_go_up() -> None:
    assert rounded(0.625) == "0.63"
    assert rounded(0.375) == "0.38"
    assert rounded(2.5, 0) == "3"
    assert rounded(0.5, 0) == "1"
    assert rounded(-0.625) == "-0.63"


def test_what_only_looks_like_a_half_does_not() -> None:
    assert rounded(1.005) == "1.00"
    assert rounded(2.675) == "2.67"
    assert rounded(1.115) == "1.11"
    assert rounded(0.045) == "0.04"


def test_whole_numbers_get_their_zeros() -> None:
    assert rounded(3) == "3.00"
    assert rounded(0) == "0.00"
    assert rounded(-0.0) == "0.00"
    assert rounded(4.1, 3) == "4.100"
    assert rounded(9.999) == "10.00"


def test_every_number_of_the_grid_is_rounded_as_its_exact_value() -> None:
    rates, lengths = np.arange(101)[:, None] / 100, np.arange(1, 17)
    numbers = [expected_tokens(rates, lengths)]
    numbers += [net_speedup(rates, lengths, c) for c in (0, 0.05, 0.1, 0.3, 1)]
    for x in np.ravel(numbers).tolist():
        assert rounded(x) == halves_up(x, 2)
        assert rounded(x, 3) == halves_up(x, 3)


def test_every_tie_below_16_goes_up() -> None:
    # Ties at two digits are exact in binary only at odd multiples of 1/8.
    for eighth in range(1, 128, 2):
        assert rounded(eighth / 8) == halves_up(eighth / 8, 2)


@pytest.mark.parametrize("x", [1e20 + 2**20, 123456789012345680.0, 5e-324, 1 / 3])
@pytest.mark.parametrize("digits", [0, 2, 17, 100])
def test_large_and_small_numbers_keep_every_digit(x: float, digits: int) -> None:
    assert rounded(x, digits) == halves_up(x, digits)


@pytest.mark.parametrize("x", [math.nan, math.inf, -math.inf, 1e21, -1e21])
def test_what_has_no_plain_digits_is_refused(x: float) -> None:
    with pytest.raises(ValueError, match=f"^x must lie in .*, got {re.escape(repr(x))}$"):
        rounded(x)


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(TypeError, match="got '1'"):
        rounded("1")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"digits must be a whole number in 0\.\.100, got -1"):
        rounded(1.0, -1)
