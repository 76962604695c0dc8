"""Verify passes, from given chance: one pass, a whole run, and many passes at once.

Chance is data. Whether drafted tokens are accepted is asked of a verdict: `independent` rolls
given dice, `recorded` reads what a real draft model proposed. Nothing here draws a number.

`passes.js` is this file's twin.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from specviz.theory.ranges import Range
from specviz.theory.theory import A, C, K, V

Outcome: TypeAlias = Literal["accepted", "rejected", "discarded"]
Own: TypeAlias = Literal["corrected", "bonus"]

Verdict: TypeAlias = Callable[[int], int]
"""Number of accepted tokens of the pass whose first token has the given index in the text."""

LENGTH = Range("length", 1, whole=True)

BLOCK = 2**17
"""Dice played at once: for many more, fresh memory would cost more than the arithmetic."""


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass: k draft steps, then one verify pass. Times are in target steps.

    Parameters
    ----------
    first : int
        Index in the text of the first token that the pass may emit.
    drafted : int
        Tokens proposed, k.
    accepted : int
        Drafted tokens that the target agreed with, before any disagreement.
    emitted : int
        Tokens that the text grew by: the accepted ones and the target's own.
    outcomes : tuple of str
        For each drafted token ``"accepted"``, ``"rejected"`` or ``"discarded"``.
    own : str
        The target's own token: ``"corrected"`` at a disagreement, ``"bonus"`` after none.
    begins, verifies, ends : float
        When drafting begins, when the verify pass does, and when that ends.
    """

    first: int
    drafted: int
    accepted: int
    emitted: int
    outcomes: tuple[Outcome, ...]
    own: Own
    begins: float
    verifies: float
    ends: float


def independent(dice: Sequence[float] | NDArray[np.float64], a: float, k: int) -> Verdict:
    """Verdict by dice: a token is accepted iff its die is below a.

    Each examined token consumes the next die, a rejected one too; tokens behind a rejection are
    not examined. So raising a turns a pass's rejections into acceptances, never the reverse.

    Parameters
    ----------
    dice : sequence of float, shape (n,)
        Numbers in [0, 1). A run of L tokens never needs more than L + k of them.
    a : float
        Acceptance rate, 0..1.
    k : int
        Draft length in tokens, at least 1.

    Returns
    -------
    Verdict
        Good for one run: it remembers which dice were used. It raises ValueError when they
        are used up.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    rate, length = A.scalar(a), int(K.scalar(k))
    rest = iter(dice)

    def accepted(_first: int) -> int:
        for count in range(length):
            die = next(rest, None)
            if die is None:
                raise ValueError(f"the run needs more than the {len(dice)} dice it was given")
            if die >= rate:
                return count
        return length

    return accepted


def recorded(agrees: Sequence[bool] | NDArray[np.bool_], k: int) -> Verdict:
    """Verdict by a recording: accepted are the tokens before the draft's first disagreement.

    Parameters
    ----------
    agrees : sequence of bool, shape (n,)
        Whether the draft proposes the text's own token at each place. Behind the end of the
        recording nothing is accepted.
    k : int
        Draft length in tokens, at least 1.

    Returns
    -------
    Verdict
        Good for any number of runs.

    Raises
    ------
    ValueError
        If `k` is out of range.
    TypeError
        If `k` is not a real number.
    """
    length = int(K.scalar(k))

    def accepted(first: int) -> int:
        window = [bool(agreed) for agreed in agrees[first : first + length]]
        return (*window, False).index(False)

    return accepted


def run(verdict: Verdict, k: int, length: int, c: float = 0.1, v: float = 1.0) -> list[Pass]:
    """Line up pass after pass until the text has at least the given length.

    The last pass is whole, so that the run may overshoot: its tokens over its steps are then
    its own exact speedup, ``(passes[-1].first + passes[-1].emitted) / passes[-1].ends``.

    Parameters
    ----------
    verdict : Verdict
        Tells how many tokens each pass accepts, 0..k.
    k : int
        Draft length in tokens, at least 1.
    length : int
        Least number of tokens to emit, at least 1.
    c : float
        Cost of drafting one token, in target steps, at least 0.
    v : float
        Cost of one verify pass, in target steps, above 0.

    Returns
    -------
    list of Pass
        Each begins when and where the one before it ends.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    drafted, enough = int(K.scalar(k)), int(LENGTH.scalar(length))
    drafting, verifying = drafted * C.scalar(c), V.scalar(v)
    passes: list[Pass] = []
    first, begins = 0, 0.0
    while first < enough:
        accepted = verdict(first)
        verifies = begins + drafting
        ends = verifies + verifying
        passes.append(_pass(first, drafted, accepted, (begins, verifies, ends)))
        first, begins = first + accepted + 1, ends
    return passes


def accepted_per_pass(dice: NDArray[np.float64], a: float, k: int) -> NDArray[np.int64]:
    """Count the accepted tokens of every pass that a stream of dice holds.

    Pass by pass the same as `independent`, but at once: between two rejections lie g
    acceptances, which are g // k full passes and then one with g % k.

    Parameters
    ----------
    dice : ndarray of float64, shape (n,)
        Numbers in [0, 1).
    a : float
        Acceptance rate, 0..1.
    k : int
        Draft length in tokens, at least 1.

    Returns
    -------
    ndarray of int64, shape (m,)
        0..k for each pass. A last pass that the dice do not complete is left out.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    rate, length = A.scalar(a), int(K.scalar(k))
    stream = np.asarray(dice, dtype=np.float64)
    finished, begun = [np.empty(0, dtype=np.int64)], 0
    for start in range(0, len(stream), BLOCK):
        accepted, begun = _accepted(stream[start : start + BLOCK] < rate, length, begun)
        finished.append(accepted)
    return np.concatenate(finished)


def mean_and_error(counts: Sequence[int] | NDArray[np.int64]) -> tuple[float, float]:
    """Mean of whole numbers, and its standard error.

    Both come from integer sums, which are exact, so that no order of summing shows. The
    variance is (n·Σx² − (Σx)²) / (n·(n − 1)), and the error √(variance / n).

    Parameters
    ----------
    counts : sequence of int, shape (n,)
        Whole numbers, such as tokens per pass.

    Returns
    -------
    mean, error : float
        In the unit of the counts. NaN where there are too few: no count, one count.

    Raises
    ------
    TypeError
        If the counts are not whole numbers.
    """
    numbers = np.asarray(counts)
    n = len(numbers)
    if n and numbers.dtype.kind not in "iu":
        raise TypeError(f"counts must be whole numbers, got {numbers.dtype}")
    total, squares = int(numbers.sum()), int((numbers * numbers).sum())
    mean = total / n if n else math.nan
    if n < 2:  # noqa: PLR2004 - one number has no spread
        return mean, math.nan
    return mean, math.sqrt((n * squares - total * total) / (n * (n - 1)) / n)


def _accepted(verdicts: NDArray[np.bool_], k: int, begun: int) -> tuple[NDArray[np.int64], int]:
    """Finish the passes of some verdicts, the first of which has `begun` acceptances already."""
    rejections = np.flatnonzero(~verdicts)
    gaps = np.diff(rejections, prepend=-1 - begun) - 1
    full = gaps // k
    ends = np.cumsum(full + 1)
    # Behind the last rejection, or with what was begun if there is none.
    behind = len(verdicts) - 1 - (rejections[-1] if len(rejections) else -1 - begun)
    accepted = np.full((ends[-1] if len(ends) else 0) + behind // k, k, dtype=np.int64)
    accepted[ends - 1] = gaps - full * k
    return accepted, int(behind % k)


def _pass(first: int, drafted: int, accepted: int, times: tuple[float, float, float]) -> Pass:
    if not 0 <= accepted <= drafted:
        raise ValueError(f"a verdict must lie in 0..{drafted}, got {accepted!r}")
    begins, verifies, ends = times
    return Pass(
        first=first,
        drafted=drafted,
        accepted=accepted,
        emitted=accepted + 1,
        outcomes=_outcomes(drafted, accepted),
        own="bonus" if accepted == drafted else "corrected",
        begins=begins,
        verifies=verifies,
        ends=ends,
    )


def _outcomes(drafted: int, accepted: int) -> tuple[Outcome, ...]:
    return tuple(
        "accepted" if i < accepted else "rejected" if i == accepted else "discarded"
        for i in range(drafted)
    )
