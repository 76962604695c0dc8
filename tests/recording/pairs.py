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
