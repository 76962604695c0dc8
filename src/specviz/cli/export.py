"""specviz export: the page as a file."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import PurePath
from types import MappingProxyType
from typing import TypeAlias

from specviz.cli.arguments import (
    CommandError,
    add_settings,
    model_of,
    one_of,
    pour,
)

VIEWS = ("page", "widget", "slide")
SOURCES = ("inline", "cdn")
"""As in `specviz.page` and `specviz.export`, which would bring Bokeh with them."""

SUMMARY = "write the page as one HTML file"
DESCRIPTION = "Write the page as one HTML file that works from any place."
EPILOG = """\
The file is written whole or not at all, and is the same byte for byte on every run.

examples:
  specviz export lesson.html
  specviz export slide.html --view slide --draft weak
  specviz export widget.html --view widget --a 0.9 --k 6 --resources cdn
  specviz export - | gzip > lesson.html.gz
"""

Writer: TypeAlias = Callable[[argparse.Namespace], None]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "out",
        type=_out,
        metavar="OUT",
        help=f'the file to write, ending in {_suffixes()}; "-" writes HTML to stdout',
    )
    parser.add_argument(
        "--view",
        type=one_of("view", VIEWS),
        default="page",
        metavar="|".join(VIEWS),
        help="The whole explanation, the part for a course page, or a 16:9 slide. Default: page.",
    )
    parser.add_argument(
        "--resources",
        type=one_of("resources", SOURCES),
        default="inline",
        metavar="|".join(SOURCES),
        help="Carry BokehJS along and need no network (1.3 MB), or have the browser fetch it "
        "from Bokeh's CDN. Default: inline.",
    )
    add_settings(parser)


def run(chosen: argparse.Namespace) -> None:
    """Write the file in the format that its name asks for."""
    write = write_stdout if chosen.out == "-" else FORMATS[_suffix(chosen.out)]
    write(chosen)


def write_html(chosen: argparse.Namespace) -> None:
    """Write one HTML file."""
    from specviz.export import export_html  # noqa: PLC0415 brings Bokeh

    export_html(model_of(chosen), chosen.out, chosen.view, chosen.resources)


def write_stdout(chosen: argparse.Namespace) -> None:
    """Write HTML to stdout, as the same bytes that a file would hold."""
    from specviz.export import html  # noqa: PLC0415 brings Bokeh

    pour(html(model_of(chosen), chosen.view, chosen.resources).encode("utf-8"))


FORMATS: Mapping[str, Writer] = MappingProxyType({".html": write_html, ".htm": write_html})
"""By the suffix of the file's name: what writes it."""


def _out(text: str) -> str:
    if text != "-" and _suffix(text) not in FORMATS:
        raise CommandError(f'OUT must end in {_suffixes()}, or be "-", got {text!r}')
    return text


def _suffix(name: str) -> str:
    return PurePath(name).suffix.lower()


def _suffixes() -> str:
    return " or ".join(FORMATS)
