"""Speculative decoding, as an explanation that can be played with.

Importing this package loads neither Bokeh nor Panel: what draws is imported when first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from specviz import theory
from specviz.model import SpeculativeDecoding
from specviz.theory import roofline, sampling

if TYPE_CHECKING:
    from specviz.hosts.export import export_html
    from specviz.hosts.frame import frame
    from specviz.hosts.pane import pane
    from specviz.logs.fit import fit

    __version__: str

__all__ = [
    "SpeculativeDecoding",
    "__version__",
    "export_html",
    "fit",
    "frame",
    "pane",
    "roofline",
    "sampling",
    "theory",
]

_DRAWN = {"export_html": "export", "frame": "frame", "pane": "pane"}
"""What draws, and in which module of hosts/ it is: imported when first used."""


def _frame(model: SpeculativeDecoding) -> str:
    """The widget view, as a notebook shows it."""
    from specviz.hosts.frame import frame  # noqa: PLC0415 brings Bokeh

    return frame(model)


def _pane(model: SpeculativeDecoding) -> Any:
    """The widget view, as an app of Panel's shows it, linked both ways to the model."""
    from specviz.hosts.pane import pane  # noqa: PLC0415 brings Panel

    return pane(model)


# What draws lies to the right of the model, which therefore cannot import it.
SpeculativeDecoding._repr_html_ = _frame
SpeculativeDecoding.__panel__ = _pane


def __getattr__(name: str) -> object:
    if name in _DRAWN:
        drawn: object = getattr(import_module(f"specviz.hosts.{_DRAWN[name]}"), name)
        return drawn
    if name == "fit":
        return import_module("specviz.logs.fit").fit
    if name == "__version__":
        return import_module("importlib.metadata").version("specviz")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
