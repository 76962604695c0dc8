"""Assembles template, figures, browser modules and first numbers into a page."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, Template

from specviz.model import SpeculativeDecoding, rows
from specviz.page.modules import modules, script_json
from specviz.page.settings import FIRST_DICE, VIEWS, View, first
from specviz.recording import STARTS, findings, recording
from specviz.sections.pays.paper import account, measurements, percent, ranking
from specviz.theory.readings import texts, values
from specviz.theory.rounding import rounded

SCRIPT = re.compile(r"<script[^>]*>.*?</script>", re.DOTALL)
BOKEHJS = re.compile(r'^<script[^>]*\ssrc="[^"]*/bokeh(-\d[^"/]*?)?(\.min)?\.js')

SPARE = re.compile(r"\s*([{};,>])\s*|/\*.*?\*/", re.DOTALL)
"""White space and comments that a style sheet can do without."""


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
    rooms = ("race", "formula", "compare", "pays", "pair")
    loaders = [PackageLoader("specviz", f"sections/{name}") for name in rooms]
    loader = ChoiceLoader([*loaders, PackageLoader("specviz", "page")])
    environment = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters = {"bokehjs_alone": bokehjs_alone, "rounded": rounded, "percent": percent}
    environment.filters |= filters
    return environment.get_template(f"{view}.html")


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


def context(model: SpeculativeDecoding, view: View) -> dict[str, Any]:
    """All that a template prints, the first numbers included.

    Parameters
    ----------
    model
        Gives the first numbers; the page reads right before and without JavaScript.
    view
        One of `VIEWS`.

    Returns
    -------
    dict
        Variables of the template.
    """
    number = values(model.a, model.k, model.c, model.v)
    *reference, live = [
        {"a": row.a, "k": row.k, "text": texts(values(row.a, row.k, model.c, model.v))}
        for row in rows(model)
    ]
    return {
        "view": view,
        "model": model,
        "help": {name: model.param[name].doc for name in ("a", "k", "draft", "c", "v")},
        "number": number,
        "text": texts(number),
        "dice": FIRST_DICE,
        "about": recording().about,
        "prompts": recording().prompts,
        "skipped": recording().skipped,
        "starts": STARTS,
        "found": findings(model.draft),
        "reference": reference,
        "live": live,
        "paper": measurements(),
        "account": account(measurements()),
        "ranking": ranking(measurements()),
        "css": SPARE.sub(r"\1", _resource("page/page.css")),
        "boot": _resource("page/boot.js"),
        "modules": modules(view),
        "first": script_json(first(model)),
    }


def _resource(path: str) -> str:
    return files("specviz").joinpath(path).read_text("utf-8")
