"""A page as one self-contained HTML file."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from html import escape
from pathlib import Path
from stat import S_IMODE
from typing import Literal, get_args

from bokeh import __version__ as bokeh_version
from bokeh.resources import Resources, get_sri_hashes_for_version

from specviz.model import SpeculativeDecoding
from specviz.page.bundle import Choice, choice, types
from specviz.page.document import context, template
from specviz.page.item import figures
from specviz.page.packing import packed
from specviz.page.section import Section
from specviz.page.settings import View
from specviz.recording import Recording, read_recording
from specviz.sections import arranged, unshown

Source = Literal["inline", "cdn"]
SOURCES: tuple[Source, ...] = get_args(Source)


def export_html(  # noqa: PLR0913 all but four are options, given by name
    model: SpeculativeDecoding,
    path: str | os.PathLike[str],
    view: View | None = None,
    resources: Source = "inline",
    *,
    sections: Sequence[str] | None = None,
    recording: Recording | str | os.PathLike[str] | None = None,
    tries: Sequence[int] | None = None,
    title: str = "",
) -> None:
    """Write a page as one HTML file that works from any place, also without a network.

    Parameters
    ----------
    model
        Gives the first settings.
    path
        Where to write. An existing file is replaced whole, or not touched.
    view
        ``"page"`` (the default), ``"widget"`` (the default where sections are named) or
        ``"slide"``.
    resources
        ``"inline"`` carries BokehJS along; ``"cdn"`` asks Bokeh's CDN for it, with an
        integrity hash.
    sections
        Names of the sections to show, in this order; by default those of the view.
    recording
        Of a pair of one's own, or its file (see docs/recording.md): its words are played, and its
        numbers shown.
    tries
        Numbers of the questions to ask, counted through the sections shown; by default all.
    title
        What the page is called, instead of "Speculative decoding".

    Raises
    ------
    ValueError
        If there is no such view, source or section, one section comes twice, there is no such
        question, or the recording is none.
    OSError
        If the file cannot be written, or the recording's not read.
    """
    text = html(model, view, resources, sections, recording, tries=tries, title=title)
    write_whole(Path(path), text.encode("utf-8"))


def html(  # noqa: PLR0913 as above
    model: SpeculativeDecoding,
    view: View | None = None,
    resources: Source = "inline",
    sections: Sequence[str] | None = None,
    recording: Recording | str | os.PathLike[str] | None = None,
    *,
    tries: Sequence[int] | None = None,
    title: str = "",
) -> str:
    """The page as text; see `export_html`."""
    of = recording_at(recording)
    dress, shown = arranged(view, sections, of)
    missing = unshown(of) if of and not sections else ()
    variables = context(model, dress, shown, of=of, unshown=missing, tries=tries, title=title)
    host = {"bokeh_js": bokeh_script(resources, shown), "plot_script": "", "docs": []}
    return template(dress).render(variables | host)


def recording_at(place: Recording | str | os.PathLike[str] | None) -> Recording | None:
    """A recording that was given as such, or by its file; nothing for nothing."""
    return place if place is None or isinstance(place, Recording) else read_recording(place)


def bokeh_script(resources: str, sections: tuple[Section, ...]) -> str:
    """The script element that brings BokehJS, and nothing that other packages added to it.

    Parameters
    ----------
    resources
        One of `SOURCES`.
    sections
        What is shown.

    Returns
    -------
    str
        HTML.

    Raises
    ------
    ValueError
        If there is no such source.
    """
    if resources == "inline":
        code = _packed(bokehjs(sections).path)
        return f'<script type="text/plain" data-packed>{code}</script>'
    if resources == "cdn":
        # Where Panel is loaded, its own scripts are in the list too.
        name = f"bokeh-{bokeh_version}.min.js"
        [url] = (url for url in Resources("cdn").js_files if url.endswith(f"/{name}"))
        digest = get_sri_hashes_for_version(bokeh_version)[name]
        integrity = f'integrity="sha384-{digest}" crossorigin="anonymous"'
        return f'<script src="{escape(url)}" {integrity}></script>'
    words = " or ".join(f'"{name}"' for name in SOURCES)
    raise ValueError(f"resources must be {words}, got {resources!r}")


def bokehjs(sections: tuple[Section, ...]) -> Choice:
    """The BokehJS that a page of these sections carries along, and why that one.

    Parameters
    ----------
    sections
        What is shown.

    Returns
    -------
    Choice
        The lean one where it will do.
    """
    return choice(types(figures(sections).values()))


@cache
def _packed(path: Path) -> str:
    return packed(path.read_text("utf-8"))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is the old one or the new one at every moment.

    A link stays a link, and an existing file keeps its permissions.

    Parameters
    ----------
    path
        Its folder must exist.
    content
        All of the file.

    Raises
    ------
    OSError
        If the folder cannot be written to or is full; nothing is left behind then, and the
        error names `path`.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            # A pipe or a device has no old state to keep, and must not be replaced by a file.
            target.write_bytes(content)
        else:
            _replace(target, content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


def _replace(target: Path, content: bytes) -> None:
    # Beside the target, since a file can only be renamed within a file system; by a name of its
    # own, since the target's may be as long as names can be.
    draft = target.with_name(f".specviz-{secrets.token_hex(8)}")
    try:
        # Opened as any new file is, so that it gets the permissions that the umask leaves.
        with draft.open("xb") as file:
            if target.exists():
                draft.chmod(S_IMODE(target.stat().st_mode))
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
