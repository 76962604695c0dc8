"""Which BokehJS a page carries: the lean one, made for the figures, or the whole."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent / "lean"
"""Where `make bokehjs` and the wheel put it."""

NEEDED = frozenset({"UnionRenderers"})
"""What BokehJS makes by itself and no JSON names."""


class Choice(NamedTuple):
    """A bundle and the reason for it."""

    path: Path
    lean: bool
    reason: str


def types(items: Iterable[Any]) -> list[str]:
    """The names of the models in the JSON of figures.

    Parameters
    ----------
    items
        What `bokeh.embed.json_item` made of each.

    Returns
    -------
    list of str
        Sorted, each once.
    """
    found = set(NEEDED)
    stack = list(items)
    while stack:
        part = stack.pop()
        if isinstance(part, dict):
            if part.get("type") == "object":
                found.add(part["name"])
            stack.extend(part.values())
        elif isinstance(part, list | tuple):
            stack.extend(part)
    return sorted(found)


def choice(version: str, whole: Path, folder: Path = FOLDER) -> Choice:
    """Decide which BokehJS an inline page carries.

    Parameters
    ----------
    version
        Of the Bokeh that is installed.
    whole
        Its bokeh.min.js.
    folder
        Where a lean bundle lies if one was made.

    Returns
    -------
    Choice
        The lean one if there is one for just this version.
    """
    lean = folder / f"bokeh-{version}.lean.js"
    if lean.is_file():
        return Choice(lean, lean=True, reason=f"made for Bokeh {version}, which is installed")
    others = sorted(path.name for path in folder.glob("bokeh-*.lean.js"))
    if others:
        return Choice(
            whole, lean=False, reason=f"Bokeh {version} is installed, but there is {others[0]}"
        )
    return Choice(whole, lean=False, reason="no lean bundle was made")
