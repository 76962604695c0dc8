"""The race: plain and speculative decoding on one clock, a pass under the microscope, the texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from specviz.model import SpeculativeDecoding
from specviz.page.section import Section
from specviz.page.settings import FIRST_DICE
from specviz.recording import ROLES, SHOWN, Recording, cuts, excerpt, origin, recording
from specviz.sections.race.histogram import histogram
from specviz.sections.race.lanes import lanes
from specviz.sections.race.microscope import microscope
from specviz.sections.race.still import still


def _section(source: Callable[[], Recording], said: Callable[[Recording], str]) -> Section:
    """The race of a recording, of which something is to be said."""

    def context(model: SpeculativeDecoding) -> dict[str, Any]:
        recorded = source()
        return {
            "dice": FIRST_DICE,
            "about": recorded.about,
            "prompts": recorded.prompts[:SHOWN],
            "origins": {role: recorded.origin(role) for role in ROLES},
            "said": said(recorded),
            "still": still(model, FIRST_DICE, recorded),
        }

    return Section(
        package="specviz.sections.race",
        title="The race",
        short="race",
        figures={"microscope": microscope, "lanes": lanes, "histogram": histogram},
        context=context,
        data=lambda: excerpt(of=source()),
        recorded=_recorded,
    )


def _recorded(of: Recording) -> Section:
    return _section(lambda: of, lambda of: " ".join([origin(of), *cuts(of)]))


SECTION = _section(recording, lambda _of: "")
