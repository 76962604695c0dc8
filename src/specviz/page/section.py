"""What a section of the page is: a folder, and a declaration of what in it the page shall use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from specviz.model import SpeculativeDecoding
from specviz.page.question import Question
from specviz.recording import Recording

if TYPE_CHECKING:
    from bokeh.models import Plot


@dataclass(frozen=True, eq=False)
class Section:
    """One section, as its own `section.py` declares it.

    Its words are in NAME.html, beside it; its looks, where it has any of its own, in NAME.css; its
    behaviour, where it has any, in NAME.js, which exports `begin`, or `answer`, or both.

    Parameters
    ----------
    package
        The folder as a Python package: `__package__`. Its last part is the section's name.
    title
        What the section is about, as its heading says it.
    short
        The same in a word or two, where there is little room.
    figures
        What makes each Bokeh figure, by the id of the element that it goes to.
    answers
        Whether NAME.js exports `answer`, for what is to be right before the figures arrive.
    context
        Makes what NAME.html prints beside what every section may.
    data
        Makes what NAME.js needs, the same for every reader: plain lists, dicts, text, numbers.
    tries
        Questions to the reader; NAME.html places them: `tries[0]`, `tries[1]`.
    recorded
        Makes the section that shows another recording than the one that comes along, or gives
        None where that one lacks what the section shows; a section without it shows none.
    """

    package: str
    title: str
    short: str
    figures: Mapping[str, Callable[[], Plot]] = field(default_factory=dict)
    answers: bool = False
    context: Callable[[SpeculativeDecoding], Mapping[str, Any]] = lambda _model: {}
    data: Callable[[], Any] = lambda: None
    tries: Sequence[Question] = ()
    recorded: Callable[[Recording], Section | None] | None = None

    @property
    def name(self) -> str:
        """The name in addresses, options and selectors."""
        return self.package.rpartition(".")[2]

    @property
    def words(self) -> str:
        """Where the templates find its words."""
        return f"sections/{self.name}/{self.name}.html"

    @property
    def looks(self) -> str:
        """Its style sheet, or nothing."""
        sheet = files(self.package).joinpath(f"{self.name}.css")
        return sheet.read_text("utf-8") if sheet.is_file() else ""

    @property
    def behaves(self) -> bool:
        """Whether it has a browser module."""
        return files(self.package).joinpath(f"{self.name}.js").is_file()
