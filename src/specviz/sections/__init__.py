"""The sections of the page, in its order: the one place that names them all."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from specviz.page.settings import VIEWS, View

if TYPE_CHECKING:
    from specviz.page.section import Section

PAGE: tuple[View, ...] = ("page",)

SECTIONS: dict[str, tuple[View, ...]] = {
    "race": VIEWS,
    "how": PAGE,
    "formula": PAGE,
    "compare": VIEWS,
    "pays": PAGE,
    "identical": PAGE,
    "pair": PAGE,
}
"""By name: the views that show a section unless they are told which to show."""


def section(name: str) -> Section:
    """A section by its name.

    Parameters
    ----------
    name
        A key of `SECTIONS`.

    Returns
    -------
    Section
        As its folder declares it.
    """
    declared: Section = import_module(f"specviz.sections.{name}.section").SECTION
    return declared


def checked(names: Iterable[str]) -> tuple[str, ...]:
    """The names of sections, if they can be shown together.

    Parameters
    ----------
    names
        In the order of showing.

    Returns
    -------
    tuple of str
        The same.

    Raises
    ------
    ValueError
        If there is no such section, or one comes twice.
    """
    found: list[str] = []
    for name in names:
        if name not in SECTIONS:
            raise ValueError(f"section must be one of {', '.join(SECTIONS)}, got {name!r}")
        if name in found:
            raise ValueError(f"section {name!r} is there twice; each can be shown once")
        found.append(name)
    return tuple(found)


def arranged(
    view: View | None = None, names: Iterable[str] | None = None
) -> tuple[View, tuple[Section, ...]]:
    """What a view shows: its dress and its sections.

    Parameters
    ----------
    view
        One of `specviz.page.settings.VIEWS`; by default ``"page"``, and ``"widget"``, which has no
        words around them, where sections are named.
    names
        Of sections, in the order of showing; by default those of the view.

    Returns
    -------
    tuple of (str, tuple of Section)
        The dress, and the sections in order.

    Raises
    ------
    ValueError
        If there is no such section, or one comes twice.
    """
    chosen = checked(names or ())
    if chosen:
        return "widget" if view is None else view, tuple(map(section, chosen))
    dress = "page" if view is None else view
    return dress, tuple(section(name) for name, views in SECTIONS.items() if dress in views)
