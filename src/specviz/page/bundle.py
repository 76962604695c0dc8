"""Which BokehJS a page carries: the lean one, made for the figures, or the whole."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from bokeh import __version__ as installed
from bokeh.util.paths import bokehjs_path

FOLDER = Path(__file__).parent / "lean"
"""Where `make bokehjs` and the wheel put it: by another suffix than the page's own modules have."""

NEEDED = frozenset({"AllIndices", "UnionRenderers"})
"""What BokehJS makes by itself and no JSON names."""

HEAD = re.compile(r"/\*! BokehJS (?P<version>\S+) with (?P<types>[\w ]+)\n")
"""How a lean bundle begins."""


class Choice(NamedTuple):
    """A bundle and the reason for it."""

    path: Path
    reason: str


def types(items: Iterable[Any]) -> frozenset[str]:
    """The names of the models in the JSON of figures.

    Parameters
    ----------
    items
        What `specviz.page.item.item` made of each.

    Returns
    -------
    frozenset of str
        With those that BokehJS makes by itself.
    """
    found = set(NEEDED)
    stack = list(items)
    while stack:
        part = stack.pop()
        if isinstance(part, dict):
            if part.get("type") == "object":
                found.add(part["name"])
            stack.extend(part.values())
        elif isinstance(part, list):
            stack.extend(part)
    return frozenset(found)


def choice(needed: Iterable[str], folder: Path = FOLDER) -> Choice:
    """Decide which BokehJS a page carries along.

    Parameters
    ----------
    needed
        The types of its figures.
    folder
        Where a lean bundle lies, if one was made.

    Returns
    -------
    Choice
        The lean one, if it was made for the Bokeh that is installed and has all types; else the
        whole bokeh.min.js.
    """
    whole = bokehjs_path() / "js" / "bokeh.min.js"
    made = sorted(folder.glob("bokeh-*.lean.bundle"))
    lean = folder / f"bokeh-{installed}.lean.bundle"
    if not made:
        return Choice(whole, "no lean bundle was made here (make bokehjs, which needs Node.js)")
    if lean not in made:
        return Choice(whole, f"Bokeh {installed} is installed, and {made[0].name} is for another")
    if absent := missing(needed, lean):
        return Choice(whole, f"{lean.name} lacks {', '.join(absent)} (make bokehjs adds them)")
    return Choice(lean, f"made of what the figures need of Bokeh {installed}")


def missing(needed: Iterable[str], lean: Path) -> list[str]:
    """The types that a lean bundle lacks.

    Parameters
    ----------
    needed
        The types of figures.
    lean
        The bundle; it says in its first line what it has.

    Returns
    -------
    list of str
        Sorted.
    """
    with lean.open(encoding="utf-8") as file:
        head = HEAD.match(file.readline())
    held = head["types"].split() if head else []
    return sorted(set(needed) - set(held))
