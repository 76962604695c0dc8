"""Does a real pair behave so? What was recorded, beside the formula."""

from __future__ import annotations

from typing import Any

from specviz.model import SpeculativeDecoding
from specviz.page.section import Section
from specviz.recording import STARTS, drawn, findings, recording
from specviz.sections.pair.pair import pair_conditional, pair_reached, pair_tokens


def _context(model: SpeculativeDecoding) -> dict[str, Any]:
    recorded = recording()
    return {
        "about": recorded.about,
        "prompts": recorded.prompts,
        "starts": STARTS,
        "found": findings(model.draft),
    }


def _data() -> dict[str, Any]:
    return {draft: drawn(findings(draft)) for draft in recording().skipped}


SECTION = Section(
    package="specviz.sections.pair",
    title="Does a real pair behave so?",
    short="a real pair",
    figures={
        "pair-tokens": pair_tokens,
        "pair-reached": pair_reached,
        "pair-conditional": pair_conditional,
    },
    context=_context,
    data=_data,
)
