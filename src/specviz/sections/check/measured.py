"""What was measured, beside what the roofline says: `measured.json`, row by row."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from specviz.recording.published import machine, shape
from specviz.sections.check.words import duration
from specviz.theory.roofline import pass_seconds, speedup_by_batch
from specviz.theory.rounding import rounded


@dataclass(frozen=True, slots=True)
class Series:
    """One published measurement.

    Parameters
    ----------
    name
        One word.
    label
        Engine, model and machine.
    over
        What was varied: ``"positions"`` of one sequence, or ``"sequences"``.
    unit
        ``"ms"`` a pass, or ``"speedup"``.
    points
        Positions or sequences, and what was measured.
    hardware, model
        Names of what the roofline needs, where it is known here.
    context
        Tokens in each sequence's cache.
    a, k, c
        Where the drafts of a measured speedup are known: k at each point.
    source, found, note, machine, batch
        Where it comes from.
    """

    name: str
    label: str
    over: str
    unit: str
    points: list[list[float]]
    source: str | None
    found: str
    note: str
    machine: str
    batch: int
    context: int
    hardware: str | None = None
    model: str | None = None
    a: float | None = None
    k: list[int] | None = None
    c: float | None = None

    @property
    def n(self) -> int:
        """Positions or sequences of the last point."""
        return int(self.points[-1][0])

    @property
    def last(self) -> float:
        """What was measured there: ms, or a speedup."""
        return self.points[-1][1]

    @property
    def steps(self) -> float | None:
        """Time of that pass in plain steps, where a plain step was measured as well."""
        first, least = self.points[0]
        return self.last / least if self.unit == "ms" and first == 1 else None

    @property
    def predicted(self) -> float | None:
        """What the roofline says of the last point, in the same unit; None where it cannot."""
        if self.hardware is None or self.model is None:
            return None
        hardware, model = machine(self.hardware).hardware, shape(self.model).model
        if self.unit == "ms":
            load = (self.n, 1) if self.over == "positions" else (1, self.n)
            return 1e3 * float(pass_seconds(hardware, model, *load, self.context))
        if self.a is None or self.k is None or self.c is None:
            return None
        given = (hardware, model, self.a, self.k[-1], self.c, self.n, self.context)
        return float(speedup_by_batch(*given))

    @property
    def factor(self) -> float | None:
        """How many times as long as by the roofline; of v = 1 where the machine is not known."""
        predicted = self.predicted
        if predicted is None:
            return self.steps
        return self.last / predicted if self.unit == "ms" else predicted / self.last


def measurements() -> tuple[Series, ...]:
    """Every series of `measured.json`.

    Returns
    -------
    tuple of Series
        In the order of the file.
    """
    return _read()


@cache
def _read() -> tuple[Series, ...]:
    text = files("specviz.sections.check").joinpath("measured.json").read_text("utf-8")
    return tuple(Series(**item) for item in json.loads(text)["items"])


def row(series: Series) -> dict[str, Any]:
    """What a table prints of a series.

    Parameters
    ----------
    series
        One measurement.

    Returns
    -------
    dict
        Its words, already rounded.
    """
    one = "position" if series.over == "positions" else "sequence"
    plural = "" if series.n == 1 else "s"
    predicted, factor = series.predicted, series.factor
    if series.unit == "speedup":
        seen = f"{rounded(series.last)}×"
        said = "" if predicted is None else f"{rounded(predicted)}×"
    elif predicted is None:
        seen = f"{rounded(series.steps or 0)} steps"
        said = "1.00 steps"
    else:
        seen = duration(series.last / 1e3)
        said = duration(predicted / 1e3)
    return {
        "name": series.name,
        "label": series.label,
        "note": series.note,
        "source": series.source,
        "at": f"{series.n} {one}{plural}",
        "measured": seen,
        "roofline": said or "no a published",
        "factor": "" if factor is None else f"{rounded(factor)}",
    }


def account() -> dict[str, str]:
    """The numbers that the section's own sentences on its errors quote.

    Returns
    -------
    dict
        Rounded, by the name of a series.
    """
    return {series.name: rounded(series.factor) for series in _read() if series.factor is not None}
