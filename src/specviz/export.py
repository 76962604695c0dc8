"""A page as one self-contained HTML file."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from html import escape
from pathlib import Path
from typing import Literal, get_args

from bokeh import __version__ as bokeh_version
from bokeh.resources import Resources, get_sri_hashes_for_version
from bokeh.util.paths import bokehjs_path

from specviz.model import SpeculativeDecoding
from specviz.page import View, context, template

Source = Literal["inline", "cdn"]
SOURCES: tuple[Source, ...] = get_args(Source)


def export_html(
    model: SpeculativeDecoding,
    path: str | os.PathLike[str],
    view: View = "page",
    resources: Source = "inline",
) -> None:
    """Write a page as one HTML file that works from any place, also without a network.

    Parameters
    ----------
    model
        Gives the first settings.
    path
        Where to write. An existing file is replaced whole, or not touched.
    view
        ``"page"``, ``"widget"`` or ``"slide"``.
    resources
        ``"inline"`` carries BokehJS along; ``"cdn"`` asks Bokeh's CDN for it, with an
        integrity hash.

    Raises
    ------
    ValueError
        If there is no such view or source.
    OSError
        If the file cannot be written.
    """
    write_whole(Path(path), html(model, view, resources))


def html(model: SpeculativeDecoding, view: View = "page", resources: Source = "inline") -> str:
    """The page as text; see `export_html`."""
    host = {"bokeh_js": bokeh_script(resources), "plot_script": "", "docs": []}
    return template(view).render(context(model, view) | host)


@cache
def bokeh_script(resources: Source) -> str:
    """The script element that brings BokehJS, and nothing that other packages added to it.

    Parameters
    ----------
    resources
        One of `SOURCES`.

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
        code = (bokehjs_path() / "js" / "bokeh.min.js").read_text("utf-8")
        return f"<script>{code}</script>"
    if resources == "cdn":
        url = next(url for url in Resources("cdn", components=["bokeh"]).js_files)
        digest = get_sri_hashes_for_version(bokeh_version)[url.rsplit("/", 1)[1]]
        return f'<script src="{escape(url)}" integrity="sha384-{digest}" crossorigin="anonymous"></script>'
    words = " or ".join(f'"{name}"' for name in SOURCES)
    raise ValueError(f"resources must be {words}, got {resources!r}")


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is the old one or the new one at every moment.

    Parameters
    ----------
    path
        Its folder must exist.
    text
        Written as UTF-8.

    Raises
    ------
    OSError
        If the folder cannot be written to or is full; nothing is left behind then.
    """
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, path.stat().st_mode if path.exists() else 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
