"""Where it pays: speedup against k, the map of a and k, and what was measured."""

from __future__ import annotations

from typing import Any

from specviz.model import SpeculativeDecoding
from specviz.page.question import Question, said
from specviz.page.section import Section
from specviz.sections.pays.curve import curve
from specviz.sections.pays.heatmap import heatmap
from specviz.sections.pays.paper import account, measurements, percent, ranking
from specviz.sections.pays.predictions import predictions
from specviz.theory import best_k


def _context(_model: SpeculativeDecoding) -> dict[str, Any]:
    paper = measurements()
    return {
        "paper": paper,
        "account": account(paper),
        "ranking": ranking(paper),
        "percent": percent,
    }


BEST = int(best_k(0.9))
AT_BEST, LONGER = said(0.9, BEST), said(0.9, BEST + 4)
PRINTED = said(0.8, 4)

SECTION = Section(
    package="specviz.sections.pays",
    title="Where it pays",
    short="where it pays",
    figures={"curve": curve, "heatmap": heatmap, "predictions": predictions},
    context=_context,
    tries=(
        Question(
            asks="At <i>a</i> = 0.9 and <i>c</i> = 0.1, which draft length <i>k</i> is the best?",
            settings={"a": 0.9, "k": BEST, "c": 0.1, "v": 1.0},
            shows="k",
            unit="",
            why=f"There the net speedup is {AT_BEST['speedup']}. Around it the curve is flat: even "
            f"at <i>k</i> = {BEST + 4} it is {LONGER['speedup']}.",
        ),
        Question(
            asks=f"An engine that drafts <i>k</i> = 4 tokens prints that {PRINTED['share']} of all "
            "drafted tokens were accepted. What is <i>a</i>?",
            settings={"a": 0.8, "k": 4, "c": 0.1, "v": 1.0},
            shows="a",
            unit="",
            why=f"With it a pass yields {PRINTED['E']} tokens, of which one is the target’s own: "
            f"({PRINTED['E']} − 1)/4 = {PRINTED['share']}. The share counts what was drafted "
            "behind a rejection too.",
        ),
    ),
)
