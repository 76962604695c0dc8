"""The widget as a frame that carries its whole page along, for notebooks and Panel apps."""

from __future__ import annotations

import zlib
from base64 import b64encode
from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from specviz.export import html
from specviz.model import SpeculativeDecoding

FIRST_HEIGHT = 1200
"""In CSS pixels, until the page within has measured itself."""

TITLE = "Speculative decoding, to play with"


def frame(model: SpeculativeDecoding) -> str:
    """The widget view of a model as an HTML element that needs nothing beside itself.

    Parameters
    ----------
    model
        Gives the first settings; what the reader sets stays in the frame.

    Returns
    -------
    str
        An iframe; half a megabyte.
    """
    return str(
        Markup(
            '<iframe srcdoc="{}" title="{}" loading="lazy" '
            'style="display: block; width: 100%; height: {}px; border: 0"></iframe>'
        ).format(srcdoc(model), TITLE, FIRST_HEIGHT)
    )


def srcdoc(model: SpeculativeDecoding) -> str:
    """A document that unpacks itself to the widget view of a model.

    With BokehJS in it, so that a notebook works without a network and many years from now;
    packed, since a notebook keeps what it shows.

    Parameters
    ----------
    model
        Gives the first settings.

    Returns
    -------
    str
        HTML.
    """
    page = html(model, "widget").encode("utf-8")
    fit = files("specviz").joinpath("browser/fit.js").read_text("utf-8")
    return _template().render(packed=b64encode(zlib.compress(page, 9)).decode("ascii"), fit=fit)


@cache
def _template() -> Template:
    loader = PackageLoader("specviz")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    return environment.get_template("frame.html")
