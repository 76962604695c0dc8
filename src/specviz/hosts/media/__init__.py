"""The race as a picture or a film, taken by a real browser of the page itself.

Needs what `pip install 'specviz[media]'` brings.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from specviz.hosts.export import recording_at, write_whole
from specviz.hosts.media.chromium import NO_CHROMIUM, MediaError, chromium_path
from specviz.model import SpeculativeDecoding
from specviz.page.settings import View
from specviz.recording import Recording
from specviz.sections import arranged
from specviz.theory.ranges import Range

__all__ = [
    "FILMS",
    "NO_CHROMIUM",
    "SECONDS",
    "WIDTH",
    "MediaError",
    "chromium_path",
    "export_media",
]

FILMS: dict[str, int] = {".gif": 960, ".mp4": 1920}
"""What moves, with the width in pixels that suits it: a README's column, a projector."""

STILLS: dict[str, float] = {".png": 2, ".svg": 1, ".pdf": 1}
"""What shows the finished race, with the width that suits it in widths of the page."""

VECTORS = (".svg", ".pdf")
"""What is drawn as lines and letters."""

SECONDS = Range("seconds", 3, 600, whole=True)
WIDTH = Range("width", 160, 3840, whole=True)

Progress = Callable[[int, int], None]
"""Told how many frames are done, and of how many."""


def export_media(  # noqa: PLR0913 all but three are options, given by name
    model: SpeculativeDecoding,
    path: str | os.PathLike[str],
    view: View | None = None,
    *,
    sections: Sequence[str] | None = None,
    recording: Recording | str | os.PathLike[str] | None = None,
    seconds: int | None = None,
    width: int | None = None,
    progress: Progress = lambda _done, _of: None,
) -> None:
    """Write the race as a film (.gif, .mp4), or finished as a picture (.png, .svg, .pdf).

    Parameters
    ----------
    model
        Gives the settings.
    path
        Where to write; its suffix chooses the format. An existing file is replaced whole, or
        not touched.
    view
        ``"page"``, ``"widget"`` or ``"slide"`` (the default); the dress of sections that are named
        is by default the widget's.
    sections
        Names of the sections whose own pictures to show, one below the other, in this order; by
        default the race as the view shows it.
    recording
        As of `export_html`.
    seconds
        How long a film lasts: the race is played in this time, but for a moment at the end
        to look at the result. Without it the race takes the time that it takes on the page.
    width
        In pixels. The layout is the view's own at any width. Without it, what suits the format.
    progress
        Called as frames of a film are done.

    Raises
    ------
    ValueError
        If there is no such format, view or section, a section comes twice, or a number lies
        outside its range.
    MediaError
        If a browser or a package is missing, or a section has no picture, or for a film no race.
    OSError
        If the file cannot be written.

    Notes
    -----
    The page's clock is driven frame by frame, so that a film does not depend on how fast the
    machine is: the same browser and fonts make the same bytes.
    """
    target = Path(path)
    suffix = target.suffix.lower()
    if suffix not in FILMS and suffix not in STILLS:
        formats = ", ".join([*FILMS, *STILLS])
        raise ValueError(f"the format must be one of {formats}, got {target.name!r}")
    for allowed, value in ((SECONDS, seconds), (WIDTH, width)):
        if value is not None:
            allowed.scalar(value)
    if sections and suffix in FILMS and "race" not in sections:
        raise MediaError(f"a film shows the race, which is not among {', '.join(sections)}")
    of = recording_at(recording)
    dress, _ = arranged(view or (None if sections else "slide"), sections, of)
    with _installed():
        from specviz.hosts.media.film import film  # noqa: PLC0415 brings Playwright and Pillow
        from specviz.hosts.media.stage import SIZES, staged  # noqa: PLC0415 brings Playwright
        from specviz.hosts.media.still import still  # noqa: PLC0415 brings Playwright

        if dress not in SIZES:
            raise ValueError(f"view must be one of {', '.join(SIZES)}, got {view!r}")
        own = SIZES[dress]["width"]
        scale = (width or FILMS.get(suffix) or STILLS[suffix] * own) / own
        vector = suffix in VECTORS
        alone = None if suffix in FILMS else sections
        with staged(
            model, dress, 1 if vector else scale, vector=vector, sections=alone, recording=of
        ) as page:
            if suffix in FILMS:
                content = film(page, scale, suffix, seconds, progress)
            else:
                content = still(page, scale, suffix)
    write_whole(target, content)


@contextmanager
def _installed() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        raise MediaError(
            f"pictures and films need {error.name}, which is not installed here: "
            "pip install 'specviz[media]'"
        ) from None
