"""Why the text is identical: p and q of the recorded pair, judged token by token."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from specviz.model import SpeculativeDecoding
from specviz.page.section import Section
from specviz.sections.identical import chance, place
from specviz.sections.identical.positions import overlaps, rates, recorded, sentence
from specviz.theory.sampling import overlap

FIRST_TEMPERATURE = 1.0
"""The pair's own distributions, neither sharpened nor flattened."""


def _context(model: SpeculativeDecoding) -> dict[str, Any]:
    walked = place.walked(model.draft, FIRST_TEMPERATURE)
    position, p, q = walked[0]
    pairs = [(target, draft) for _, target, draft in walked]
    rate = rates(model.draft)[_row(FIRST_TEMPERATURE)]
    one = chance.one(position.words, p, q, chance.SEED, 0)
    rows = place.rows(position.words, p, q)
    others = len(rows) - 1
    lots = chance.many(p, q, chance.SEED)
    return {
        "walk": [
            {
                "token": token.words[0],
                "joined": not token.words[0].startswith(" "),
                "chance": float(overlap(target, draft)),
            }
            for token, target, draft in walked
        ],
        "temperatures": recorded()["temperatures"],
        "temperature": FIRST_TEMPERATURE,
        "rows": rows,
        "drafted": min(one.drafted, others),
        "out": min(one.out, others),
        "percent": place.percent,
        "said": {
            "before": place.before(0),
            "here": place.here(p, q),
            "comes": place.comes(position.words, p, q),
            "along": place.along(pairs, model.k, model.c, model.v),
            "everywhere": place.everywhere(rate.mean, overlaps(model.draft)[:, 0].size),
        },
        "rate": rate.mean,
        "steps": list(zip(chance.STEPS, one.texts, strict=True)),
        "rules": chance.RULES,
        "many": lots,
        "by_temperature": list(zip(rates("aligned"), rates("weak"), strict=True)),
        "practice": json.loads(
            files("specviz").joinpath("sections/identical/practice.json").read_text("utf-8")
        ),
    }


def _data() -> dict[str, Any]:
    return {
        "temperatures": recorded()["temperatures"],
        "parts": recorded()["parts"],
        "text": [position.words[0] for position in sentence()],
        "places": [
            {"words": [place.shown(word) for word in position.words], "odds": position.odds}
            for position in sentence()
        ],
        "rates": {draft: [rate.mean for rate in rates(draft)] for draft in ("aligned", "weak")},
        "starts": overlaps("aligned")[:, 0].size,
    }


def _row(temperature: float) -> int:
    row: int = recorded()["temperatures"].index(temperature)
    return row


SECTION = Section(
    package="specviz.sections.identical",
    title="Why the text is identical",
    short="the same text",
    context=_context,
    data=_data,
    # The distributions along a sentence are known of the shipped pair alone.
    recorded=lambda _of: None,
)
