"""Whether counts look like draws from a distribution: Pearson's chi-square test.

K. Pearson, *On the criterion that a given system of deviations…*, Philosophical Magazine 50,
1900. Only sums, products, quotients and roots are used, no `exp` and no gamma function, which
differ in the last bit from one mathematical library to the next: `goodness.js` is this file's
twin, and the same operations in the same order give the same bits.
"""

import math

from numpy.typing import ArrayLike

from specviz.theory.ranges import Range

ENOUGH = 5.0
"""Draws that a cell must expect, else it is put together with others (the usual rule, after
W. G. Cochran, *Some methods for strengthening the common χ² tests*, Biometrics 10, 1954)."""

FARTHEST = 700.0
"""Half a statistic beyond which the tail is below 10⁻²⁰⁰ for any freedom that occurs: 0."""

COUNT = Range("a count", 0, whole=True)
CHANCE = Range("a probability", 0, 1)
STATISTIC = Range("statistic", 0)
FREEDOM = Range("freedom", 0, 100, whole=True)

_INVERSE_E = 0.36787944117144233
_ROOT_OF_PI = 1.7724538509055159
_TERMS = 20


def chi_square(counts: ArrayLike, p: ArrayLike) -> tuple[float, int]:
    """Pearson's statistic of counts against a distribution, and its degrees of freedom.

    Cells that expect fewer than `ENOUGH` draws are put together to one, and with the smallest
    other cell where even that expects too few.

    Parameters
    ----------
    counts : array_like of int, shape (cells,)
        How often each cell was drawn.
    p : array_like of float, shape (cells,)
        Its probability.

    Returns
    -------
    statistic : float
        Σ (observed − expected)² / expected; infinite where a cell of probability 0 was drawn.
    freedom : int
        Cells behind the pooling, less one; at 0 there is nothing to test.

    Raises
    ------
    ValueError
        If counts and probabilities differ in number, a count is negative or not whole, or a
        probability lies outside 0..1.
    TypeError
        If a value is not a real number.
    """
    observed, chances = COUNT.reals(counts).tolist(), CHANCE.reals(p).tolist()
    if len(observed) != len(chances):
        raise ValueError(f"there must be {len(chances)} counts, got {len(observed)}")
    if any(count > 0 and chance == 0 for count, chance in zip(observed, chances, strict=True)):
        return math.inf, max(sum(chance > 0 for chance in chances) - 1, 0)
    cells = _pooled(observed, chances)
    statistic = 0.0
    for seen, expected in cells:
        statistic += (seen - expected) * (seen - expected) / expected
    return statistic, max(len(cells) - 1, 0)


def tail(statistic: float, freedom: int) -> float:
    """Probability that a chi-square variable exceeds a statistic: the test's p-value.

    1 − P(freedom/2, statistic/2), P being the regularised lower incomplete gamma function by
    its series (M. Abramowitz, I. Stegun, *Handbook of Mathematical Functions*, 6.5.29).

    Parameters
    ----------
    statistic : float
        At least 0; may be infinite.
    freedom : int
        Degrees of freedom, 0..100; with none nothing deviates by chance.

    Returns
    -------
    float
        0..1, to within 10⁻¹².

    Raises
    ------
    ValueError
        If a number is out of range or NaN.
    TypeError
        If a value is not a real number.
    """
    x = math.inf if statistic == math.inf else STATISTIC.scalar(statistic) / 2.0
    degrees = int(FREEDOM.scalar(freedom))
    if x > FARTHEST or degrees == 0:
        return 1.0 if x == 0.0 else 0.0
    # x^a / Γ(a + 1), from a = 0 or a = 1/2 up to half the degrees of freedom.
    a = 0.0 if degrees % 2 == 0 else 0.5
    factor = 1.0 if degrees % 2 == 0 else 2.0 * math.sqrt(x) / _ROOT_OF_PI
    while 2.0 * a < degrees:
        a += 1.0
        factor *= x / a
    total, term, place = 1.0, 1.0, a
    while term > total * 1e-17:
        place += 1.0
        term *= x / place
        total += term
    return max(0.0, 1.0 - factor * _decay(x) * total)


def _pooled(counts: list[float], chances: list[float]) -> list[tuple[float, float]]:
    """Observed and expected draws of each cell, the small ones put together at the end."""
    draws = sum(counts)
    cells = [(seen, chance * draws) for seen, chance in zip(counts, chances, strict=True)]
    large = [cell for cell in cells if cell[1] >= ENOUGH]
    seen, expected = 0.0, 0.0
    for cell in cells:
        if cell[1] < ENOUGH:
            seen, expected = seen + cell[0], expected + cell[1]
    if expected == 0.0:
        return large
    if expected < ENOUGH and large:
        smallest = min(large, key=lambda cell: cell[1])
        large.remove(smallest)
        seen, expected = seen + smallest[0], expected + smallest[1]
    return [*large, (seen, expected)]


def _decay(x: float) -> float:
    """e^−x, x at least 0."""
    whole = math.floor(x)
    part = x - whole
    decay = 1.0
    for step in range(_TERMS, 0, -1):
        decay = 1.0 - decay * part / step
    for _ in range(whole):
        decay *= _INVERSE_E
    return decay
