"""The one rule for printing a number.

Halves go up, away from zero, and a half is what the binary value says: 0.625 is one, 1.005,
whose nearest double lies below, is not. `toFixed` in `rounding.js`, this file's twin,
does just that by ECMA-262; Python's `format` does not, it takes halves to the even digit.
"""

import math
from decimal import ROUND_HALF_UP, Context, Decimal

from specviz.theory.ranges import Range

# From 1e21 on the twin changes to exponents.
_LARGEST = math.nextafter(1e21, 0)
NUMBER = Range("x", -_LARGEST, _LARGEST)
DIGITS = Range("digits", 0, 100, whole=True)

# 21 digits before the point and 100 behind it, each of them exact.
_EXACT = Context(prec=121, rounding=ROUND_HALF_UP)


def rounded(x: float, digits: int = 2) -> str:
    """Decimal text of a number, halves up.

    Parameters
    ----------
    x : float
        Any number below 1e21 in size.
    digits : int
        Digits behind the point, 0..100.

    Returns
    -------
    str
        Such as ``"0.63"`` of 0.625, and ``"-0.63"`` of −0.625.

    Raises
    ------
    ValueError
        If `x` is NaN or too large, or `digits` out of range.
    TypeError
        If a value is not a real number.
    """
    unit = Decimal(1).scaleb(-int(DIGITS.scalar(digits)))
    # JavaScript prints −0 without its sign; adding 0 takes it away.
    return f"{Decimal(NUMBER.scalar(x) + 0.0).quantize(unit, context=_EXACT):f}"
