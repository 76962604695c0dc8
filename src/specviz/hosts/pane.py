"""The widget in an app of Panel's, linked both ways to its model."""

from __future__ import annotations

import os
import weakref
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import param
from panel.custom import JSComponent

from specviz.hosts.frame import FIRST_HEIGHT, srcdoc
from specviz.model import SpeculativeDecoding
from specviz.recording import Recording
from specviz.state import SHARED


class Pane(JSComponent):
    """What an app shows of a model: a frame, so that neither's styles and scripts reach the other.

    Parameters
    ----------
    **params
        As of any component of Panel's: a size, margins.
    """

    srcdoc = param.String(doc="The document in the frame.")
    first_height = param.Integer(FIRST_HEIGHT, doc="In CSS pixels, until the frame knows better.")
    a = param.Number(doc="Acceptance rate; values are checked by the model, not here.")
    k = param.Integer(doc="Draft length.")
    draft = param.String(doc='"aligned" or "weak".')
    c = param.Number(doc="Cost of drafting one token, in target steps.")
    v = param.Number(doc="Cost of one verify pass, in target steps.")

    _esm = files("specviz").joinpath("hosts/pane.js").read_text("utf-8")


def pane(
    model: SpeculativeDecoding,
    *,
    sections: Sequence[str] | None = None,
    recording: Recording | str | os.PathLike[str] | None = None,
) -> Pane:
    """The widget view of a model, to be put into layouts of Panel's.

    Parameters
    ----------
    model
        Linked both ways to what the reader sets, for as long as the pane lives.
    sections
        Names of the sections to show, in this order; by default those of the widget.
    recording
        As of `export_html`.

    Returns
    -------
    Pane
        As wide as its place allows.

    Raises
    ------
    ValueError
        If there is no such section, one comes twice, or the recording is none.
    """
    shown = Pane(  # type: ignore[no-untyped-call]  # untyped in Panel
        srcdoc=srcdoc(model, sections, recording),
        sizing_mode="stretch_width",
        min_width=320,
        **_values(model),
    )
    there = weakref.ref(shown)

    def to_pane(*_events: Any) -> None:
        if pane := there():
            pane.param.update(**_values(model))

    def to_model(*_events: Any) -> None:
        # All of them at once: a given with the draft is not overruled by it.
        try:
            model.param.update(**_values(shown))
        except (ValueError, TypeError):
            to_pane()

    watcher = model.param.watch(to_pane, list(SHARED))
    shown.param.watch(to_model, list(SHARED))
    # A model that all sessions of a server share must not keep every pane that it ever had.
    weakref.finalize(shown, model.param.unwatch, watcher)
    return shown


def _values(of: SpeculativeDecoding | Pane) -> dict[str, Any]:
    return {name: getattr(of, name) for name in SHARED}
