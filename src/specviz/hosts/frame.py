"""The widget as a frame that carries its whole page along, for notebooks and Panel apps."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.resources import files

from specviz.hosts.export import html
from specviz.model import SpeculativeDecoding
from specviz.recording import Recording

FIRST_HEIGHT = 1200
"""In CSS pixels, until the page within has measured itself."""

TITLE = "Speculative decoding, to play with"


def frame(
    model: SpeculativeDecoding,
    *,
    sections: Sequence[str] | None = None,
    recording: Recording | str | os.PathLike[str] | None = None,
) -> str:
    """The widget view of a model as an HTML element that needs nothing beside itself.

    Parameters
    ----------
    model
        Gives the first settings; what the reader sets stays in the frame.
    sections
        Names of the sections to show, in this order; by default those of the widget.
    recording
        As of `export_html`.

    Returns
    -------
    str
        An iframe; half a megabyte.

    Raises
    ------
    ValueError
        If there is no such section, one comes twice, or the recording is none.
    """
    # Only what an attribute needs: escaping <, > and ' as well would only add bytes.
    document = srcdoc(model, sections, recording).replace("&", "&amp;").replace('"', "&quot;")
    return (
        f'<iframe srcdoc="{document}" title="{TITLE}" loading="lazy" '
        f'style="display: block; width: 100%; height: {FIRST_HEIGHT}px; border: 0"></iframe>'
    )


def srcdoc(
    model: SpeculativeDecoding,
    sections: Sequence[str] | None = None,
    recording: Recording | str | os.PathLike[str] | None = None,
) -> str:
    """The widget view of a model, as a document that fits its frame.

    With BokehJS in it, so that a notebook works without a network and many years from now.

    Parameters
    ----------
    model
        Gives the first settings.
    sections, recording
        As of `frame`.

    Returns
    -------
    str
        HTML.

    Raises
    ------
    ValueError
        As `frame` does.
    """
    fit = files("specviz").joinpath("hosts/frame.js").read_text("utf-8")
    document = html(model, "widget", sections=sections, recording=recording)
    # In the head, so that nothing is painted in the colours of another theme.
    return document.replace("</head>", f"<script>{fit}</script>\n</head>", 1)
