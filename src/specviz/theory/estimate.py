"""What a measured number of tokens per pass says about a.

`estimate.js` is this file's twin: the same operations in the same order give the same bits.
"""

import math

BISECTIONS = 64
"""Halvings of 0..1: a fixed count, so that both languages agree."""

Z = 1.959963984540054
"""Standard deviations that hold 95 % of a normal distribution."""


def rate_of(E: float, k: int) -> float:
    """The a of which the formula gives a measured E.

    Parameters
    ----------
    E : float
        Tokens per verify pass, the target's own included; beyond 1..k + 1 the nearer end counts.
    k : int
        Drafted tokens per pass, at least 1.

    Returns
    -------
    float
        The root a of 1 + a + … + a^k = E (Leviathan et al., arXiv 2211.17192v2, eq. 1), 0..1.
    """
    if E <= 1:
        return 0.0
    if E >= k + 1:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        if moments(middle, k)[0] < E:
            low = middle
        else:
            high = middle
    return high


def rate_interval(E: float, k: int, passes: float) -> tuple[float, float]:
    """The 95 % interval of a: every a under which the measured E is no surprise.

    Wilson's score interval, carried over from a share to the mean of the capped geometric
    distribution: |E − E(a)| ≤ 1.96·√(variance(a) / passes). It stays in 0..1, and it is not
    empty where nothing, or everything, was accepted.

    Parameters
    ----------
    E : float
        Measured tokens per pass.
    k : int
        Drafted tokens per pass, at least 1.
    passes : float
        Verify passes that E is the mean of, above 0.

    Returns
    -------
    tuple of float
        Both ends.
    """
    best = rate_of(E, k)
    return _end(E, k, passes, (best, 0.0)), _end(E, k, passes, (best, 1.0))


def moments(a: float, k: int) -> tuple[float, float]:
    """Mean and variance of the tokens of one pass.

    Parameters
    ----------
    a : float
        Acceptance rate, 0..1.
    k : int
        Drafted tokens per pass.

    Returns
    -------
    tuple of float
        Of t = 1..k + 1 tokens, where t tokens or more come with probability a^(t−1).
    """
    mean, square, reached = 0.0, 0.0, 1.0
    for t in range(1, k + 2):
        mean += reached
        square += (2 * t - 1) * reached
        reached *= a
    return mean, max(0.0, square - mean * mean)


def _end(E: float, k: int, passes: float, ends: tuple[float, float]) -> float:
    inside, outside = ends
    if _fits(E, outside, k, passes):
        return outside
    for _ in range(BISECTIONS):
        middle = (inside + outside) / 2
        if _fits(E, middle, k, passes):
            inside = middle
        else:
            outside = middle
    return inside


def _fits(E: float, a: float, k: int, passes: float) -> bool:
    mean, variance = moments(a, k)
    return abs(E - mean) <= Z * math.sqrt(variance / passes)
