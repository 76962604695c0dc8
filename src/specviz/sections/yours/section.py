"""Your own numbers: what an engine printed, read by its own definitions."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from specviz.logs.fit import HOW, OTHERWISE
from specviz.model import SpeculativeDecoding
from specviz.page.section import Section
from specviz.theory import expected_tokens
from specviz.theory.rounding import rounded

UNSENT = {"source"}
"""What the browser has no use for."""


def _data() -> dict[str, Any]:
    known = json.loads(files("specviz.logs").joinpath("formats.json").read_text("utf-8"))
    rows = [
        {name: value for name, value in row.items() if name not in UNSENT}
        for row in known["formats"]
    ]
    return {"known": {**known, "formats": rows}, "how": {**HOW, "": OTHERWISE}}


def _context(model: SpeculativeDecoding) -> dict[str, Any]:
    """One pair in the words of several engines; `yours.js` writes the same."""
    tokens = expected_tokens(model.a, model.k)
    return {
        "yours": {
            "rate": f"{rounded(100 * (tokens - 1) / model.k, 0)} %",
            "old": rounded(tokens / (model.k + 1)),
            "share": f"{rounded(100 * (tokens - 1) / tokens, 0)} %",
        }
    }


SECTION = Section(
    package="specviz.sections.yours",
    title="Your own numbers",
    short="your numbers",
    context=_context,
    data=_data,
)
