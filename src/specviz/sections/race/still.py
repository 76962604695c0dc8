"""The race in words and numbers, for readers whose browser runs no scripts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from specviz.model import SpeculativeDecoding
from specviz.recording import Recording
from specviz.theory import passes
from specviz.theory.dice import dice
from specviz.theory.rounding import rounded

TOKENS = 32
"""The race goes on until this many are written, and to the end of that pass; as in scene.js."""


@dataclass(frozen=True)
class Step:
    """One pass of the run.

    Parameters
    ----------
    drafted
        Each drafted token and its outcome.
    own
        The target's own token.
    how
        ``"corrected"`` or ``"bonus"``.
    tokens, steps
        What the pass yields, and what it costs in target steps, as text.
    """

    drafted: list[tuple[str, str]]
    own: str
    how: str
    tokens: str
    steps: str


@dataclass(frozen=True)
class Still:
    """The finished race.

    Parameters
    ----------
    text
        What both lanes have written.
    tokens
        How many tokens that is, and how many target steps plain decoding takes for it.
    steps
        Target steps of speculative decoding, as text.
    speedup
        Of this run, as text.
    verify
        What one verify pass costs, as text.
    passes
        Pass by pass.
    """

    text: str
    tokens: int
    steps: str
    speedup: str
    verify: str
    passes: list[Step]


def still(model: SpeculativeDecoding, seed: int, recorded: Recording) -> Still:
    """The run that the page would begin with, at its end.

    Parameters
    ----------
    model
        Gives the settings.
    seed
        Of the dice.
    recorded
        Gives the words.

    Returns
    -------
    Still
        The same run as the browser's.
    """
    k = int(model.k)
    prompt = recorded.prompts[0]
    verdict = passes.independent(dice(seed, TOKENS + k), model.a, k)
    run = passes.run(verdict, k, TOKENS, model.c, model.v)
    tokens, ends = run[-1].first + run[-1].emitted, run[-1].ends
    text = recorded.words(prompt.target[:tokens])
    shown = []
    for each in run:
        end = each.first + each.accepted
        behind = prompt.drafts[model.draft].rejected[end][: k - each.accepted]
        words = [*text[each.first : end], *recorded.words(np.asarray(behind, dtype=np.int64))]
        shown.append(
            Step(
                [(_visible(word), fate) for word, fate in zip(words, each.outcomes, strict=True)],
                _visible(text[end]),
                each.own,
                _count(str(each.emitted), "token"),
                _count(_steps(each.ends - each.begins), "step"),
            )
        )
    return Still(
        "".join(text),
        tokens,
        _steps(ends),
        f"{rounded(tokens / ends)}×",
        _count(_steps(model.v), "step"),
        shown,
    )


def _steps(x: float) -> str:
    """A number of steps, without the noise of binary fractions."""
    text = rounded(x)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _count(n: str, what: str) -> str:
    return f"{n} {what}{'' if n == '1' else 's'}"


def _visible(token: str) -> str:
    return token.strip() or "white space"
