"""What speculative decoding gains, as arithmetic.

The formulas are those of Y. Leviathan, M. Kalman, Y. Matias, *Fast Inference from Transformers
via Speculative Decoding*, arXiv 2211.17192v2, whose α and γ are a and k here. Every function
takes scalars, and then returns Python's own numbers, or arrays that broadcast.

`theory.js` is this file's twin: the same operations in the same order give the same
bits. That is why powers are multiplied out and series are summed by Horner's rule: `pow` may
differ in the last bit from one mathematical library to the next.
"""

# Numbers fit both declarations of each function; the first one, which wins, is right.
# pyright: reportOverlappingOverload=false

from typing import overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from specviz.theory.ranges import Range, Scalar

A = Range("a", 0, 1)
K = Range("k", 1, whole=True)
C = Range("c", 0)
V = Range("v", 0, above=True)
K_MAX = Range("k_max", 1, whole=True)
TOLERANCE = Range("tolerance", 0, 1)

BISECTIONS = 64
"""Halvings of 0..1 that find a break-even, to 2⁻⁶⁴: a fixed count, so that both languages agree."""


@overload
def power(a: Scalar, k: Scalar) -> float: ...
@overload
def power(a: ArrayLike, k: ArrayLike) -> NDArray[np.float64]: ...
def power(a: ArrayLike, k: ArrayLike) -> float | NDArray[np.float64]:
    """Probability that k + 1 tokens in a row would be accepted, a^(k+1).

    The power in the closed form of E (eq. 1 of the paper), which is what the page shows.

    Parameters
    ----------
    a : float or array_like of float
        Acceptance rate, 0..1.
    k : int or array_like of int
        Draft length in tokens, at least 1; broadcasts against `a`.

    Returns
    -------
    float or ndarray of float64
        a^(k+1), in the broadcast shape; a float if both are scalars.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    rate, length = np.broadcast_arrays(A.reals(a), K.wholes(k))
    product = rate.copy()
    for step in range(length.max(initial=0)):
        product = np.where(step < length, product * rate, product)
    return _unwrapped(product)


@overload
def expected_tokens(a: Scalar, k: Scalar) -> float: ...
@overload
def expected_tokens(a: ArrayLike, k: ArrayLike) -> NDArray[np.float64]: ...
def expected_tokens(a: ArrayLike, k: ArrayLike) -> float | NDArray[np.float64]:
    """Expect so many tokens per verify pass: E = 1 + a + a² + … + a^k.

    Equation 1 of the paper, E = (1 − a^(k+1)) / (1 − a), summed by Horner's rule, which needs
    no case at a = 1. The target's own token, correction or bonus, is counted: 1 ≤ E ≤ k + 1.

    Parameters
    ----------
    a : float or array_like of float
        Acceptance rate, 0..1.
    k : int or array_like of int
        Draft length in tokens, at least 1; broadcasts against `a`.

    Returns
    -------
    float or ndarray of float64
        E in tokens per pass, in the broadcast shape; a float if both are scalars.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    return _unwrapped(_expected_tokens(A.reals(a), K.wholes(k)))


@overload
def net_speedup(a: Scalar, k: Scalar, c: Scalar = 0.1, v: Scalar = 1.0) -> float: ...
@overload
def net_speedup(
    a: ArrayLike, k: ArrayLike, c: ArrayLike = 0.1, v: ArrayLike = 1.0
) -> NDArray[np.float64]: ...
def net_speedup(
    a: ArrayLike, k: ArrayLike, c: ArrayLike = 0.1, v: ArrayLike = 1.0
) -> float | NDArray[np.float64]:
    """Tokens per step of speculative decoding, against one of plain decoding: E / (v + k·c).

    Theorem 3.8 of the paper, which has v = 1: one verify pass costs one decode step.

    Parameters
    ----------
    a : float or array_like of float
        Acceptance rate, 0..1.
    k : int or array_like of int
        Draft length in tokens, at least 1.
    c : float or array_like of float
        Cost of drafting one token, in target steps, at least 0.
    v : float or array_like of float
        Cost of one verify pass, in target steps, above 0.

    Returns
    -------
    float or ndarray of float64
        The speedup as a factor, in the broadcast shape; a float if all are scalars.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    rate, length = A.reals(a), K.wholes(k)
    return _unwrapped(_net_speedup(rate, length, C.reals(c), V.reals(v)))


def speedups(
    a: ArrayLike, c: ArrayLike = 0.1, v: ArrayLike = 1.0, k_max: int = 16
) -> NDArray[np.float64]:
    """Net speedup at every draft length 1..k_max: the curve over k.

    Parameters
    ----------
    a : float or array_like of float
        Acceptance rate, 0..1.
    c : float or array_like of float
        Cost of drafting one token, in target steps, at least 0.
    v : float or array_like of float
        Cost of one verify pass, in target steps, above 0.
    k_max : int
        Greatest draft length, at least 1.

    Returns
    -------
    ndarray of float64, shape (k_max, ...)
        `net_speedup` for k = 1..k_max along the first axis, then the broadcast shape of
        `a`, `c` and `v`. Along k it rises and then falls: E is concave in k, the cost linear.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    rate, draft, verify = np.broadcast_arrays(A.reals(a), C.reals(c), V.reals(v))
    lengths = np.arange(1, int(K_MAX.scalar(k_max)) + 1, dtype=np.int64)
    return _net_speedup(rate, lengths.reshape(-1, *(1,) * rate.ndim), draft, verify)


@overload
def best_k(a: Scalar, c: Scalar = 0.1, v: Scalar = 1.0, k_max: int = 16) -> int: ...
@overload
def best_k(
    a: ArrayLike, c: ArrayLike = 0.1, v: ArrayLike = 1.0, k_max: int = 16
) -> NDArray[np.int64]: ...
def best_k(
    a: ArrayLike, c: ArrayLike = 0.1, v: ArrayLike = 1.0, k_max: int = 16
) -> int | NDArray[np.int64]:
    """Shortest draft length in 1..k_max with the greatest net speedup.

    Figure 3 of the paper shows it over a and c. It need not gain: where even the best draft
    length slows decoding down, `net_speedup` there is below 1.

    Parameters
    ----------
    a, c, v, k_max
        As in `speedups`.

    Returns
    -------
    int or ndarray of int64
        Draft length in tokens, in the broadcast shape; an int if all are scalars.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    best = np.asarray(speedups(a, c, v, k_max).argmax(axis=0), dtype=np.int64) + 1
    return best if np.ndim(best) else int(best)


def near_best(
    a: Scalar, c: Scalar = 0.1, v: Scalar = 1.0, k_max: int = 16, tolerance: Scalar = 0.02
) -> tuple[int, int]:
    """Band of draft lengths whose net speedup is nearly the greatest.

    The speedup rises and then falls along k, so the band has no gaps.

    Parameters
    ----------
    a, c, v, k_max
        As in `speedups`, scalars only.
    tolerance : float
        Share of the greatest speedup that may be missing, 0..1.

    Returns
    -------
    first, last : int
        Shortest and longest draft length in 1..k_max with a speedup of at least
        (1 − tolerance) times the greatest.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    curve = speedups(A.scalar(a), C.scalar(c), V.scalar(v), k_max)
    floor = (1.0 - TOLERANCE.scalar(tolerance)) * curve.max()
    band = np.flatnonzero(curve >= floor) + 1
    return int(band[0]), int(band[-1])


@overload
def break_even(k: Scalar, c: Scalar = 0.1, v: Scalar = 1.0) -> float: ...
@overload
def break_even(k: ArrayLike, c: ArrayLike = 0.1, v: ArrayLike = 1.0) -> NDArray[np.float64]: ...
def break_even(k: ArrayLike, c: ArrayLike = 0.1, v: ArrayLike = 1.0) -> float | NDArray[np.float64]:
    """Rate of acceptance at which net speedup is exactly 1: the root a of E(a, k) = v + k·c.

    At v = 1 it is c for k = 1 and above c for longer drafts, so that some k gains exactly
    when a > c (corollary 3.9 of the paper).

    Parameters
    ----------
    k : int or array_like of int
        Draft length in tokens, at least 1.
    c : float or array_like of float
        Cost of drafting one token, in target steps, at least 0.
    v : float or array_like of float
        Cost of one verify pass, in target steps, above 0.

    Returns
    -------
    float or ndarray of float64
        The rate, in the broadcast shape; a float if all are scalars. NaN where no a in 0..1
        breaks even: a pass costs less than one step (v + k·c < 1), so that every a gains, or
        more steps than the k + 1 tokens that it can yield, so that none does.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    length, draft, verify = np.broadcast_arrays(K.wholes(k), C.reals(c), V.reals(v))
    cost = verify + length * draft
    low, high = np.zeros(cost.shape), np.ones(cost.shape)
    for _ in range(BISECTIONS):
        middle = (low + high) / 2.0
        short = _expected_tokens(middle, length) < cost
        low, high = np.where(short, middle, low), np.where(short, high, middle)
    # Halving never reaches 0 itself, where a pass costs exactly one step.
    root = np.where(cost > 1.0, high, 0.0)
    return _unwrapped(np.where((cost < 1.0) | (cost > length + 1.0), np.nan, root))


@overload
def accepted_share(a: Scalar, k: Scalar) -> float: ...
@overload
def accepted_share(a: ArrayLike, k: ArrayLike) -> NDArray[np.float64]: ...
def accepted_share(a: ArrayLike, k: ArrayLike) -> float | NDArray[np.float64]:
    """Share of the drafted tokens that is accepted, (E − 1)/k.

    What serving engines print as acceptance rate. It is below a for 0 < a < 1 and k > 1: tokens
    behind a rejection were drafted too, but never had their chance.

    Parameters
    ----------
    a : float or array_like of float
        Acceptance rate, 0..1.
    k : int or array_like of int
        Draft length in tokens, at least 1; broadcasts against `a`.

    Returns
    -------
    float or ndarray of float64
        Accepted tokens per drafted token, in the broadcast shape; a float if both are scalars.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    rate, length = A.reals(a), K.wholes(k)
    return _unwrapped((_expected_tokens(rate, length) - 1.0) / length)


def tokens_per_pass_distribution(a: Scalar, k: Scalar) -> NDArray[np.float64]:
    """Probability of each number of tokens that one pass may yield: a capped geometric.

    The distribution whose mean is E (section 3.1 of the paper): t tokens with probability
    a^(t−1)·(1 − a) for t = 1..k, and k + 1 tokens with a^k.

    Parameters
    ----------
    a : float
        Acceptance rate, 0..1.
    k : int
        Draft length in tokens, at least 1.

    Returns
    -------
    ndarray of float64, shape (k + 1,)
        Probabilities of t = 1..k + 1 tokens.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    rate, length = A.scalar(a), int(K.scalar(k))
    chances = np.empty(length + 1)
    reached = 1.0
    for t in range(length):
        chances[t] = reached * (1.0 - rate)
        reached *= rate
    chances[length] = reached
    return chances


def _expected_tokens(a: NDArray[np.float64], k: NDArray[np.int64]) -> NDArray[np.float64]:
    rate, length = np.broadcast_arrays(a, k)
    tokens = np.ones(rate.shape)
    for step in range(length.max(initial=0)):
        tokens = np.where(step < length, 1.0 + rate * tokens, tokens)
    return tokens


def _net_speedup(
    a: NDArray[np.float64],
    k: NDArray[np.int64],
    c: NDArray[np.float64],
    v: NDArray[np.float64],
) -> NDArray[np.float64]:
    return _expected_tokens(a, k) / (v + k * c)


def _unwrapped(numbers: NDArray[np.float64]) -> float | NDArray[np.float64]:
    return numbers if np.ndim(numbers) else float(numbers)
