"""The sections of the page, in its order: the one place that names them all."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from specviz.page.settings import VIEWS, View
from specviz.recording import Recording

if TYPE_CHECKING:
    from specviz.page.section import Section

PAGE: tuple[View, ...] = ("page",)

SECTIONS: dict[str, tuple[View, ...]] = {
    "race": VIEWS,
    "how": PAGE,
    "formula": PAGE,
    "compare": VIEWS,
    "pays": PAGE,
    "check": PAGE,
    "identical": PAGE,
    "pair": PAGE,
    "yours": PAGE,
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
    view: View | None = None, names: Iterable[str] | None = None, of: Recording | None = None
) -> tuple[View, tuple[Section, ...]]:
    """What a view shows: its dress and its sections.

    Parameters
    ----------
    view
        One of `specviz.page.settings.VIEWS`; by default ``"page"``, and ``"widget"``, which has no
        words around them, where sections are named.
    names
        Of sections, in the order of showing; by default those of the view.
    of
        What they show, where it is not the recording that comes along; of a view, the sections
        for which it lacks something are left out.

    Returns
    -------
    tuple of (str, tuple of Section)
        The dress, and the sections in order.

    Raises
    ------
    ValueError
        If there is no such section, one comes twice, or one cannot show that recording.
    """
    chosen = checked(names or ())
    dress: View = ("widget" if chosen else "page") if view is None else view
    listed = chosen or tuple(name for name, views in SECTIONS.items() if dress in views)
    made = {name: _showing(name, of) for name in listed}
    for name in chosen:
        if made[name] is None:
            raise ValueError(f"section {name!r} needs more than this recording holds")
    return dress, tuple(each for each in made.values() if each)


def unshown(of: Recording) -> list[str]:
    """Sections that a recording is left out of, since it lacks what they show.

    Parameters
    ----------
    of
        Any recording.

    Returns
    -------
    list of str
        Their titles.
    """
    return [section(name).title for name in SECTIONS if _showing(name, of) is None]


# Sessions of one server show the same sections, whose modules are packed once.
@lru_cache(maxsize=64)
def _showing(name: str, of: Recording | None) -> Section | None:
    declared = section(name)
    if of is None or declared.recorded is None:
        return declared
    return declared.recorded(of)
