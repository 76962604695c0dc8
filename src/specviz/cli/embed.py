"""specviz embed: the HTML that puts the page into another one."""

from __future__ import annotations

import argparse
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote, urlsplit

from specviz.cli.arguments import CommandError, say, whole_in
from specviz.ranges import Range

HEIGHT = Range("height", 50, 10_000, whole=True)

SUMMARY = "print the HTML that frames the page in a course page"
DESCRIPTION = "Print the HTML that frames an export, or a served page, in another page."
EPILOG = """\
Put what it prints into the source of the page, as raw HTML. The frame takes the height
of its content, and any number of them can stand on one page.

examples:
  specviz embed lesson.html
  specviz embed 'lesson.html?a=0.9&k=6'
  specviz embed https://example.org/lesson.html --title "Guess ahead, check at once"
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "source",
        type=address,
        metavar="URL-OR-FILE",
        help="where the page is, as the other page would link to it: an http or https "
        "address, or the path of an export",
    )
    parser.add_argument(
        "--title",
        type=_title,
        default="Speculative decoding, to play with",
        help="What screen readers call the frame. Default: %(default)s.",
    )
    parser.add_argument(
        "--height",
        type=whole_in(HEIGHT),
        default=1200,
        metavar="PIXELS",
        help="The frame's height until its page has told its own. Default: %(default)s.",
    )


def run(chosen: argparse.Namespace) -> None:
    """Print the snippet."""
    say(snippet(chosen.source, chosen.title, chosen.height))


def snippet(source: str, title: str, height: int) -> str:
    """The HTML of a frame that follows the height of its content.

    Parameters
    ----------
    source
        What `address` returned.
    title
        What screen readers call the frame.
    height
        In CSS pixels, until the frame has told its own.

    Returns
    -------
    str
        A few lines; several of them can stand on one page.
    """
    from jinja2 import Environment  # noqa: PLC0415 no other light command needs it

    # The template has no blank lines, since Markdown ends a block of HTML at the first one. Its
    # script finds the frame by place, since an id could be there twice.
    template = files("specviz").joinpath("templates/embed.html").read_text("utf-8")
    html = (
        Environment(autoescape=True, keep_trailing_newline=True)
        .from_string(template)
        .render(source=source, title=title, height=height)
    )
    # In ASCII, so that it survives whatever encoding it is pasted into.
    return html.encode("ascii", "xmlcharrefreplace").decode()


def address(text: str) -> str:
    """The relative or absolute address that a page links to.

    Parameters
    ----------
    text
        An http or https address, or a path. The whole name of a file that is there counts as
        path; otherwise "?" begins a query.

    Returns
    -------
    str
        With what may not stand in an address percent-encoded.

    Raises
    ------
    CommandError
        If it is neither.
    """
    if not text.startswith(("http:", "https:")) and Path(text).is_file():
        return quote(Path(text).as_posix(), errors="surrogateescape")
    if not _is_address(text.strip()):
        raise CommandError(
            f"URL-OR-FILE must be an http or https address or the path of a file, got {text!r}"
        )
    return quote(text.strip(), safe="/?#[]@!$&'()*+,;=:%~", errors="surrogateescape")


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    if parts.scheme:
        return parts.scheme in {"http", "https"} and bool(parts.netloc)
    return bool(text)


def _title(text: str) -> str:
    if not text.strip():
        raise CommandError(f"title must say something, got {text!r}")
    return " ".join(text.split())
