"""Assembles template, figures, browser modules and first numbers into a page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup
from rcssmin import cssmin

from specviz.model import SpeculativeDecoding
from specviz.page.modules import modules, script_json
from specviz.page.section import Section
from specviz.page.settings import VIEWS, View, first
from specviz.recording import Recording
from specviz.theory.readings import texts, values
from specviz.theory.rounding import rounded

SCRIPT = re.compile(r"<script[^>]*>.*?</script>", re.DOTALL)
TITLE = "Speculative decoding"

OWN: Mapping[str, tuple[str, ...]] = MappingProxyType({"page": ("contents",)})
"""By the view: what it has beyond sections, each with a style sheet and a browser module."""

MARKED: Mapping[str, str] = MappingProxyType(
    {"moves": 'class="moves"', "tries": 'class="question"'}
)
"""What comes, likewise, where the words of the sections ask for it: by the mark of that."""

BOKEHJS = re.compile(r'^<script[^>]*\ssrc="[^"]*/bokeh(-\d[^"/]*?)?(\.min)?\.js')


@cache
def template(view: View) -> Template:
    """The Jinja template of a view.

    Parameters
    ----------
    view
        One of `VIEWS`.

    Returns
    -------
    jinja2.Template
        Needs `context` and, from the host, `bokeh_js`, `plot_script` and `docs`.

    Raises
    ------
    ValueError
        If there is no such view.
    """
    if view not in VIEWS:
        words = " or ".join(f'"{name}"' for name in VIEWS)
        raise ValueError(f"view must be {words}, got {view!r}")
    return _environment().get_template(f"page/{view}.html")


def bokehjs_alone(scripts: str) -> str:
    """The one script that the figures need, of all that a server would send.

    Parameters
    ----------
    scripts
        Script elements, as Bokeh or Panel made them.

    Returns
    -------
    str
        The element that brings bokeh.js or bokeh.min.js by its address.

    Raises
    ------
    ValueError
        If there is none.
    """
    for script in SCRIPT.findall(scripts):
        if BOKEHJS.search(script):
            return str(script)
    raise ValueError("the server offers no bokeh.min.js")


def context(  # noqa: PLR0913 all but three are options, given by name
    model: SpeculativeDecoding,
    view: View,
    sections: tuple[Section, ...],
    *,
    more: tuple[str, ...] = (),
    notice: str = "",
    of: Recording | None = None,
    unshown: Sequence[str] = (),
    tries: Sequence[int] | None = None,
    title: str = "",
) -> dict[str, Any]:
    """All that a template prints, the first numbers included.

    Parameters
    ----------
    model
        Gives the first numbers; the page reads right before and without JavaScript.
    view
        One of `VIEWS`: the dress.
    sections
        What is shown, in this order.
    more
        Browser modules of the host, which begin as those of sections do.
    notice
        What was wrong with what was asked for, in words.
    of
        What the sections were made to show, where it is not the recording that comes along.
    unshown
        Titles of sections for which that recording lacks something.
    tries
        Numbers of the questions to ask, counted through the sections from 1; by default all.
    title
        What the page is called, where it is not its usual title.

    Returns
    -------
    dict
        Variables of the template.

    Raises
    ------
    ValueError
        If there is no question of such a number.
    """
    number = values(model.a, model.k, model.c, model.v)
    shared = {
        "view": view,
        "title": title or TITLE,
        "model": model,
        "help": {name: model.param[name].doc for name in ("a", "k", "draft", "c", "v")},
        "number": number,
        "text": texts(number),
    }
    questions = _questions(sections, tries)
    shown = [
        {
            "name": section.name,
            "short": section.short,
            "title": section.title,
            "words": _printed(
                section.words,
                shared | {"tries": questions[section.name]} | dict(section.context(model)),
            ),
        }
        for section in sections
    ]
    asked = (name for name, mark in MARKED.items() if any(mark in it["words"] for it in shown))
    own = (*OWN.get(view, ()), *asked)
    return shared | {
        "sections": shown,
        "figures": any(section.figures for section in sections),
        "notice": notice,
        "unshown": list(unshown),
        "css": cssmin("\n".join([*map(_looks, ("page", *own)), *(it.looks for it in sections)])),
        "boot": _resource("page/boot.js"),
        "modules": modules(sections, (*own, *more), of),
        "first": script_json(first(model, of)),
    }


def _questions(
    sections: Sequence[Section], chosen: Sequence[int] | None
) -> dict[str, list[Markup]]:
    """The questions of each section as HTML; nothing in the place of one that is not chosen."""
    count = sum(len(section.tries) for section in sections)
    for number in chosen or ():
        if not 1 <= number <= count:
            there = f"be a whole number in 1..{count}" if count else "not be given: none is asked"
            raise ValueError(f"try must {there}, got {number}")
    numbers = iter(range(1, count + 1))
    return {
        section.name: [
            _printed("page/question.html", {"question": question, "number": number})
            if chosen is None or number in chosen
            else Markup()
            for question, number in zip(section.tries, numbers, strict=False)
        ]
        for section in sections
    }


def _printed(template: str, variables: Mapping[str, Any]) -> Markup:
    # Made by a template of ours, which has escaped what it printed.
    return Markup(_environment().get_template(template).render(variables))  # noqa: S704


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("specviz", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"bokehjs_alone": bokehjs_alone, "rounded": rounded}
    return environment


def _looks(name: str) -> str:
    return _resource(f"page/{name}.css")


def _resource(path: str) -> str:
    return files("specviz").joinpath(path).read_text("utf-8")
