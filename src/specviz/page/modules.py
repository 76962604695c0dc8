"""What a page carries for boot.js to unpack: the browser modules and the data for all readers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Any

from specviz.model import SpeculativeDecoding
from specviz.page.item import item
from specviz.page.packing import packed
from specviz.page.settings import View, declared
from specviz.page.snippet import snippet
from specviz.recording import drawn, excerpt, findings, recording
from specviz.sections.pair.pair import pair_conditional, pair_reached, pair_tokens
from specviz.sections.pays.curve import curve
from specviz.sections.pays.heatmap import heatmap
from specviz.sections.pays.predictions import predictions
from specviz.sections.race.histogram import histogram
from specviz.sections.race.lanes import lanes
from specviz.sections.race.microscope import microscope

FIGURES = {
    "microscope": microscope,
    "lanes": lanes,
    "histogram": histogram,
    "curve": curve,
    "heatmap": heatmap,
    "predictions": predictions,
    "pair-tokens": pair_tokens,
    "pair-reached": pair_reached,
    "pair-conditional": pair_conditional,
}

RACE = ("microscope", "lanes", "histogram")
"""The figures of every view; the others belong to the page alone."""

SPARE = re.compile(
    r"""("(?:[^"\\]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\})*`)"""
    r"""|/\*.*?\*/[ ]?|//[^\n]*|[ ]?([=<>?:,{}();&|!]+)[ ]?""",
    re.DOTALL,
)
"""Text in quotes, to be kept; comments; or signs, which stand without space around them as well.
Not + and -, which could run into each other, nor /, which could begin a comment."""

BREAK = re.compile(r"(?<=[{(,\[=?:&|>])\n|\n(?=[)}\]?:.,&|=])")
"""The end of a line that cannot be the end of a statement."""

OUTSIDE = ("boot.js", "frame.js", "pane.js")
"""Browser files that no page imports: hosts run them, or they unpack the others."""


@cache
def modules(view: View) -> str:
    """The browser modules, and the data that is the same for every reader, for boot.js to unpack.

    Parameters
    ----------
    view
        One of `VIEWS`.

    Returns
    -------
    str
        As `packed` makes it: name and code of each module, one after the other, with NUL
        between them.
    """
    code = {
        name: _terse(path.read_text("utf-8"))
        for name, path in sorted(_browser_modules())
        if path.name not in OUTSIDE
    }
    made = {"settings": _settings(), "data": _data(view)}
    code |= {name: f"export default {script_json(value)}" for name, value in made.items()}
    return packed("\0".join(chain.from_iterable(code.items())))


def _browser_modules() -> Iterator[tuple[str, Path]]:
    """Every browser module by the name under which others import it."""
    package = Path(str(files("specviz")))
    for path in package.rglob("*.js"):
        place = path.relative_to(package).with_suffix("")
        if place.parts[0] == "sections":
            yield "/".join(place.parts[1:]), path
        elif place.parent.name in {"theory", "page", "hosts"}:
            yield place.name, path


def _terse(module: str) -> str:
    """The same code without comments and needless space: what every page carries is weighed."""
    code = SPARE.sub(r"\1\2", module)
    lines = "\n".join(filter(None, map(str.strip, code.splitlines())))
    return BREAK.sub("", lines)


def _settings() -> dict[str, Any]:
    # Apart from the data, which is large: the numbers do not wait for it.
    return {"declared": declared(), "acceptance": dict(SpeculativeDecoding.ACCEPTANCE)}


def _data(view: View) -> dict[str, Any]:
    data = {
        "words": excerpt(),
        "embed": snippet("%URL%"),
        "figures": {name: item(FIGURES[name]()) for name in _figures(view)},
    }
    if view == "page":
        data["pair"] = {draft: drawn(findings(draft)) for draft in recording().skipped}
    return data


def _figures(view: View) -> tuple[str, ...]:
    return tuple(FIGURES) if view == "page" else RACE


def script_json(value: Any) -> str:
    """JSON that may stand in a script element.

    Parameters
    ----------
    value
        Of plain lists, dicts, text and numbers.

    Returns
    -------
    str
        Without white space, and without the character that ends an element.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")
