"""One place of the sentence as the page tells it: a row for each likely token, and words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from specviz.sections.identical.positions import Numbers, Position, sentence
from specviz.theory import net_speedup
from specviz.theory.rounding import rounded
from specviz.theory.sampling import acceptance, emitted, overlap, residual

OTHERS = "all others"
"""What the tokens beyond the likeliest are called, together."""


@dataclass(frozen=True, slots=True)
class Row:
    """One token, or all beyond the likeliest together; shares of 1.

    Parameters
    ----------
    word
        The token, as it is shown.
    p, q
        Chances that target and draft give it.
    both
        min(p, q), summed over the tokens of the row.
    kept
        Chance that it is kept once it was drafted.
    missing
        Its share of the residual.
    """

    word: str
    p: float
    q: float
    both: float
    kept: float
    missing: float


def shown(piece: str) -> str:
    """A token as one reads it: what continues a word says so, a new line is seen.

    Parameters
    ----------
    piece
        A token as the tokenizer has it, a space before it where a word begins.

    Returns
    -------
    str
        Never empty.
    """
    if piece == "\n":
        return "↵"
    continues = piece[:1].isalpha() and piece[:1].islower()
    return f"…{piece}" if continues else piece.strip()


def rows(words: tuple[str, ...], p: Numbers, q: Numbers) -> tuple[Row, ...]:
    """What the table shows: the likely tokens, and the two groups of others as one.

    Parameters
    ----------
    words
        The likeliest tokens.
    p, q
        As `Position.pair` gives them: two groups of others behind the words.

    Returns
    -------
    tuple of Row
        One more than there are words.
    """
    both, kept, missing = np.minimum(p, q), acceptance(p, q), residual(p, q)
    n = len(words)
    single = [
        Row(shown(word), *map(float, (p[i], q[i], both[i], kept[i], missing[i])))
        for i, word in enumerate(words)
    ]
    drafted, shared = float(q[n] + q[n + 1]), float(both[n] + both[n + 1])
    others = Row(
        OTHERS,
        float(p[n] + p[n + 1]),
        drafted,
        shared,
        shared / drafted if drafted > 0 else 1.0,
        float(missing[n] + missing[n + 1]),
    )
    return *single, others


def before(at: int) -> str:
    """The beginning of the sentence, up to a place.

    Parameters
    ----------
    at
        The place, from 0.

    Returns
    -------
    str
        As the table's caption has it.
    """
    text = "".join(position.words[0] for position in sentence()[:at])
    return f"After “{text}”" if text else "At the beginning"


def here(p: Numbers, q: Numbers) -> str:
    """How likely a drafted token is accepted at a place, in words.

    Parameters
    ----------
    p, q
        Of target and draft.

    Returns
    -------
    str
        One sentence or two.
    """
    chance = float(overlap(p, q))
    if max(p) == 1:
        verdict = "agree, and it is accepted" if chance == 1 else "differ, and the draft’s falls"
        return (
            "At temperature 0 target and draft are each sure of one token. "
            f"Here they {verdict}: that is the race’s own rule."
        )
    return (
        f"Here a drafted token is accepted with a chance of {percent(chance)} %: "
        "the filled area, Σ min(p, q), over the whole vocabulary."
    )


def comes(words: tuple[str, ...], p: Numbers, q: Numbers) -> str:
    """What comes out at a place, told by the token on which the two differ most.

    Parameters
    ----------
    words
        The likeliest tokens.
    p, q
        Of target and draft.

    Returns
    -------
    str
        One sentence.
    """
    apart = np.abs(p - q)[: len(words)]
    i = int(apart.argmax())
    word, out = shown(words[i]), percent(float(emitted(p, q)[i]))
    draft = "as the draft does too" if apart[i] == 0 else f"where the draft says {percent(q[i])} %"
    return (
        f"What comes out is “{word}” in {out} % of draws: as often as the target wants it, {draft}."
    )


def along(drafts: list[tuple[Numbers, Numbers]], k: int, c: float, v: float) -> str:
    """What the places make together, in words.

    Parameters
    ----------
    drafts
        p and q at every place of the sentence.
    k, c, v
        The reader's.

    Returns
    -------
    str
        One sentence.
    """
    rate = sum(float(overlap(p, q)) for p, q in drafts) / len(drafts)
    speedup = net_speedup(rate, k, c, v)
    return (
        f"Over the {len(drafts)} places of this sentence the mean is {rounded(rate)}. "
        f"As a, with k = {k}, that is a net speedup of {rounded(speedup)}×."
    )


def everywhere(rate: float, places: int) -> str:
    """The mean over all that was recorded, in words.

    Parameters
    ----------
    rate
        The mean overlap.
    places
        How many there are.

    Returns
    -------
    str
        One sentence.
    """
    return f"Over all {places} recorded places, of four texts, it is {rounded(rate)}."


def percent(share: float) -> str:
    """A share of 1 in percent, to one decimal.

    Parameters
    ----------
    share
        0..1.

    Returns
    -------
    str
        Without the sign.
    """
    return rounded(100 * float(share), 1)


def walked(draft: str, temperature: float) -> list[tuple[Position, Numbers, Numbers]]:
    """Every place with its p and q.

    Parameters
    ----------
    draft
        `aligned` or `weak`.
    temperature
        One of those recorded.

    Returns
    -------
    list of (Position, ndarray, ndarray)
        In the order of the sentence.
    """
    return [(position, *position.pair(draft, temperature)) for position in sentence()]
