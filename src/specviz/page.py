"""Assembles template, figures, browser modules and first numbers into a page."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any, Literal, get_args

from bokeh.embed import json_item
from bokeh.model import Model
from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from specviz.figures.curve import curve
from specviz.figures.heatmap import heatmap
from specviz.figures.histogram import histogram
from specviz.figures.lanes import lanes
from specviz.figures.microscope import microscope
from specviz.figures.pair import pair_conditional, pair_reached, pair_tokens
from specviz.figures.predictions import predictions
from specviz.model import SpeculativeDecoding, rows
from specviz.paper import account, measurements, percent
from specviz.readings import texts, values
from specviz.recording import STARTS, drawn, excerpt, findings, recording
from specviz.rounding import rounded
from specviz.snippet import snippet

View = Literal["page", "widget", "slide"]
VIEWS: tuple[View, ...] = get_args(View)

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

SCRIPT = re.compile(r"<script[^>]*>.*?</script>", re.DOTALL)
BOKEHJS = re.compile(r'^<script[^>]*\ssrc="[^"]*/bokeh(-\d[^"/]*?)?(\.min)?\.js')

KINDS = ("independent", "recorded")
"""Who accepts: dice at the rate a, or what the recorded pair really did."""

THEMES = ("auto", "light", "dark")
"""As the reader's system says, or as the page around a frame wants it."""

FIRST_DICE = 218
"""A run near the expectation whose first three passes show all there is: a rejection with
something kept and something discarded, one at the very first token, and a bonus."""

SPARE = re.compile(r"\s*([{};,>])\s*|/\*.*?\*/", re.DOTALL)
"""White space and comments that a style sheet can do without."""

COMMENT = re.compile(r"/\*\*.*?\*/ ?|^ *//[^\n]*", re.DOTALL | re.MULTILINE)
"""JSDoc anywhere, and a line that is nothing but comment; `//` behind code might be in a string."""

OUTSIDE = ("boot.js", "bridge.js", "fit.js", "pane.js")
"""Browser files that no page imports: hosts run them, or they unpack the others."""


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
    loader = PackageLoader("specviz")
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
    settings = {name: getattr(model, name) for name in ("a", "k", "draft", "c", "v")}
    first = settings | {
        "dice": FIRST_DICE,
        "kind": KINDS[0],
        "prompt": _prompts()[0],
        "theme": THEMES[0],
    }
    *reference, live = [
        {"a": row.a, "k": row.k, "text": texts(values(row.a, row.k, model.c, model.v))}
        for row in rows(model)
    ]
    return {
        "view": view,
        "model": model,
        "help": {name: model.param[name].doc for name in settings},
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
        "css": SPARE.sub(r"\1", _resource("templates/specviz.css")),
        "boot": _resource("browser/boot.js"),
        "modules": modules(view),
        "first": _json(first),
    }


@cache
def modules(view: View) -> str:
    """The browser modules, and the data that is the same for every reader, for boot.js to unpack.

    Packed, a page weighs half of what it would: BokehJS leaves little room.

    Parameters
    ----------
    view
        One of `VIEWS`.

    Returns
    -------
    str
        Base64 of the deflated text: name and code of each module, one after the other, with NUL
        between them.
    """
    folder = files("specviz").joinpath("browser")
    code = {
        path.name.removesuffix(".js"): "\n".join(_code_lines(path.read_text("utf-8")))
        for path in sorted(folder.iterdir(), key=lambda path: path.name)
        if path.name.endswith(".js") and path.name not in OUTSIDE
    }
    code["data"] = f"export default {_json(_data(view))}"
    text = "\0".join(chain.from_iterable(code.items()))
    return b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii")


def _code_lines(module: str) -> Iterator[str]:
    """The lines without those that are comments alone: what every page carries is weighed."""
    for line in COMMENT.sub("", module).splitlines():
        if line.strip():
            yield line.strip()


def _data(view: View) -> dict[str, Any]:
    data = {
        "declared": _declared(),
        "acceptance": dict(SpeculativeDecoding.ACCEPTANCE),
        "words": excerpt(),
        "embed": snippet("%URL%"),
        "figures": {name: item(FIGURES[name]()) for name in _figures(view)},
    }
    if view == "page":
        data["pair"] = {draft: drawn(findings(draft)) for draft in recording().skipped}
    return data


def _figures(view: View) -> tuple[str, ...]:
    return tuple(FIGURES) if view == "page" else RACE


def _prompts() -> list[str]:
    return [prompt.name for prompt in recording().prompts]


def _declared() -> dict[str, Any]:
    """What each setting may be, from its one declaration."""
    parameters = SpeculativeDecoding.param
    numbers = {name: parameters[name] for name in ("a", "k", "c", "v")}
    return {
        name: {"min": it.bounds[0], "max": it.bounds[1], "whole": it.whole}
        for name, it in numbers.items()
    } | {
        "draft": list(parameters["draft"].objects),
        "dice": {"min": 0, "max": 2**32 - 1, "whole": True},
        "kind": list(KINDS),
        "prompt": _prompts(),
        "theme": list(THEMES),
    }


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


def _resource(path: str) -> str:
    return files("specviz").joinpath(path).read_text("utf-8")


def _json(value: Any) -> str:
    """JSON that may stand in a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")
