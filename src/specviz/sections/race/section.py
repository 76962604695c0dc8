"""The race: plain and speculative decoding on one clock, a pass under the microscope, the texts."""

from __future__ import annotations

from typing import Any

from specviz.model import SpeculativeDecoding
from specviz.page.section import Section
from specviz.page.settings import FIRST_DICE
from specviz.recording import ROLES, excerpt, recording
from specviz.sections.race.histogram import histogram
from specviz.sections.race.lanes import lanes
from specviz.sections.race.microscope import microscope
from specviz.sections.race.still import still


def _context(model: SpeculativeDecoding) -> dict[str, Any]:
    recorded = recording()
    return {
        "dice": FIRST_DICE,
        "about": recorded.about,
        "prompts": recorded.prompts,
        "origins": {role: recorded.origin(role) for role in ROLES},
        "still": still(model, FIRST_DICE),
    }


SECTION = Section(
    package="specviz.sections.race",
    title="The race",
    short="race",
    figures={"microscope": microscope, "lanes": lanes, "histogram": histogram},
    context=_context,
    data=excerpt,
)
