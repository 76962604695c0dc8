"""Does a real pair behave so? What was recorded, beside the formula."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from specviz.model import SpeculativeDecoding
from specviz.page.section import Section
from specviz.recording import (
    LONGEST,
    ROLES,
    Recording,
    conditions,
    drawn,
    findings,
    origin,
    recording,
    runs,
)
from specviz.sections.pair.pair import pair_conditional, pair_reached, pair_tokens

MOST = 8
"""Kinds of text that are listed."""


def _section(source: Callable[[], Recording], said: Callable[[Recording], str]) -> Section:
    """The numbers of a recording, of which something is to be said first."""

    def context(model: SpeculativeDecoding) -> dict[str, Any]:
        recorded = source()
        traces = recorded.traces(model.draft)
        kinds = list(dict.fromkeys(prompt.kind for prompt in recorded.prompts))
        return {
            "about": recorded.about,
            "texts": len(recorded.prompts),
            "longest": max(len(prompt.target) for prompt in recorded.prompts),
            "kinds": kinds[:MOST],
            "starts": max(trace.starts for trace in traces),
            "single": recorded.single,
            "said": said(recorded),
            "found": findings(model.draft, recorded),
            "runs": runs(recorded),
            "conditions": conditions(recorded),
        }

    def data() -> dict[str, Any]:
        recorded = source()
        return {draft: drawn(findings(draft, recorded)) for draft in ROLES}

    return Section(
        package="specviz.sections.pair",
        title="Does a real pair behave so?",
        short="a real pair",
        figures={
            "pair-tokens": lambda: pair_tokens(_most(source())),
            "pair-reached": pair_reached,
            "pair-conditional": pair_conditional,
        },
        context=context,
        data=data,
        recorded=lambda of: _section(lambda: of, origin),
    )


def _most(of: Recording) -> float:
    found = [findings(draft, of) for draft in ROLES]
    seen = [each.mean + each.standard_error for it in found for each in it.tokens]
    return max(*seen, *(it.expected(LONGEST) for it in found))


SECTION = _section(recording, lambda _of: "")
