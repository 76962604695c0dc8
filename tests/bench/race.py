"""Whether the race runs smoothly, and whether anything holds the page up."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from playwright.sync_api import Browser, Page
from tests.bench.browser import READY, Exports, tab
from tests.bench.drag import dragged, specviz_slider
from tests.bench.row import Bar, Counts, Written, interleaved, row

LONG = """() => {
  window.long = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.long.push(duration)
  }).observe({ type: "longtask" })
}"""

RACE = """() => new Promise((resolve) => {
  const race = document.querySelector("#race")
  const frames = []
  const frame = (now) => {
    frames.push(now)
    if (race.dataset.playing === "true") requestAnimationFrame(frame)
    else resolve(frames)
  }
  specviz.replay()
  requestAnimationFrame(frame)
})"""
"""Plays a race from its beginning to its end; when each frame began."""


@dataclass(frozen=True)
class Race:
    """One race at ×1."""

    median: float
    """Frames a second."""
    low: float
    """Frames a second that all but the slowest hundredth of the frames reach."""
    long: list[float]
    """Milliseconds of each task of more than 50."""


def races(browser: Browser, exports: Exports, counts: Counts) -> list[Written]:
    """Frames a second, and long tasks."""
    seen: dict[int, list[Race]] = {1: [], 4: []}

    def play(throttling: int) -> float:
        seen[throttling].append(raced(browser, exports, throttling))
        return seen[throttling][-1].median

    usual, slow = interleaved(counts.races, lambda: play(1), lambda: play(4))
    held = [dragging(browser, exports) for _ in range(counts.drags)]
    return [
        row("race, median", "frames/s", usual, bar=Bar(59, relative=False, least=True)),
        row(
            "race, slowest hundredth",
            "frames/s",
            [each.low for each in seen[1]],
            bar=Bar(45, relative=False, least=True),
        ),
        row(
            "race at a quarter of the speed, median",
            "frames/s",
            slow,
            bar=Bar(50, relative=False, least=True),
        ),
        row(
            "long tasks in a whole race",
            "",
            [len(each.long) for each in seen[1]],
            bar=Bar(0, relative=False, words="none"),
        ),
        row(
            "long tasks in a drag across the whole range",
            "",
            [len(each) for each in held],
            bar=Bar(0, relative=False, words="none"),
        ),
    ]


def raced(browser: Browser, exports: Exports, throttling: int) -> Race:
    """One whole race."""
    with tab(browser, throttling) as page:
        page.goto(exports.specviz.as_uri())
        page.wait_for_function(READY)
        page.evaluate(LONG)
        frames: list[float] = page.evaluate(RACE)
        lasted = np.array([after - before for before, after in pairwise(frames)])
        return Race(
            median=float(1000 / np.median(lasted)),
            low=float(1000 / np.percentile(lasted, 99)),
            long=long_tasks(page),
        )


def dragging(browser: Browser, exports: Exports) -> list[float]:
    """The long tasks of one drag, while the race plays."""
    address = exports.specviz.as_uri()
    with tab(browser) as page:
        page.goto(address)
        page.wait_for_function(READY)
        page.evaluate(LONG)
        dragged(page, specviz_slider(address))
        return long_tasks(page)


def long_tasks(page: Page) -> list[float]:
    """What the page has been held up by since `LONG`, in milliseconds."""
    # The observer hears of a task after it has ended.
    page.evaluate("new Promise((heard) => requestIdleCallback(heard))")
    found: list[float] = page.evaluate("window.long")
    return found
