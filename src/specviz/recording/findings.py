"""What the recording says about the formula, as numbers to draw and as sentences to read."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from specviz import theory
from specviz.recording.measured import (
    Measured,
    acceptance_rate,
    conditional_rate,
    reached_and_accepted,
    tokens_per_pass,
)
from specviz.recording.transcript import LONGEST, Recording, Tokens, recording
from specviz.theory.rounding import rounded

ENOUGH = 32
"""Passes that must have reached a position for its rate to be spoken of."""

STUDENT = 3.18
"""Standard errors of a 95 % interval with four texts: Student's t with 3 degrees of freedom."""

STUDENTS = (12.71, 4.30, STUDENT, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26)
"""The same for other numbers of texts: with 1, 2, … degrees of freedom."""

MANY = 2.26
"""For more texts than that: wide enough for any number."""

DRAWN = 4
"""Decimals of what is drawn: finer than a pixel, and a page carries them all."""


@dataclass(frozen=True)
class Findings:
    """One draft of the recorded pair beside the formula.

    Parameters
    ----------
    rate
        The measured a.
    tokens
        Tokens per pass at k = 1..16.
    reached
        Chance that position i = 1..16 is reached and accepted.
    conditional
        Chance that position i is accepted, given that it was reached.
    by_text
        The measured a of each text alone.
    rise_error
        Standard error of how much later positions are accepted more often than the first one,
        from leaving out one text at a time.
    """

    rate: float
    tokens: tuple[Measured, ...]
    reached: tuple[Measured, ...]
    conditional: tuple[Measured, ...]
    by_text: tuple[float, ...]
    rise_error: float

    def expected(self, k: int) -> float:
        """Tokens per pass that the formula gives at the measured a."""
        return theory.expected_tokens(self.rate, k)

    def at(self, k: int) -> str:
        """Say how far the formula is off at one draft length."""
        seen, expected = self.tokens[k - 1], self.expected(k)
        said = (
            f"At k = {k} a pass gave {rounded(seen.mean)} ± {rounded(seen.standard_error)} tokens; "
            f"the formula with the measured a = {rounded(self.rate)} says {rounded(expected)}"
        )
        if k == 1:
            return f"{said}. One drafted token is where a was measured, so here the two must agree."
        off = 100 * (seen.mean / expected - 1)
        if rounded(abs(off), 1) == "0.0":
            return f"{said}: the same."
        amount = f"{rounded(abs(off), 1)} % {'more' if off > 0 else 'fewer'} than it says"
        if abs(seen.mean - expected) <= 2 * seen.standard_error:
            return f"{said}: {amount}, within two standard errors."
        return f"{said}: {amount}, and more than two standard errors away."

    @property
    def verdict(self) -> str:
        """Say whether the rate is the same at every position, as the formula assumes."""
        first = self.conditional[0]
        if not self._spoken:
            return (
                f"The first drafted token was accepted {_percent(first.mean)} of the time; too "
                "seldom to say anything of later ones."
            )
        counts = [rate.count for rate in self._spoken]
        later = float(np.average(self._rates, weights=counts))
        odds = (
            f"The first drafted token was accepted {_percent(first.mean)} of the time, and a later "
            f"one, given that all before it were, {_percent(later)} on average "
            f"({_percent(min(self._rates))} to {_percent(max(self._rates))} by position)"
        )
        texts = (
            f"From text to text the rate ran from {_percent(min(self.by_text))} "
            f"to {_percent(max(self.by_text))}"
        )
        if len(self.by_text) == 1:
            return f"{odds}. With one text alone nobody can say how much of that is chance."
        doubt = _student(len(self.by_text)) * self.rise_error
        return f"{odds}. {self._reading(later - first.mean, doubt)} {texts}."

    @staticmethod
    def _reading(rise: float, doubt: float) -> str:
        if rise == 0:
            return "So the rate was the same all along the draft, as the formula assumes."
        if rise > 0:
            so = (
                "comes in runs: a draft that has been right so far is on easy ground, and long "
                "drafts do better than the formula says"
            )
        else:
            so = (
                "falls along the draft: the further it goes the worse, and long drafts do less "
                "well than the formula says"
            )
        if abs(rise) <= doubt:
            return f"It looks as if acceptance {so}; but with so few texts that may be chance."
        return f"So acceptance is not independent. It {so}."

    @property
    def _rates(self) -> list[float]:
        return [rate.mean for rate in self._spoken]

    @property
    def _spoken(self) -> list[Measured]:
        return [rate for rate in self.conditional[1:] if rate.count >= ENOUGH]


@lru_cache(maxsize=8)
def findings(draft: str, of: Recording | None = None) -> Findings:
    """What was measured of a draft over the whole recording.

    Parameters
    ----------
    draft
        ``"aligned"`` or ``"weak"``.
    of
        By default the recording that comes with the package.

    Returns
    -------
    Findings
        Its errors are those of `specviz.recording.measured`.

    Raises
    ------
    ValueError
        If no draft has that name.
    """
    lengths = range(1, LONGEST + 1)
    traces = (of or recording()).traces(draft)
    return Findings(
        rate=acceptance_rate(draft, of),
        tokens=tuple(tokens_per_pass(draft, k, of) for k in lengths),
        reached=reached_and_accepted(draft, of),
        conditional=conditional_rate(draft, of),
        rise_error=_rise_error([trace.accepted for trace in traces]),
        by_text=tuple(float(trace.agrees[: trace.starts].mean()) for trace in traces),
    )


def _student(texts: int) -> float:
    """Standard errors of a 95 % interval with so many texts."""
    return STUDENTS[texts - 2] if texts - 2 < len(STUDENTS) else MANY


def _rise_error(accepted: list[Tokens]) -> float:
    """Jackknife over texts: positions of one text share its difficulty, texts share nothing."""

    def rise(texts: list[Tokens]) -> float:
        runs = np.concatenate(texts)
        begun = runs[runs >= 1]
        if not len(begun):
            return 0.0
        later = (begun - 1).sum() / np.minimum(begun, LONGEST - 1).sum()
        return float(later - (runs >= 1).mean())

    if len(accepted) == 1:
        return float("nan")
    left_out = [rise(accepted[:at] + accepted[at + 1 :]) for at in range(len(accepted))]
    return float(np.sqrt((len(left_out) - 1) * np.var(left_out)))


def drawn(of: Findings) -> dict[str, Any]:
    """The findings as the page draws and says them.

    Parameters
    ----------
    of
        Of one draft.

    Returns
    -------
    dict
        For JSON: `rate`; for `tokens`, `reached` and `conditional` the means and standard errors
        at k or i = 1, 2, …, as far as enough was observed, rounded to `DRAWN`; `expected` by k;
        the sentences `at` each k, and the `verdict`.
    """
    return {
        "rate": of.rate,
        "expected": [round(of.expected(k), DRAWN) for k in range(1, LONGEST + 1)],
        "tokens": _pairs(of.tokens),
        "reached": _pairs(of.reached),
        "conditional": _pairs([rate for rate in of.conditional if rate.count >= ENOUGH]),
        "at": [of.at(k) for k in range(1, LONGEST + 1)],
        "verdict": of.verdict,
    }


def _pairs(measured: tuple[Measured, ...] | list[Measured]) -> list[tuple[float, float]]:
    return [(round(it.mean, DRAWN), round(it.standard_error, DRAWN)) for it in measured]


def _percent(share: float) -> str:
    return f"{rounded(100 * share, 0)} %"
