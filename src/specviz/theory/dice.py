"""Chance as data: a stream of numbers in [0, 1) for every seed, the same in both languages.

Counter-based: number i of a stream is a hash of the seed and i, so any part of a stream can be
had without what comes before it. The hash is pcg2d of M. Jarzynski, M. Olano, *Hash Functions
for GPU Rendering*, Journal of Computer Graphics Techniques 9(3), 2020, of the point
(seed, index). Its second component is used: the last step mixes the second with the finished
first, and the first alone fails tests of uniformity and of successive pairs.

`dice.js` is this file's twin.
"""

import numpy as np
from numpy.typing import NDArray

from specviz.theory.ranges import Range

LIMIT = 2**32
SEED = Range("seed", 0, LIMIT - 1, whole=True)
INDEX = Range("index", 0, LIMIT - 1, whole=True)
START = Range("start", 0, LIMIT, whole=True)

_FACTOR = np.uint32(1664525)
_SUMMAND = np.uint32(1013904223)
_HALF = np.uint32(16)


def die(seed: int, index: int) -> float:
    """One number of a stream.

    Parameters
    ----------
    seed : int
        Name of the stream, 0..2³² − 1.
    index : int
        Place in the stream, 0..2³² − 1.

    Returns
    -------
    float
        A multiple of 2⁻³² in [0, 1).

    Raises
    ------
    ValueError
        If a number is out of range or not whole.
    TypeError
        If a value is not a real number.
    """
    return float(dice(seed, 1, int(INDEX.scalar(index)))[0])


def dice(seed: int, count: int, start: int = 0) -> NDArray[np.float64]:
    """Successive numbers of a stream.

    Parameters
    ----------
    seed : int
        Name of the stream, 0..2³² − 1.
    count : int
        How many numbers.
    start : int
        Place of the first one in the stream. A stream has 2³² numbers.

    Returns
    -------
    ndarray of float64, shape (count,)
        Multiples of 2⁻³² in [0, 1).

    Raises
    ------
    ValueError
        If a number is out of range or not whole, or the stream ends before `count` numbers.
    TypeError
        If a value is not a real number.
    """
    seed, start = int(SEED.scalar(seed)), int(START.scalar(start))
    count = int(Range("count", 0, LIMIT - start, whole=True).scalar(count))
    index = np.arange(start, start + count, dtype=np.uint32)
    # One-element arrays wrap around in silence, where NumPy's scalars would warn.
    return _pcg2d(np.array([seed], dtype=np.uint32), index) / float(LIMIT)


def _pcg2d(x: NDArray[np.uint32], y: NDArray[np.uint32]) -> NDArray[np.uint32]:
    x, y = x * _FACTOR + _SUMMAND, y * _FACTOR + _SUMMAND
    for _ in range(2):
        x = x + y * _FACTOR
        y = y + x * _FACTOR
        x, y = x ^ (x >> _HALF), y ^ (y >> _HALF)
    return y
