"""What was measured: the twelve settings of Leviathan et al., table 4, beside the formula."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from specviz.theory import net_speedup
from specviz.theory.rounding import rounded

TASKS = {"EnDe": "translating", "CNNDM": "summarising"}
"""What the target was doing: English to German (WMT), and news (CNN/DailyMail)."""

SIZES = {"small": "77M", "base": "250M", "large": "800M"}
"""Parameters of the T5 drafts; the target was T5-XXL with 11B."""

CHOICES = {0.0: "greedy", 1.0: "sampled"}
"""How a token was chosen at a temperature."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table.

    Parameters
    ----------
    task, draft : str
        Keys of `TASKS` and `SIZES`.
    temperature : float
        Key of `CHOICES`.
    k : int
        Draft length.
    a, c : float
        Acceptance rate and cost of one drafted token, as measured and rounded by the authors.
    expected : float
        The paper's own prediction of the speedup, from unrounded `a` and `c`.
    measured : float
        Speedup in wall-clock time.
    """

    task: str
    draft: str
    temperature: float
    k: int
    a: float
    c: float
    expected: float
    measured: float

    @property
    def name(self) -> str:
        """Task, draft and choice in words."""
        return f"{TASKS[self.task]}, {self.draft}, {CHOICES[self.temperature]}"

    @property
    def predicted(self) -> float:
        """Net speedup by the formula from the rounded `a` and `c`, at v = 1."""
        return net_speedup(self.a, self.k, self.c)

    @property
    def ahead(self) -> int:
        """Whether it was faster (1) than the paper's own prediction, slower (−1), or as fast (0).

        At the one decimal that the paper gives of both.
        """
        return (self.measured > self.expected) - (self.measured < self.expected)

    @property
    def off(self) -> float:
        """How much greater the measured speedup is than the predicted one, as a share of it."""
        return self.measured / self.predicted - 1


@cache
def measurements() -> tuple[Setting, ...]:
    """The twelve settings, in the paper's order.

    Returns
    -------
    tuple of Setting
        From `leviathan_table4.csv`.
    """
    path = files("specviz.sections.pays").joinpath("leviathan_table4.csv")
    rows = csv.DictReader(path.read_text("utf-8").splitlines())
    return tuple(
        Setting(
            task=row["task"],
            draft=row["draft"],
            k=int(row["k"]),
            **{
                name: float(row[name]) for name in ("temperature", "a", "c", "expected", "measured")
            },
        )
        for row in rows
    )


def account(rows: Sequence[Setting]) -> str:
    """How far the formula is off, and in which cases.

    Parameters
    ----------
    rows : sequence of Setting
        At least one that was faster than the paper predicted.

    Returns
    -------
    str
        Plain sentences, computed from the rows.
    """
    ordered = sorted(rows, key=lambda row: row.off)
    faster = [row for row in ordered if row.ahead > 0]
    same = [row.name for row in ordered if row.ahead == 0]
    slower = [f"{row.name} ({percent(row.off)})" for row in ordered if row.ahead < 0]
    typical = sum(abs(row.off) for row in rows) / len(rows)
    most = f"by up to {percent(faster[-1].off)} ({faster[-1].name})"
    sentences = [
        f"The formula is off by {percent(typical)} on average.",
        f"In {len(faster)} of {len(rows)} settings decoding was faster than predicted, {most}.",
        f"In {len(same)} it was as fast as the paper predicted: {'; '.join(same)}." if same else "",
        f"In {len(slower)} it was slower: {'; '.join(slower)}." if slower else "",
        *(_always_faster(task, rows) for task in TASKS),
    ]
    return " ".join(filter(None, sentences))


def ranking(rows: Sequence[Setting]) -> str:
    """How well the formula ranks the drafts.

    Parameters
    ----------
    rows : sequence of Setting
        Several drafts of each task and temperature.

    Returns
    -------
    str
        A plain sentence, computed from the rows.
    """
    groups: dict[tuple[str, float], list[Setting]] = {}
    for row in rows:
        groups.setdefault((row.task, row.temperature), []).append(row)
    fastest = slowest = 0
    lost = 0.0
    for drafts in groups.values():
        ranked = sorted(drafts, key=lambda row: row.predicted)
        times = [row.measured for row in drafts]
        slowest += ranked[0].measured == min(times)
        fastest += ranked[-1].measured == max(times)
        lost = max(lost, 1 - ranked[-1].measured / max(times))
    return (
        f"Of the drafts for each task and choice of token, the formula named the slowest in "
        f"{slowest} of {len(groups)} cases and the fastest in {fastest}; going by it would have "
        f"cost up to {percent(lost)} of the speed."
    )


def percent(share: float) -> str:
    """A share as a whole number of percent, with a true minus sign."""
    return f"{rounded(100 * share, 0)}\N{NO-BREAK SPACE}%".replace("-", "−")


def _always_faster(task: str, rows: Sequence[Setting]) -> str:
    its = [row for row in rows if row.task == task]
    if not its or any(row.ahead <= 0 for row in its):
        return ""
    own = [row.off for row in its]
    return (
        f"In {TASKS[task]} it was faster every time, by {rounded(100 * min(own), 0)} to "
        f"{percent(max(own))}."
    )
