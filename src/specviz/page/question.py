"""A question that a reader answers before the page does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from specviz.theory.readings import texts, values


@dataclass(frozen=True)
class Question:
    """One question of a section, with the settings at which the page shows its answer.

    Parameters
    ----------
    asks
        The question, as HTML.
    settings
        Values of a, k, c and v, and of draft where it matters, that the page takes to answer.
    shows
        The name of the number that is asked for, as in `specviz.theory.readings.texts`.
    unit
        What stands behind the reader's guess, or nothing.
    why
        What there is to see, as HTML.
    """

    asks: str
    settings: Mapping[str, float | str]
    shows: str
    unit: str
    why: str

    @property
    def answer(self) -> str:
        """What the page prints at these settings; the browser computes it anew."""
        a, k, c, v = (self.settings[name] for name in ("a", "k", "c", "v"))
        return texts(values(float(a), int(k), float(c), float(v)))[self.shows]


def said(a: float, k: int, c: float = 0.1, v: float = 1.0) -> dict[str, str]:
    """The numbers at some settings, as the page prints them, for the words of a question.

    Parameters
    ----------
    a, k, c, v
        As in `specviz.theory.readings.values`.

    Returns
    -------
    dict
        By the name under which the page shows it.

    Raises
    ------
    ValueError
        If a value is out of range; see `specviz.theory`.
    """
    return texts(values(a, k, c, v))
