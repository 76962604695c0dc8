"""Why a check costs one step: the roofline, driven by the reader, and what it leaves out."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from specviz.model import SpeculativeDecoding
from specviz.page.section import Section
from specviz.recording.published import machine, machines, shape, shapes
from specviz.sections.check.figures import batches, passes
from specviz.sections.check.measured import account, measurements, row
from specviz.sections.check.setting import Setting
from specviz.sections.check.words import batch_words, expert_words, pass_words
from specviz.theory.roofline import LanguageModel

MACHINE, SHAPE = "h100", "llama-3.1-8b"
"""What the section begins with."""


def _context(model: SpeculativeDecoding) -> dict[str, Any]:
    now = Setting(machine(MACHINE).hardware, shape(SHAPE).model, model.a, model.k, model.c)
    return {
        "machines": machines().values(),
        "shapes": shapes().values(),
        "first": (MACHINE, SHAPE),
        "passes": pass_words(now),
        "batches": batch_words(now),
        "experts": expert_words(now),
        "cost": now.check / now.seconds,
        "measured": [row(series) for series in measurements()],
        "off": account(),
    }


def _data() -> dict[str, Any]:
    return {
        "machines": {
            name: {"bandwidth": it.hardware.bandwidth, "peak": it.hardware.peak}
            for name, it in machines().items()
        },
        "shapes": {
            name: {_camel(field.name): getattr(it.model, field.name) for field in _FIELDS}
            for name, it in shapes().items()
        },
        "measured": {
            series.name: {
                "unit": series.unit,
                "hardware": series.hardware,
                "model": series.model,
                "context": series.context,
                "points": series.points,
            }
            for series in measurements()
        },
    }


_FIELDS = fields(LanguageModel)


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


SECTION = Section(
    package="specviz.sections.check",
    title="Why a check costs one step",
    short="one step",
    figures={"check-passes": passes, "check-batches": batches},
    context=_context,
    data=_data,
)
