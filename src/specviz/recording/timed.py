"""What was timed on the machine that recorded, and how the predicted speedup compares with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from specviz import theory
from specviz.recording.measured import acceptance_rate
from specviz.recording.transcript import ROLES, Recording
from specviz.theory.rounding import rounded

CLOSE = 0.05
"""A relative difference that is not called one: such clocks repeat themselves no better."""


@dataclass(frozen=True)
class Run:
    """Real speculative decoding at one draft length, beside what the formula says.

    Parameters
    ----------
    draft
        What the page calls it, and `origin` what it is.
    k
        Draft length.
    a
        Of the whole recording.
    c, v
        Measured costs of a draft step and of a verify pass over k + 1 tokens, in plain steps.
    tokens
        Per verify pass, in this run.
    measured
        Seconds of plain decoding over those of speculative decoding.
    identical
        Whether every token is that of plain decoding.
    """

    draft: str
    origin: str
    k: int
    a: float
    c: float
    v: float
    tokens: float
    measured: float
    identical: bool

    @property
    def predicted(self) -> float:
        """Net speedup by the formula, with the measured a, c and v."""
        return float(theory.net_speedup(self.a, self.k, self.c, self.v))

    @property
    def expected(self) -> float:
        """Tokens per pass by the formula."""
        return float(theory.expected_tokens(self.a, self.k))

    @property
    def slower(self) -> float:
        """How many times as long a pass took as its steps, timed alone, add up to."""
        return self.tokens / self.measured / (self.v + self.k * self.c)

    @property
    def words(self) -> str:
        """Say where prediction and measurement differ, and why."""
        said = (
            f"The {self.draft} draft at k = {self.k}: {rounded(self.predicted)}× predicted, "
            f"{rounded(self.measured)}× measured"
        )
        loss = (
            f" It does not pay there, since a draft step costs {rounded(self.c)} of a plain one."
            if self.measured < 1
            else ""
        )
        if abs(self.measured / self.predicted - 1) <= CLOSE:
            return f"{said}; within {round(100 * CLOSE)} %.{loss}"
        return (
            f"{said}; a pass gave {rounded(self.tokens)} tokens where the formula says "
            f"{rounded(self.expected)}, and took {rounded(self.slower)} times as long as its "
            f"steps, timed alone, add up to.{loss}"
        )


def runs(of: Recording) -> list[Run]:
    """Every real run of a recording.

    Parameters
    ----------
    of
        Any recording.

    Returns
    -------
    list of Run
        By draft and k; none where nothing was timed.
    """
    timings = of.timings or {}
    if not timings.keys() >= {"step", "verify", "drafts"}:
        return []
    step = timings["step"]
    found = []
    for role in ROLES[:1] if of.single else ROLES:
        entry: dict[str, Any] = timings["drafts"].get(of.names[role], {})
        found += [
            Run(
                draft=role,
                origin=of.origin(role),
                k=run["k"],
                a=acceptance_rate(role, of),
                c=entry["step"] / step,
                v=timings["verify"][run["k"]] / step,
                tokens=run["tokens"] / run["passes"],
                measured=run["plain"] / run["seconds"],
                identical=run["identical"] == run["tokens"],
            )
            for run in entry.get("runs", [])
        ]
    return found


def conditions(of: Recording) -> str:
    """Say on what was timed, and how.

    Parameters
    ----------
    of
        A recording with runs.

    Returns
    -------
    str
        A sentence.
    """
    told = of.timings or {}
    where = [told[name] for name in ("machine", "device", "dtype") if name in told]
    if "threads" in told:
        where.append(f"{told['threads']} thread{'s' if told['threads'] > 1 else ''}")
    if "date" in told:
        where.append(told["date"])
    same = all(run.identical for run in runs(of))
    text = (
        "every token was that of plain decoding"
        if same
        else "not every token was that of plain decoding, since sums over several tokens are "
        "rounded otherwise than over one"
    )
    return f"Timed on {', '.join(where)}; {text}."
