"""Where it pays: speedup against k, the map of a and k, and what was measured."""

from __future__ import annotations

from typing import Any

from specviz.model import SpeculativeDecoding
from specviz.page.section import Section
from specviz.sections.pays.curve import curve
from specviz.sections.pays.heatmap import heatmap
from specviz.sections.pays.paper import account, measurements, percent, ranking
from specviz.sections.pays.predictions import predictions


def _context(_model: SpeculativeDecoding) -> dict[str, Any]:
    paper = measurements()
    return {
        "paper": paper,
        "account": account(paper),
        "ranking": ranking(paper),
        "percent": percent,
    }


SECTION = Section(
    package="specviz.sections.pays",
    title="Where it pays",
    short="where it pays",
    figures={"curve": curve, "heatmap": heatmap, "predictions": predictions},
    context=_context,
)
