"""What `panel serve` runs: one page a session, linked to its own model."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from typing import Any, cast

from bokeh.document import Document
from bokeh.io import curdoc

from specviz.model import SpeculativeDecoding
from specviz.page.document import context, template
from specviz.page.settings import VIEWS, View
from specviz.recording import Recording, read_recording
from specviz.sections import arranged, unshown
from specviz.state import SHARED, link, state_of

RECORDING = "SPECVIZ_RECORDING"
"""The environment variable that names the file of a recording, in every process of a server."""


def serve(  # noqa: PLR0913 all but four are options, given by name
    doc: Document,
    model: SpeculativeDecoding,
    view: View | None = None,
    sections: Sequence[str] | None = None,
    *,
    notice: str = "",
    recording: Recording | None = None,
) -> None:
    """Make a session's document show a model, and keep the two equal.

    The session holds the State alone. Figures belong to the page, so that no frame of an
    animation is ever sent to the server, and a session costs little.

    Parameters
    ----------
    doc
        The session's document.
    model
        Linked both ways to what the reader sets.
    view
        One of `specviz.page.settings.VIEWS`; by default as `specviz.sections.arranged` says.
    sections
        Names of the sections to show, in this order; by default those of the view.
    notice
        What was wrong with what the reader asked for, in words.
    recording
        Whose words are played; by default those of the one that comes along.

    Raises
    ------
    ValueError
        If there is no such section, or one comes twice.
    """
    dress, shown = arranged(view, sections, recording)
    missing = unshown(recording) if recording and not sections else ()
    state = state_of(model)
    link(model, state)
    doc.add_root(state)
    # The page plays on without its server; there is nothing to alarm anybody about.
    doc.config.reconnect_session = False
    doc.config.notify_connection_status = False
    doc.template = template(dress)
    doc.template_variables.update(
        context(
            model,
            dress,
            shown,
            more=("bridge",),
            notice=notice,
            of=recording,
            unshown=missing,
        )
    )


def asked(arguments: dict[str, list[bytes]]) -> dict[str, Any]:
    """The settings that an address asks for, as far as they are allowed.

    The page itself names what is wrong with the others.

    Parameters
    ----------
    arguments
        Of the request, by name.

    Returns
    -------
    dict
        Keywords of `SpeculativeDecoding`.
    """
    found: dict[str, Any] = {}
    for name in SHARED:
        for raw in arguments.get(name, [])[-1:]:
            value = _value(name, raw.decode("utf-8", "replace"))
            try:
                SpeculativeDecoding(**{name: value})
            except (ValueError, TypeError):
                continue
            found[name] = value
    return found


def _value(name: str, text: str) -> Any:
    if name == "draft":
        return text
    try:
        return int(text) if name == "k" else float(text)
    except ValueError:
        return text


@cache
def _recording() -> Recording | None:
    """The recording of the whole server, read once."""
    path = os.environ.get(RECORDING)
    return read_recording(path) if path else None


def _serve_session(doc: Document) -> None:
    # The request is there in a session of a server, though the context's type does not say so.
    request = getattr(doc.session_context, "request", None)
    arguments = request.arguments if request else {}
    view = arguments.get("view", [b""])[-1].decode("utf-8", "replace")
    names = [name.decode("utf-8", "replace") for name in arguments.get("section", [])]
    model = SpeculativeDecoding(**asked(arguments))
    dress = cast("View", view) if view in VIEWS else None
    of = _recording()
    try:
        serve(doc, model, dress, names, recording=of)
    except ValueError as error:
        # In what can be shown, and said on the page.
        serve(doc, model, dress, notice=str(error), recording=of)


if __name__.startswith("bokeh_app"):
    _serve_session(curdoc())
