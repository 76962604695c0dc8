"""Speculative sampling: why the text keeps the target's distribution, whatever the draft proposes.

At one position p is the target's distribution over the tokens and q the draft's. A token drawn
from q is kept with probability min(1, p/q); where it falls, another one is drawn from the
residual norm(max(0, p − q)). What comes out is distributed as p (Y. Leviathan, M. Kalman,
Y. Matias, *Fast Inference from Transformers via Speculative Decoding*, arXiv 2211.17192v2,
section 2.3 and appendix A.1; C. Chen et al., *Accelerating Large Language Model Decoding with
Speculative Sampling*, arXiv 2302.01318, theorem 1). Three rules that tempt and miss are here too.

Tokens may be put together, as long as p ≥ q for all of a group or p < q for all of it: every
function here then gives for the group what it would give for its tokens, summed. So a vocabulary
of 49,152 is told exactly by its likeliest tokens and two groups of all others.

`sampling.js` is this file's twin: the same operations in the same order give the same bits.
"""

# pyright: reportOverlappingOverload=false

from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from specviz.theory.ranges import Range

Rule: TypeAlias = Literal["right", "resample", "threshold", "keep"]
"""What becomes of a drafted token.

right
    Speculative sampling: kept with probability min(1, p/q), else replaced from the residual.
resample
    Kept with the same probability, but replaced from p itself.
threshold
    Kept iff p ≥ q, without a die, else replaced from the residual.
keep
    Kept always.
"""

CHANCE = Range("a probability", 0, 1)
WEIGHT = Range("a weight", 0)
DIE = Range("a die", 0, 1)

SLACK = 1e-6
"""What the probabilities of one position may miss 1 by: single precision, summed."""

Numbers: TypeAlias = NDArray[np.float64]


def overlap(p: ArrayLike, q: ArrayLike) -> float | Numbers:
    """Chance that a token drawn from the draft is accepted: Σ min(p, q).

    Its mean over the positions of a text is the acceptance rate a (corollary 3.6 of Leviathan
    et al.).

    Parameters
    ----------
    p, q : array_like of float, shape (..., tokens)
        Distributions of target and draft along the last axis; they broadcast.

    Returns
    -------
    float or ndarray of float64, shape (...)
        0..1, summed from the first token to the last.

    Raises
    ------
    ValueError
        If a probability lies outside 0..1, or a distribution does not sum to 1 within `SLACK`.
    TypeError
        If a value is not a real number.
    """
    shared = np.minimum(*_distributions(p, q))
    return _unwrapped(_sum(shared))


def acceptance(p: ArrayLike, q: ArrayLike, rule: Rule = "right") -> Numbers:
    """Chance that each token is kept, once it was drafted: min(1, p/q) under the right rule.

    Parameters
    ----------
    p, q : array_like of float, shape (..., tokens)
        As in `overlap`.
    rule : str
        One of `Rule`.

    Returns
    -------
    ndarray of float64, shape (..., tokens)
        0..1; 1 for a token that the draft never proposes, q = 0.

    Raises
    ------
    ValueError
        As in `overlap`, or if there is no such rule.
    TypeError
        If a value is not a real number.
    """
    target, draft = _distributions(p, q)
    return _acceptance(_kept(target, draft, rule), draft)


def residual(p: ArrayLike, q: ArrayLike) -> Numbers:
    """What a rejected token is replaced from: max(0, p − q), normalised.

    Parameters
    ----------
    p, q : array_like of float, shape (..., tokens)
        As in `overlap`.

    Returns
    -------
    ndarray of float64, shape (..., tokens)
        A distribution; all zeros where p = q, for nothing is ever rejected there.

    Raises
    ------
    ValueError
        As in `overlap`.
    TypeError
        If a value is not a real number.
    """
    target, draft = _distributions(p, q)
    return _residual(target, draft)


def emitted(p: ArrayLike, q: ArrayLike, rule: Rule = "right") -> Numbers:
    """Distribution of the token that comes out of a position in the limit of many draws.

    What is kept of q, and the rest of the draws replaced. Under the right rule it is p.

    Parameters
    ----------
    p, q : array_like of float, shape (..., tokens)
        As in `overlap`.
    rule : str
        One of `Rule`.

    Returns
    -------
    ndarray of float64, shape (..., tokens)
        A distribution.

    Raises
    ------
    ValueError
        As in `overlap`, or if there is no such rule.
    TypeError
        If a value is not a real number.
    """
    target, draft = _distributions(p, q)
    kept = _kept(target, draft, rule)
    rejected = 1.0 - _sum(kept)[..., np.newaxis]
    return kept + rejected * _replacement(target, draft, rule)


def drawn(weights: ArrayLike, dice: ArrayLike) -> int | NDArray[np.int64]:
    """Tokens that dice pick: the first one up to which the weights exceed die · Σ weights.

    Parameters
    ----------
    weights : array_like of float, shape (tokens,)
        Proportional to the chances of the tokens; they need not sum to 1.
    dice : float or array_like of float
        Numbers in [0, 1).

    Returns
    -------
    int or ndarray of int64
        Indices of tokens of positive weight, in the shape of `dice`; an int for a scalar.

    Raises
    ------
    ValueError
        If a weight is negative, or all are 0, or a die lies outside [0, 1).
    TypeError
        If a value is not a real number.
    """
    sums = np.add.accumulate(WEIGHT.reals(weights))
    if not sums[-1] > 0:
        raise ValueError("weights must not all be 0")
    places = np.searchsorted(sums, _dice(dice) * sums[-1], side="right")
    return int(places) if np.ndim(places) == 0 else places


def verify(  # noqa: PLR0913, PLR0917 - all that a verdict depends on
    p: ArrayLike,
    q: ArrayLike,
    token: ArrayLike,
    die: ArrayLike,
    second: ArrayLike,
    rule: Rule = "right",
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Verdicts on drafted tokens, and the tokens that come out.

    Parameters
    ----------
    p, q : array_like of float, shape (tokens,)
        Distributions of target and draft at one position.
    token : int or array_like of int
        Drafted tokens, indices into p and q.
    die : float or array_like of float
        Numbers in [0, 1): a token is kept iff its die is below `acceptance`.
    second : float or array_like of float
        Numbers in [0, 1) that draw the replacements, used where one is needed.
    rule : str
        One of `Rule`.

    Returns
    -------
    kept : ndarray of bool
        In the broadcast shape of `token`, `die` and `second`.
    out : ndarray of int64
        The token itself where it is kept, else its replacement.

    Raises
    ------
    ValueError
        As in `overlap` and `drawn`, or if there is no such rule or no such token.
    TypeError
        If a value is not a real number.
    """
    target, draft = _distributions(p, q)
    tokens = Range("token", 0, len(draft) - 1, whole=True).wholes(token)
    tokens, dice, seconds = np.broadcast_arrays(tokens, _dice(die), _dice(second))
    chances = _acceptance(_kept(target, draft, rule), draft)
    kept = np.asarray(dice < chances[tokens])
    out = tokens.copy()
    if not kept.all():
        out[~kept] = drawn(_replacement(target, draft, rule), seconds[~kept])
    return kept, out


def draws(
    p: ArrayLike, q: ArrayLike, dice: ArrayLike, rule: Rule = "right"
) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]]:
    """Whole draws at one position: draft a token, judge it, replace it if it falls.

    Parameters
    ----------
    p, q : array_like of float, shape (tokens,)
        Distributions of target and draft.
    dice : array_like of float, shape (3·n,)
        Numbers in [0, 1), three a draw: for the drafted token, the verdict, the replacement.
    rule : str
        One of `Rule`.

    Returns
    -------
    drafted : ndarray of int64, shape (n,)
        Tokens drawn from q.
    kept : ndarray of bool, shape (n,)
        As in `verify`.
    out : ndarray of int64, shape (n,)
        As in `verify`.

    Raises
    ------
    ValueError
        As in `verify`, or if the dice are no multiple of three.
    TypeError
        If a value is not a real number.
    """
    rolled = _dice(dice)
    if rolled.size % 3:
        raise ValueError(f"dice must come in threes, got {rolled.size}")
    first, die, second = rolled.reshape(-1, 3).T
    drafted = np.asarray(drawn(q, first))
    return drafted, *verify(p, q, drafted, die, second, rule)


def _kept(p: Numbers, q: Numbers, rule: Rule) -> Numbers:
    """The part of q that is kept, token by token."""
    if rule not in get_args(Rule):
        raise ValueError(f"rule must be one of {', '.join(get_args(Rule))}, got {rule!r}")
    if rule == "keep":
        return q
    return np.where(p >= q, q, 0.0 if rule == "threshold" else p)


def _acceptance(kept: Numbers, q: Numbers) -> Numbers:
    drafted = q > 0
    return np.divide(kept, q, out=np.ones(q.shape), where=drafted)


def _replacement(p: Numbers, q: Numbers, rule: Rule) -> Numbers:
    # Where nothing is missing of p, only rounding can reject.
    missing = _residual(p, q)
    missed = _sum(missing)[..., np.newaxis] > 0
    return p if rule == "resample" else np.where(missed, missing, p)


def _residual(p: Numbers, q: Numbers) -> Numbers:
    missing = np.maximum(p - q, 0.0)
    mass = _sum(missing)[..., np.newaxis]
    return np.divide(missing, mass, out=np.zeros(missing.shape), where=mass > 0)


def _sum(numbers: Numbers) -> Numbers:
    # From the first to the last, as the twin does; np.sum adds in another order.
    return np.asarray(np.add.accumulate(numbers, axis=-1)[..., -1])


def _distributions(p: ArrayLike, q: ArrayLike) -> tuple[Numbers, Numbers]:
    target, draft = np.broadcast_arrays(CHANCE.reals(p), CHANCE.reals(q))
    for name, chances in (("p", target), ("q", draft)):
        sums = _sum(chances)
        off = np.abs(sums - 1.0) > SLACK
        if off.any():
            raise ValueError(f"{name} must sum to 1, got {sums[off].flat[0].item()!r}")
    return target, draft


def _dice(values: ArrayLike) -> Numbers:
    dice = DIE.reals(values)
    if (dice == 1).any():
        raise ValueError("a die must be below 1, got 1.0")
    return dice


def _unwrapped(numbers: Numbers) -> float | Numbers:
    return numbers if np.ndim(numbers) else float(numbers)
