"""Figures as JSON that stands by itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from bokeh.embed import json_item
from bokeh.model import Model

from specviz.page.section import Section


@lru_cache(maxsize=64)
def figures(sections: tuple[Section, ...]) -> dict[str, dict[str, Any]]:
    """The figures of some sections, as the browser gets them.

    Parameters
    ----------
    sections
        In the order of the page.

    Returns
    -------
    dict
        By the id of the element that a figure goes to.
    """
    return {name: item(make()) for section in sections for name, make in section.figures.items()}


def item(figure: Model) -> dict[str, Any]:
    """A figure as the JSON that BokehJS brings to life.

    Parameters
    ----------
    figure
        Not yet in a document.

    Returns
    -------
    dict
        The same bytes whatever else the process has made: only what is referred to has an id,
        numbered from 1; the browser numbers the rest.
    """
    made: dict[str, Any] = dict(json_item(figure))
    # What other packages have taught Bokeh, and what the current document listens to, are no
    # part of the figure, yet they come along.
    doc = {name: made["doc"][name] for name in ("version", "title", "roots")}
    kept = {made["root_id"], *_references(doc)}
    names: dict[str, str] = {}

    def renamed(part: Any) -> Any:
        if isinstance(part, list):
            return [renamed(each) for each in part]
        if not isinstance(part, dict):
            return part
        return {
            key: names.setdefault(value, str(len(names) + 1)) if key == "id" else renamed(value)
            for key, value in part.items()
            if key != "id" or value in kept
        }

    return {"doc": renamed(doc), "root_id": names[made["root_id"]]}


def _references(part: Any) -> Iterator[str]:
    """The ids by which one object refers to another: those that stand alone."""
    if isinstance(part, dict) and part.keys() == {"id"}:
        yield part["id"]
    elif isinstance(part, dict | list):
        for each in part.values() if isinstance(part, dict) else part:
            yield from _references(each)
