"""The values that a quantity may take, and the one sentence that refuses any other."""

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Scalar: TypeAlias = float | np.floating | np.integer
"""One real number: Python's own or NumPy's."""


@dataclass(frozen=True, slots=True)
class Range:
    """The values that a named quantity may take.

    Parameters
    ----------
    name : str
        The quantity, as messages call it.
    low, high : float
        Bounds. `high` itself is allowed; without it there is no upper bound, but infinity
        is refused all the same.
    whole : bool
        Whether only whole numbers are allowed.
    above : bool
        Whether `low` itself is refused.

    Examples
    --------
    >>> str(Range("a", 0, 1))
    'a must lie in 0..1'
    >>> Range("k", 1, 16, whole=True).scalar(0)
    Traceback (most recent call last):
    ValueError: k must be a whole number in 1..16, got 0
    """

    name: str
    low: float
    high: float = math.inf
    whole: bool = False
    above: bool = False

    def __str__(self) -> str:
        """Say what the quantity must be."""
        if math.isfinite(self.high):
            kind, place = "lie", f"in {_digits(self.low)}..{_digits(self.high)}"
        else:
            bound = "above" if self.above else "of at least"
            kind, place = "be a finite number", f"{bound} {_digits(self.low)}"
        return f"{self.name} must {'be a whole number' if self.whole else kind} {place}"

    def reals(self, value: object) -> NDArray[np.float64]:
        """Give one number, or an array of any shape, as float64.

        Raises
        ------
        ValueError
            If a number lies outside the range, is NaN or infinite, or is not whole where it
            must be. The message names the first such number.
        TypeError
            If `value` is not made of real numbers; truth values are not.
        """
        numbers = self._numbers(value).astype(np.float64)
        inside = np.isfinite(numbers) & (numbers <= self.high)
        inside &= numbers > self.low if self.above else numbers >= self.low
        if self.whole:
            inside &= numbers == np.floor(numbers)
        if not inside.all():
            raise ValueError(f"{self}, got {np.asarray(value)[~inside].flat[0].item()!r}")
        return numbers

    def wholes(self, value: object) -> NDArray[np.int64]:
        """Give one whole number, or an array of any shape, as int64; errors as in `reals`."""
        return self.reals(value).astype(np.int64)

    def scalar(self, value: object) -> float:
        """Give one number as Python's float, or as its int if whole; errors as in `reals`."""
        numbers = self.wholes(value) if self.whole else self.reals(value)
        if numbers.ndim:
            raise TypeError(f"{self}, got {value!r}")
        return numbers.item()

    def _numbers(self, value: object) -> NDArray[np.generic]:
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise ValueError(f"{self}, got {value!r}")
        try:
            numbers = np.asarray(value)
        except ValueError:  # rows of different lengths
            raise TypeError(f"{self}, got {value!r}") from None
        if numbers.dtype.kind not in "iuf":
            raise TypeError(f"{self}, got {value!r}")
        return numbers


def _digits(bound: float) -> str:
    return str(int(bound)) if abs(bound) < 2**53 and bound == int(bound) else repr(bound)
