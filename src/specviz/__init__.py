"""Speculative decoding, as an explanation that can be played with.

Importing this package loads neither Bokeh nor Panel: what draws is imported when first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from specviz import theory
from specviz.model import SpeculativeDecoding

if TYPE_CHECKING:
    from specviz.export import export_html

    __version__: str

__all__ = ["SpeculativeDecoding", "__version__", "export_html", "theory"]


def __getattr__(name: str) -> object:
    if name == "export_html":
        return import_module("specviz.export").export_html
    if name == "__version__":
        return import_module("importlib.metadata").version("specviz")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
