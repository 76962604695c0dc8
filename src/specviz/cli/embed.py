"""specviz embed: the HTML that puts the page into another one."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from specviz.cli.arguments import CommandError, say, whole_in
from specviz.page.snippet import HEIGHT_FIRST, TITLE, snippet
from specviz.theory.ranges import Range

HEIGHT = Range("height", 50, 10_000, whole=True)

SUMMARY = "print the HTML that frames the page in a course page"
DESCRIPTION = "Print the HTML that frames an export, or a served page, in another page."
EPILOG = """\
Put what it prints into the source of the page, as raw HTML. The frame takes the height
of its content, and any number of them can stand on one page. The address is taken as it
is; a file that is not there, seen from this folder, gets a warning on stderr.

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
        default=TITLE,
        help="What screen readers call the frame. Default: %(default)s.",
    )
    parser.add_argument(
        "--height",
        type=whole_in(HEIGHT),
        default=HEIGHT_FIRST,
        metavar="PIXELS",
        help="The frame's height until its page has told its own. Default: %(default)s.",
    )


def run(chosen: argparse.Namespace) -> None:
    """Print the snippet."""
    say(snippet(chosen.source, chosen.title, chosen.height))
    missing = absent(chosen.source)
    if missing:
        sys.stderr.write(
            f"specviz: no file {missing!r} is here, and the frame stays empty until one lies "
            "beside its page\n"
        )


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


def absent(source: str) -> str:
    """The file that an address names and that is not there.

    Parameters
    ----------
    source
        As `address` returns it.

    Returns
    -------
    str
        Its path, or nothing if it is there, or if only the site can know: of another server's
        address, and of one that leads up or begins at the root.
    """
    parts = urlsplit(source)
    path = unquote(parts.path, errors="surrogateescape")
    if parts.scheme or parts.netloc or path.startswith(("/", "..")):
        return ""
    return "" if Path(path).exists() else path


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
