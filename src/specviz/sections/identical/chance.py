"""Draws at one place: one of them in steps, and ten thousand with their test, in words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from specviz.sections.identical.place import OTHERS, percent, shown
from specviz.sections.identical.positions import Numbers
from specviz.theory.dice import dice
from specviz.theory.goodness import chi_square, tail
from specviz.theory.rounding import rounded
from specviz.theory.sampling import acceptance, draws, emitted, overlap, residual

DRAWS = 10_000

SEED = 10
"""Of the dice that the page begins with: the first draft falls, which shows every step."""

STEPS = (
    "The draft draws",
    "The target weighs it",
    "The die",
    "What is missing of p",
    "What comes out",
)
"""What happens in one draw, in order."""

RULES = {
    "right": "the right rule",
    "resample": "replace from p",
    "threshold": "keep iff p ≥ q",
    "keep": "keep always",
}
"""What is done with a drafted token, by the names of `specviz.theory.sampling`."""

DOUBT = 0.01
"""Below this chance the words say that the draws are not from p, as tests often do; ..."""

CERTAIN = 0.0001
"""... and below this without any doubt."""


@dataclass(frozen=True, slots=True)
class One:
    """One draw.

    Parameters
    ----------
    drafted, out
        Tokens, as indices into p and q.
    texts
        What each of `STEPS` comes to.
    """

    drafted: int
    out: int
    texts: list[str]


def one(words: tuple[str, ...], p: Numbers, q: Numbers, seed: int, index: int) -> One:
    """One draw under the right rule.

    Parameters
    ----------
    words
        The likeliest tokens.
    p, q
        Of target and draft.
    seed, index
        Which dice, and which three of them.

    Returns
    -------
    One
        As it is told step by step.
    """
    rolled = dice(seed, 3, 3 * index)
    [drafted], [kept], [out] = draws(p, q, rolled)
    chance, missing = acceptance(p, q)[drafted], residual(p, q)
    [_, die, _] = rolled
    name = _named(words, int(drafted))
    texts = [
        f"{name}, to which it gave {percent(q[drafted])} %.",
        f"It gives {percent(p[drafted])} %, so min(1, p/q) = {percent(chance)} %.",
        f"It says {percent(die)} %: "
        + ("below that, so the token is kept." if kept else "not below that, so the token falls."),
        "The draft was kept, nothing is replaced."
        if kept
        else f"The residual rises: {name} is not in it, for q has given it enough.",
        f"{name}, as the draft proposed."
        if kept
        else f"{_named(words, int(out))}, drawn from the residual, "
        f"which gives it {percent(missing[out])} %.",
    ]
    return One(int(drafted), int(out), texts)


@dataclass(frozen=True, slots=True)
class Many:
    """What came of many draws.

    Parameters
    ----------
    shares
        Of the draws, for each word and all others together.
    target, limit
        What p wants, and what the rule gives in the limit; as many.
    kept
        Drafts that were kept.
    verdict
        The test, in words.
    """

    shares: list[float]
    target: list[float]
    limit: list[float]
    kept: str
    verdict: str


def many(p: Numbers, q: Numbers, seed: int) -> Many:
    """Ten thousand draws under the right rule.

    Parameters
    ----------
    p, q
        Of target and draft.
    seed
        Which dice.

    Returns
    -------
    Many
        What the page begins with.
    """
    _, kept, out = draws(p, q, dice(seed, 3 * DRAWS))
    counts = np.bincount(out, minlength=len(p))
    return Many(
        shares=_together(counts / DRAWS),
        target=_together(p),
        limit=_together(emitted(p, q)),
        kept=f"{kept.sum():,} of {DRAWS:,} drafts were kept; the filled area says "
        f"{percent(float(overlap(p, q)))} %.",
        verdict=verdict(counts.tolist(), p),
    )


def verdict(counts: list[int], p: Numbers) -> str:
    """Whether counts look like draws from p, in words.

    Parameters
    ----------
    counts
        Of each word and each group of others.
    p
        What they should be draws from.

    Returns
    -------
    str
        One sentence or two.
    """
    statistic, freedom = chi_square(counts, p)
    if statistic == float("inf"):
        return "Tokens came out that p never gives: this is not p."
    if freedom == 0:
        return "Only one token can come out, and it did: this is p."
    chance = tail(statistic, freedom)
    degrees = f"{freedom} degree{'s' if freedom > 1 else ''} of freedom"
    measured = f"χ² = {rounded(statistic, 1)} with {degrees}:"
    if chance < CERTAIN:
        return f"{measured} draws from p go so far in less than 0.01 % of tries. This is not p."
    often = rounded(100 * chance, 0 if chance >= DOUBT else 2)
    said = "Nothing speaks against p." if chance >= DOUBT else "That is rare; try other dice."
    return f"{measured} draws from p go as far or farther in {often} % of tries. {said}"


def _named(words: tuple[str, ...], i: int) -> str:
    return f"“{shown(words[i])}”" if i < len(words) else f"One of {OTHERS}"


def _together(shares: Numbers) -> list[float]:
    *each, above, below = shares.tolist()
    return [*each, above + below]
