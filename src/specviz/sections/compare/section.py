"""Four settings to compare with, and the reader's own beside them."""

from __future__ import annotations

from typing import Any

from specviz.model import SpeculativeDecoding, rows
from specviz.page.section import Section
from specviz.theory.readings import texts, values


def _context(model: SpeculativeDecoding) -> dict[str, Any]:
    *reference, live = [
        {"a": row.a, "k": row.k, "text": texts(values(row.a, row.k, model.c, model.v))}
        for row in rows(model)
    ]
    return {"reference": reference, "live": live}


SECTION = Section(
    package="specviz.sections.compare",
    title="Settings to compare with",
    short="table",
    answers=True,
    context=_context,
)
