"""How the recorded pairs compare with the formula.

All summaries are over all prompts together and every starting position: from each a pass is
drafted as if decoding had just arrived there. Passes that start near one another look ahead at
the same tokens, so they are far from independent, and a standard error that took them so would
be too small. The errors here are those of the means of `BATCH` consecutive starting positions,
twice as many as a pass can look ahead.

Every function takes the recording to be measured; by default it is the one that comes along.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specviz.recording.transcript import BATCH, LONGEST, Recording, Tokens, recording
from specviz.theory.ranges import Range

K = Range("k", 1, LONGEST, whole=True)


@dataclass(frozen=True)
class Measured:
    """A measured mean, its standard error and the number of observations behind it.

    Without observations mean and error are NaN.
    """

    mean: float
    standard_error: float
    count: int


def acceptance_rate(draft: str, of: Recording | None = None) -> float:
    """The measured a: share of starting positions where the draft chooses as the target does.

    Every position is asked given the true text before it, which is what an examined token has
    before it, since all tokens drafted ahead of it were accepted. So this is the rate at
    position 1 of a pass, and E(a, 1) is met exactly. Counting accepted of examined tokens over
    passes of k > 1 would give stretches of agreement more weight, and take as given what is to
    be tested: that the rate is the same at every position.

    Raises
    ------
    ValueError
        If no draft has that name.
    """
    return reached_and_accepted(draft, of)[0].mean


def mean_overlap(draft: str, of: Recording | None = None) -> float:
    """Mean of Σ min(p, q) over the starting positions: a if tokens were sampled, not greedy.

    Raises
    ------
    ValueError
        If no draft has that name.
    """
    traces = (of or recording()).traces(draft)
    return float(np.mean(np.concatenate([trace.overlap[: trace.starts] for trace in traces])))


def tokens_per_pass(draft: str, k: int, of: Recording | None = None) -> Measured:
    """Tokens per verify pass, the correction or bonus token included, from every start.

    Compare `theory.expected_tokens(acceptance_rate(draft), k)`.

    Raises
    ------
    ValueError
        If no draft has that name, or k lies outside 1..16.
    """
    tokens = 1 + np.minimum(_accepted(draft, of), K.wholes(k))
    return _measured(tokens, np.ones_like(tokens))


def reached_and_accepted(draft: str, of: Recording | None = None) -> tuple[Measured, ...]:
    """Chance that position i of a pass is reached and accepted, i = 1..16: a^i in the formula.

    Raises
    ------
    ValueError
        If no draft has that name.
    """
    accepted = _accepted(draft, of)
    everyone = np.ones_like(accepted)
    return tuple(_measured(accepted >= i, everyone) for i in range(1, LONGEST + 1))


def conditional_rate(draft: str, of: Recording | None = None) -> tuple[Measured, ...]:
    """Chance that position i is accepted given that it was reached, i = 1..16.

    All the same where the formula's one assumption holds. `count` is how many passes got there;
    where few did, the standard error is a guess, and too small a one.

    Raises
    ------
    ValueError
        If no draft has that name.
    """
    accepted = _accepted(draft, of)
    return tuple(_measured(accepted >= i, accepted >= i - 1) for i in range(1, LONGEST + 1))


def _accepted(draft: str, of: Recording | None) -> Tokens:
    """Accepted tokens of every pass with k = LONGEST, one row a batch, shape (batches, BATCH)."""
    traces = (of or recording()).traces(draft)
    return np.concatenate([trace.accepted for trace in traces]).reshape(-1, BATCH)


def _measured(counted: NDArray[Any], of: NDArray[Any]) -> Measured:
    """Ratio Σ counted / Σ of, its error from how the batches (rows) scatter about it."""
    parts, wholes = counted.sum(axis=1), of.sum(axis=1)
    count = int(wholes.sum())
    if not count:
        return Measured(float("nan"), float("nan"), 0)
    mean = parts.sum() / count
    scatter = ((parts - mean * wholes) ** 2).sum() * len(parts) / (len(parts) - 1)
    return Measured(float(mean), float(np.sqrt(scatter)) / count, count)
