"""What was measured: the twelve settings of Leviathan et al., table 4, beside the formula."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from specviz.rounding import rounded
from specviz.theory import net_speedup

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
    def off(self) -> float:
        """How much greater the measured speedup is than the predicted one, as a share of it."""
        return self.measured / self.predicted - 1


@cache
def measurements() -> tuple[Setting, ...]:
    """The twelve settings, in the paper's order.

    Returns
    -------
    tuple of Setting
        From `data/leviathan_table4.csv`.
    """
    path = files("specviz").joinpath("data/leviathan_table4.csv")
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
        At least one in which the measurement is better than the formula, and one in which
        it is worse.

    Returns
    -------
    str
        Plain sentences, computed from the rows.
    """
    better = sorted((row for row in rows if row.off >= 0), key=lambda row: -row.off)
    worse = sorted((row for row in rows if row.off < 0), key=lambda row: row.off)
    typical = sum(abs(row.off) for row in rows) / len(rows)
    fallen = "; ".join(f"{row.name} ({percent(row.off)})" for row in worse)
    most = f"{percent(better[0].off)} ({better[0].name})"
    sentences = [
        f"The formula is off by {percent(typical)} on average.",
        f"In {len(better)} of {len(rows)} settings it was faster than predicted, by up to {most}.",
        f"In {len(worse)} it was slower: {fallen}.",
        *(_always_better(task, rows) for task in TASKS),
    ]
    return " ".join(filter(None, sentences))


def percent(share: float) -> str:
    """A share as a whole number of percent, with a true minus sign."""
    return f"{rounded(100 * share, 0)}\N{NO-BREAK SPACE}%".replace("-", "−")


def _always_better(task: str, rows: Sequence[Setting]) -> str:
    own = [row.off for row in rows if row.task == task]
    if not own or min(own) < 0:
        return ""
    return (
        f"In {TASKS[task]} it was faster every time, by {rounded(100 * min(own), 0)} to "
        f"{percent(max(own))}."
    )
