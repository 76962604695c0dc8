"""The page in a real browser, as a picture wants it: at rest, without a network."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Error, Page, Playwright, ViewportSize, sync_playwright

from specviz.hosts.export import html
from specviz.hosts.media.chromium import NO_CHROMIUM, MediaError, chromium_path
from specviz.model import SpeculativeDecoding
from specviz.page.settings import View
from specviz.recording import Recording

SIZES: dict[View, ViewportSize] = {
    "slide": {"width": 1280, "height": 720},
    "widget": {"width": 960, "height": 540},
    "page": {"width": 1180, "height": 720},
}
"""In CSS pixels. A slide is as high as it is; what else grows higher is taken whole."""

ARGUMENTS = (
    "--disable-gpu",
    "--disable-background-networking",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--hide-scrollbars",
)
"""So that a picture depends on the page and the fonts, and not on the machine's screen."""

PATIENCE = 60_000
"""Milliseconds that a slow machine may take to open the page."""

FINISH = "() => { while (specviz.step?.()); }"
"""The race, where it is shown, has an end."""

ALONE = "() => { document.documentElement.dataset.alone = '' }"
UNSEEN = """() => [...document.querySelectorAll("[data-section]")]
  .filter((section) => !section.matches("[data-picture], :has([data-picture])"))
  .map((section) => section.dataset.section)"""
"""The sections that have marked nothing as their picture."""


@contextmanager
def staged(  # noqa: PLR0913 all but three are options, given by name
    model: SpeculativeDecoding,
    view: View,
    scale: float,
    *,
    vector: bool = False,
    sections: Sequence[str] | None = None,
    recording: Recording | None = None,
) -> Iterator[Page]:
    """The page while the block runs, its race finished and its window as high as the view.

    Parameters
    ----------
    model
        Gives the settings.
    view
        One of `specviz.page.settings.VIEWS`.
    scale
        Pixels of the picture to one CSS pixel.
    vector
        Whether figures are drawn as lines and text instead of pixels.
    sections
        Names of the sections of which nothing but their pictures is shown; by default the view
        is shown as it is.
    recording
        Whose words are played; by default those of the one that comes along.

    Yields
    ------
    Page
        Its clock stands still and is for the caller to drive.

    Raises
    ------
    MediaError
        If there is no browser, or a section has no picture.
    """
    content = html(model, view, sections=sections, recording=recording)
    path = chromium_path()
    if path is None:
        raise MediaError(NO_CHROMIUM)
    with TemporaryDirectory(prefix="specviz-") as folder, sync_playwright() as driver:
        file = Path(folder, "page.html")
        file.write_text(content, "utf-8")
        with _launched(driver, path) as browser:
            page = browser.new_page(
                viewport=SIZES[view],
                device_scale_factor=scale,
                color_scheme="light",
                reduced_motion="reduce",
                offline=True,
            )
            page.set_default_timeout(PATIENCE)
            if vector:
                page.add_init_script(_resource("vector.js"))
            page.clock.install(time=0)
            page.goto(file.as_uri())
            page.add_style_tag(content=_resource("picture.css"))
            if vector:
                page.add_style_tag(content=_resource("vector.css"))
            page.wait_for_selector("html[data-specviz=ready]", state="attached")
            if sections:
                page.evaluate(ALONE)
                unseen = page.evaluate(UNSEEN)
                if unseen:
                    raise MediaError(f"{unseen[0]!r} has no picture: it is words alone")
            # Far enough ahead that the page has surely not got there by itself.
            page.clock.pause_at(86_400)
            finish(page)
            if view != "slide":
                height = page.evaluate("Math.ceil(document.body.getBoundingClientRect().height)")
                page.set_viewport_size({"width": SIZES[view]["width"], "height": height})
                finish(page)
            yield page


def finish(page: Page) -> None:
    """Show the end of the race, at once, and let everything come to rest.

    Parameters
    ----------
    page
        As `staged` gives it, with motion reduced.
    """
    page.evaluate(FINISH)
    settle(page)


def settle(page: Page) -> None:
    """Let what follows from a change of layout happen.

    Parameters
    ----------
    page
        With a clock that stands still.
    """
    # A screenshot makes the browser lay out; what then follows waits for the page's clock.
    for _ in range(2):
        page.screenshot()
        page.clock.run_for(500)


def _launched(driver: Playwright, path: str) -> Browser:
    # Root has no sandbox, nor have many containers; elsewhere it stays.
    rooted = hasattr(os, "geteuid") and os.geteuid() == 0
    for sandbox in ([] if rooted else [True]) + [False]:
        try:
            return driver.chromium.launch(
                executable_path=path, args=ARGUMENTS, chromium_sandbox=sandbox
            )
        except Error as error:
            refusal = error.message.splitlines()[0]
    raise MediaError(f"{path!r} does not start: {refusal}")


def _resource(name: str) -> str:
    return files("specviz.hosts.media").joinpath(name).read_text("utf-8")
