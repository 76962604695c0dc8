"""The race as a film, frame by frame."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Page

from specviz.hosts.media.gif import gif
from specviz.hosts.media.mp4 import mp4

RATES = {".gif": 12.5, ".mp4": 25.0}
"""Frames per second. A GIF counts in hundredths of a second, so that 12.5 is exact."""

HELD = 3.0
"""Seconds to look at the result."""


def film(
    page: Page, scale: float, suffix: str, seconds: int | None, progress: Callable[[int, int], None]
) -> bytes:
    """The race from its beginning to the result.

    Parameters
    ----------
    page
        As `staged` gives it.
    scale
        Pixels of the picture to one CSS pixel.
    suffix
        ``".gif"`` or ``".mp4"``.
    seconds
        How long it lasts; None lets the race take its own time.
    progress
        Told how many frames are done, and of how many.

    Returns
    -------
    bytes
        The file.
    """
    encoded = {".gif": gif, ".mp4": mp4}[suffix]
    rate = RATES[suffix]
    race = float(page.get_attribute("#race", "data-seconds") or 0)
    lasts = float(seconds or race + HELD)
    played = lasts - min(HELD, lasts / 4)
    count = round(lasts * rate)

    def shots() -> Iterator[bytes]:
        ends = photograph(page, scale)
        moving = (photograph(page, scale) for _ in moments(page, round(played * rate), race))
        for done in range(1, count + 1):
            yield next(moving, ends)
            progress(done, count)

    return encoded(shots(), rate)


def moments(page: Page, count: int, lasts: float) -> Iterator[int]:
    """Play the race on the page, and halt at equal distances of its own time.

    Parameters
    ----------
    page
        As `staged` gives it.
    count
        How many halts.
    lasts
        Seconds that the race takes on the page.

    Yields
    ------
    int
        Milliseconds of the race's time, while the page shows them.
    """
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("specviz.replay()")
    now = 0
    for frame in range(1, count + 1):
        then = round(frame / count * lasts * 1000)
        page.clock.run_for(then - now)
        now = then
        yield now


def photograph(page: Page, scale: float) -> bytes:
    """The window as PNG, packed for speed since it is unpacked again at once.

    Parameters
    ----------
    page
        As `staged` gives it.
    scale
        Pixels of the picture to one CSS pixel.
    """
    size: Any = page.viewport_size
    # The browser counts in CSS pixels here, whatever the scale of its screen.
    clip = {"x": 0, "y": 0, **size, "scale": scale}
    session = page.context.new_cdp_session(page)
    taken = session.send(
        "Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True, "clip": clip}
    )
    session.detach()
    return b64decode(taken["data"])
