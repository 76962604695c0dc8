"""What a page can be set to: what Python declares in the model, and what is the page's own."""

from __future__ import annotations

from typing import Any, Literal, get_args

from specviz.model import SpeculativeDecoding
from specviz.recording import SHOWN, Recording, recording

View = Literal["page", "widget", "slide"]
VIEWS: tuple[View, ...] = get_args(View)

KINDS = ("independent", "recorded")
"""Who accepts: dice at the rate a, or what the recorded pair really did."""

THEMES = ("auto", "light", "dark")
"""As the reader's system says, or as the page around a frame wants it."""

FIRST_DICE = 218
"""A run near the expectation whose first three passes show all there is: a rejection with
something kept and something discarded, one at the very first token, and a bonus."""


def first(model: SpeculativeDecoding, of: Recording | None = None) -> dict[str, Any]:
    """The settings that a page begins with, by name.

    Parameters
    ----------
    model
        Gives those that Python and the page share.
    of
        Whose texts are offered; by default those of the recording that comes along.

    Returns
    -------
    dict
        For JSON.
    """
    shared = {name: getattr(model, name) for name in ("a", "k", "draft", "c", "v")}
    return shared | {
        "dice": FIRST_DICE,
        "kind": KINDS[0],
        "prompt": _prompts(of)[0],
        "theme": THEMES[0],
    }


def declared(of: Recording | None = None) -> dict[str, Any]:
    """What each setting may be, from its one declaration.

    Parameters
    ----------
    of
        As of `first`.

    Returns
    -------
    dict
        For JSON: a range or a list of words by name.
    """
    parameters = SpeculativeDecoding.param
    numbers = {name: parameters[name] for name in ("a", "k", "c", "v")}
    return {
        name: {"min": it.bounds[0], "max": it.bounds[1], "whole": it.whole}
        for name, it in numbers.items()
    } | {
        "draft": list(parameters["draft"].objects),
        "dice": {"min": 0, "max": 2**32 - 1, "whole": True},
        "kind": list(KINDS),
        "prompt": _prompts(of),
        "theme": list(THEMES),
    }


def _prompts(of: Recording | None) -> list[str]:
    return [prompt.name for prompt in (of or recording()).prompts[:SHOWN]]
