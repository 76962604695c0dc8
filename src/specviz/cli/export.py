"""specviz export: the page as a file, the race as a picture or a film."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import PurePath
from types import MappingProxyType
from typing import TypeAlias

from specviz.cli.arguments import (
    CommandError,
    Parser,
    add_settings,
    model_of,
    one_of,
    pour,
    whole_in,
)
from specviz.cli.progress import bar
from specviz.cli.record import add_recording, recorded
from specviz.cli.sections import AddSection, listed
from specviz.recording import Recording
from specviz.theory.ranges import Range

VIEWS = ("page", "widget", "slide")
SOURCES = ("inline", "cdn")
"""As in `specviz.page.document` and `specviz.hosts.export`, which would bring Bokeh with them."""

SECONDS = Range("seconds", 3, 600, whole=True)
WIDTH = Range("width", 160, 3840, whole=True)
"""As in `specviz.hosts.media`, likewise."""

SUMMARY = "write the page as one HTML file, or the race as a picture or a film"
DESCRIPTION = (
    "Write the page as one HTML file that works from any place; or the race as a film "
    "(.gif, .mp4), or finished as a picture (.png, .svg, .pdf)."
)
EPILOG = """\
The file is written whole or not at all, and is the same byte for byte on every run.

Pictures and films are taken by a real browser, an installed Chromium or Chrome, and need
what "pip install 'specviz[media]'" brings.

examples:
  specviz export lesson.html
  specviz export slide.html --view slide --draft weak
  specviz export pays.html --section pays
  specviz export lesson.html --section race --section pays --try 1 --title "Third lesson"
  specviz export widget.html --view widget --a 0.9 --k 6 --resources cdn
  specviz export lesson.html --recording pair.json
  specviz export - | gzip > lesson.html.gz
  specviz export talk.mp4 --seconds 30 --draft weak
  specviz export figure.pdf --a 0.9 --k 6
  specviz export curve.svg --section pays
"""

Writer: TypeAlias = Callable[[argparse.Namespace], None]


def add_arguments(parser: Parser) -> None:
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
        metavar="|".join(VIEWS),
        help="The whole explanation, the part for a course page, or a 16:9 slide. Default: page "
        "for HTML, slide for pictures and films; widget where sections are named.",
    )
    parser.add_argument(
        "--section",
        action=AddSection,
        metavar="NAME",
        help="A section to show, instead of those of the view; may be given more than once, in "
        "the order of showing. They are listed below. Of a picture: the section's own.",
    )
    parser.add_argument(
        "--try",
        type=_numbers,
        metavar="N,N,…",
        help="Ask these questions alone, counted from 1 through the sections shown, as the page "
        "numbers them; 0 asks none. Default: all.",
    )
    parser.add_argument("--title", help="What the page is called. Default: Speculative decoding.")
    parser.add_argument(
        "--resources",
        type=one_of("resources", SOURCES),
        metavar="|".join(SOURCES),
        help="Carry BokehJS along and need no network (0.4 MB, or 0.7 MB with the whole of it), "
        "or have the browser fetch it from Bokeh's CDN. Default: inline.",
    )
    parser.add_argument(
        "--verbose",
        action="store_const",
        const=True,
        help="Say on stderr which BokehJS the page carries, and why.",
    )
    parser.add_argument(
        "--seconds",
        type=whole_in(SECONDS),
        help="How long a film lasts. Default: as long as the race does on the page.",
    )
    parser.add_argument(
        "--width",
        type=whole_in(WIDTH),
        help="The width of a picture or a film in pixels. Default: 960 for GIF, 1920 for MP4, "
        "for pictures the page's own, for PNG twice that.",
    )
    add_recording(parser)
    add_settings(parser)
    parser.more = listed


def run(chosen: argparse.Namespace) -> None:
    """Write the file in the format that its name asks for."""
    suffix = ".html" if chosen.out == "-" else _suffix(chosen.out)
    for option, takers in TAKERS.items():
        if getattr(chosen, option) is not None and suffix not in takers:
            formats = ", ".join(takers)
            raise CommandError(f"--{option} is for {formats}, and OUT is {chosen.out!r}")
    if chosen.verbose:
        tell_bokehjs(chosen)
    write = write_stdout if chosen.out == "-" else FORMATS[suffix]
    write(chosen)


def tell_bokehjs(chosen: argparse.Namespace) -> None:
    """Say which BokehJS the page carries, and why."""
    from specviz.hosts.export import bokehjs  # noqa: PLC0415 brings Bokeh
    from specviz.sections import arranged  # noqa: PLC0415 likewise

    _, shown = arranged(chosen.view, chosen.section)
    if not any(section.figures for section in shown):
        words = "none: nothing here is drawn"
    elif chosen.resources == "cdn":
        words = "from Bokeh's CDN: --resources cdn asks for it"
    else:
        path, reason = bokehjs(shown)
        words = f"{path.name}, {path.stat().st_size:,} bytes: {reason}"
    sys.stderr.write(f"specviz: BokehJS {words}\n")


def write_html(chosen: argparse.Namespace) -> None:
    """Write one HTML file."""
    from specviz.hosts.export import export_html  # noqa: PLC0415 brings Bokeh

    with _refusing():
        export_html(
            model_of(chosen),
            chosen.out,
            chosen.view,
            chosen.resources or "inline",
            sections=chosen.section,
            recording=_recording(chosen),
            tries=vars(chosen)["try"],
            title=chosen.title or "",
        )


def write_stdout(chosen: argparse.Namespace) -> None:
    """Write HTML to stdout, as the same bytes that a file would hold."""
    from specviz.hosts.export import html  # noqa: PLC0415 brings Bokeh

    with _refusing():
        text = html(
            model_of(chosen),
            chosen.view,
            chosen.resources or "inline",
            chosen.section,
            _recording(chosen),
            tries=vars(chosen)["try"],
            title=chosen.title or "",
        )
    pour(text.encode("utf-8"))


def write_media(chosen: argparse.Namespace) -> None:
    """Write a picture or a film."""
    from specviz.hosts.media import MediaError, export_media  # noqa: PLC0415 brings Bokeh

    try:
        export_media(
            model_of(chosen),
            chosen.out,
            chosen.view,
            sections=chosen.section,
            recording=_recording(chosen),
            seconds=chosen.seconds,
            width=chosen.width,
            progress=bar,
        )
    except MediaError as error:
        raise CommandError(str(error), status=1) from None


@contextmanager
def _refusing() -> Iterator[None]:
    """What only the sections know: how many questions there are."""
    try:
        yield
    except ValueError as error:
        raise CommandError(str(error)) from None


def _numbers(text: str) -> list[int]:
    if not re.fullmatch(r"[0-9]{1,4}(,[0-9]{1,4})*", text):
        raise CommandError(f"try must be whole numbers with commas between, got {text!r}")
    return [] if text == "0" else [int(number) for number in text.split(",")]


def _recording(chosen: argparse.Namespace) -> Recording | None:
    """The recording to be shown, if it can show what is asked for."""
    if chosen.recording is None:
        return None
    from specviz.sections import arranged  # noqa: PLC0415 brings Bokeh

    of = recorded(chosen.recording)
    try:
        arranged(chosen.view, chosen.section, of)
    except ValueError as error:
        raise CommandError(str(error)) from None
    return of


PAGES = (".html", ".htm")
FILMS = (".gif", ".mp4")
STILLS = (".png", ".svg", ".pdf")

FORMATS: Mapping[str, Writer] = MappingProxyType(
    dict.fromkeys(PAGES, write_html) | dict.fromkeys((*FILMS, *STILLS), write_media)
)
"""By the suffix of the file's name: what writes it."""

TAKERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "resources": PAGES,
        "verbose": PAGES,
        "try": PAGES,
        "title": PAGES,
        "seconds": FILMS,
        "width": (*FILMS, *STILLS),
    }
)
"""By the option: the formats that it means something to."""


def _out(text: str) -> str:
    if text != "-" and _suffix(text) not in FORMATS:
        raise CommandError(f'OUT must end in {_suffixes()}, or be "-", got {text!r}')
    return text


def _suffix(name: str) -> str:
    return PurePath(name).suffix.lower()


def _suffixes() -> str:
    *most, last = FORMATS
    return f"{', '.join(most)} or {last}"
