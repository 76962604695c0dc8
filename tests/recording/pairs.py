"""Recordings of pairs that were made up, as their files hold them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

TOKENS = 81
VOCABULARY = [" one", " two", " three", "<b>", "</script>", "&amp;", "é", "\u2028"]


def pair(
    agrees: Callable[[int], bool] = lambda place: place % 3 != 0,
    *,
    tokens: int = TOKENS,
    prompts: int = 2,
) -> dict[str, Any]:
    """A pair whose draft agrees where it is told to, else chooses the word behind the right one."""
    size = len(VOCABULARY)
    target = [(place * place + place // 5) % size for place in range(tokens)]
    choice = [
        token if agrees(place) else (token + 1) % size for place, token in enumerate(target[:-1])
    ]
    trace = {
        "choice": choice,
        "overlap": [0.5] * len(choice),
        "rejected": [[(token + step) % size for step in range(1, 17)] for token in target[:-1]],
    }
    return {
        "version": 1,
        "about": {"model": "Big <i>Model</i>"},
        "drafts": {"small": {"model": "Small & Quick"}},
        "vocabulary": VOCABULARY,
        "prompts": {
            f"text-{number}": {
                "kind": "story",
                "title": f"<script>{number}</script>",
                "text": 'What is "<img src=x>"?',
                "target": target,
                "drafts": {"small": trace},
            }
            for number in range(prompts)
        },
        "timings": {"machine": "an <em>old</em> laptop", "date": "2026-12-01"},
    }


def timed(data: dict[str, Any], *, speed: float = 1.0) -> dict[str, Any]:
    """The pair, timed: c = 0.1 and v = 1.2, and real runs so many times as fast as predicted."""
    runs = []
    for k in (1, 2, 4, 8):
        seconds = (1.2 + 0.1 * k) / speed
        runs.append(
            {
                "k": k,
                "tokens": 200,
                "passes": 100,
                "seconds": seconds,
                "plain": 2.0,
                "identical": 200,
            }
        )
    step = {"step": 0.01, "verify": [0.01, *[0.012] * 16]}
    drafts = {"small": {"step": 0.001, "runs": runs}}
    return data | {"timings": data["timings"] | {"threads": 2, **step, "drafts": drafts}}
