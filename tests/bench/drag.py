"""How long it takes from a move of the reader's hand to the frame that shows its number."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from playwright.sync_api import Browser, Page, expect
from tests.bench.browser import DEEP, DRAWN, PEER, READY, Exports, tab
from tests.bench.row import Bar, Counts, Written, interleaved, row
from tests.browser.hosts import PATIENCE, serving

from specviz.theory import expected_tokens

FRAME = 1000 / 60
"""Milliseconds."""

MOVES = 100
PACE = 60
"""Moves a second: however fast a mouse reports, a page hears of one in a frame."""
K = 4

WATCH = (
    """({ shows, held }) => {"""
    + DEEP
    + """
  const value = new Function(`return ${held}`)
  let root = deep(shows).getRootNode()
  const shown = () => {
    if (!root.querySelector(shows)) root = deep(shows).getRootNode()
    return Number(root.querySelector(shows).textContent)
  }
  let begun = []
  let drawn = false
  window.moves = []
  window.paints = []
  const painted = () => {
    if (!drawn) return
    window.paints.push([performance.now(), shown()])
    for (const at of begun) window.moves.push([at, value()])
    begun = []
    drawn = false
  }
  addEventListener("pointermove", () => {
    painted()
    begun.push(performance.now())
  }, true)
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = painted
  const frame = () => {
    drawn = true
    port2.postMessage(0)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}"""
)
"""Notes when the hand moved the slider where, and what was on the screen after each frame.

A task that a frame posts runs when the page has painted that frame. If the browser puts the next
frame before that task, the frame is noted at the hand's next move: too late rather than too early.
"""


PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""By then the last frame has been noted."""


@dataclass(frozen=True)
class Slider:
    """A page with a slider of a."""

    address: str
    ready: str
    shows: str
    """Selects the number that follows."""
    held: str
    """Where the slider is."""
    thumb: str
    track: str
    inset: float
    """Pixels between the end of the track and the middle of the thumb there."""
    beside: str = ""
    """Selects the figure that has to be on the screen; else it is the top of the page."""


def specviz_slider(address: str) -> Slider:
    """That of a page of specviz."""
    return Slider(
        address=address,
        ready=READY,
        shows="output[name=E]",
        held="document.querySelector('input[name=a]').valueAsNumber",
        thumb="input[name=a]",
        track="input[name=a]",
        inset=11.0,
    )


def curve_slider(address: str) -> Slider:
    """That beside the curve and the map."""
    return replace(specviz_slider(address), thumb="#pays-a", track="#pays-a", beside="#curve")


def panel_slider(address: str) -> Slider:
    """That of the peer."""
    return Slider(
        address=address,
        ready=f"{DRAWN} && window.deep('.E')",
        shows=".E",
        held="[...Bokeh.documents[0]._all_models.values()]"
        ".find(({ title }) => title?.startsWith('acceptance')).value",
        thumb=".noUi-handle >> nth=0",
        track=".noUi-base >> nth=0",
        inset=0.0,
    )


def drags(browser: Browser, exports: Exports, counts: Counts) -> list[Written]:
    """95th percentile of a drag across the whole range, in milliseconds.

    From when the page hears of a move to the end of the first frame that shows its number, or
    that of a later move, as the page's own thread sees it. The race of specviz is on when the
    drag begins, as when a page opens. Beside the curve the number is off the screen: everything
    that follows a changes with it, in one task, as a test of the page holds.
    """
    with serving() as ours, serving(PEER) as theirs:
        static = specviz_slider(exports.specviz.as_uri())
        served = specviz_slider(ours.address)
        peer = panel_slider(theirs.address)
        below = curve_slider(exports.specviz.as_uri())
        slow, slow_served, slow_below, fast, fast_served, fast_below, panels = interleaved(
            counts.drags,
            partial(drag, browser, static, 4),
            partial(drag, browser, served, 4),
            partial(drag, browser, below, 4),
            partial(drag, browser, static),
            partial(drag, browser, served),
            partial(drag, browser, below),
            partial(drag, browser, peer),
        )
    frame = Bar(FRAME, relative=False, words="one frame, 16.7")
    third = Bar(0.3)
    beside = "Panel, served"
    figure, slowly = "input to paint, p95", "at a quarter of the speed"
    both = "curve and map on the screen"
    return [
        row(f"{figure}, static, {slowly}", "ms", slow, bar=frame),
        row(f"{figure}, served, {slowly}", "ms", slow_served, bar=frame),
        row(f"{figure}, {both}, {slowly}", "ms", slow_below, bar=frame),
        row(f"{figure}, static", "ms", fast, beside=beside, peer=panels, bar=third),
        row(f"{figure}, served", "ms", fast_served, beside=beside, peer=panels, bar=third),
        row(f"{figure}, {both}", "ms", fast_below, beside=beside, peer=panels, bar=third),
    ]


def drag(browser: Browser, slider: Slider, throttling: int = 1) -> float:
    """The 95th percentile of one drag."""
    with tab(browser, throttling, f"{{ {DEEP} window.deep = deep }}") as page:
        page.goto(slider.address)
        page.wait_for_function(slider.ready)
        if slider.beside:
            show(page, slider.beside)
        moves, paints = dragged(page, slider)
    answered = np.array(delays(moves, paints))
    return float(np.percentile(answered, 95))


def show(page: Page, selector: str) -> None:
    """Bring a figure into the middle of the screen, drawn."""
    page.evaluate("selector => document.querySelector(selector).scrollIntoView()", selector)
    page.wait_for_selector(f"{selector} canvas")
    page.wait_for_function(DRAWN)
    # What came alive above it may have moved it.
    page.evaluate(
        "selector => document.querySelector(selector).scrollIntoView({ block: 'center' })", selector
    )


class Hand:
    """A mouse on one line. While it holds something, Playwright's own runs scripts in the page."""

    def __init__(self, page: Page, y: float) -> None:
        self._browser = page.context.new_cdp_session(page)
        self._x, self._y = 0.0, y
        self._held = 0

    def moves(self, *places: float) -> None:
        """Go there one by one, `PACE` a second or as soon as the page takes them."""
        begun = time.monotonic()
        for step, self._x in enumerate(places, 1):
            self._tell("mouseMoved", "left" if self._held else "none")
            time.sleep(max(0.0, begun + step / PACE - time.monotonic()))

    def press(self) -> None:
        """Take hold."""
        self._held = 1
        self._tell("mousePressed", "left")

    def release(self) -> None:
        """Let go."""
        self._held = 0
        self._tell("mouseReleased", "left")

    def _tell(self, kind: str, button: str) -> None:
        event = {"type": kind, "x": self._x, "y": self._y, "button": button}
        held = {"buttons": self._held, "clickCount": int(kind != "mouseMoved")}
        self._browser.send("Input.dispatchMouseEvent", event | held)


def dragged(page: Page, slider: Slider) -> tuple[list[list[float]], list[list[float]]]:
    """Drag a from 0 to 1; the moves [time, value], and the frames [time, number]."""
    page.evaluate(WATCH, {"shows": slider.shows, "held": slider.held})
    thumb, track = (page.locator(each).bounding_box() for each in (slider.thumb, slider.track))
    assert thumb is not None
    assert track is not None
    y = thumb["y"] + thumb["height"] / 2
    low, high = track["x"] + slider.inset, track["x"] + track["width"] - slider.inset
    grip = thumb["x"] + thumb["width"] / 2
    if slider.thumb == slider.track:
        grip = low + page.evaluate(slider.held) * (high - low)
    hand = Hand(page, y)
    hand.moves(grip)
    hand.press()
    hand.moves(*np.linspace(grip, low - 5, 6)[1:].tolist())
    number = page.locator(slider.shows)
    expect(number).to_have_text("1.00", timeout=PATIENCE * 1000)
    page.evaluate("window.moves = []; window.paints = []")
    hand.moves(*np.linspace(low, high, MOVES + 1)[1:].tolist(), high + 5)
    expect(number).to_have_text(f"{K + 1:.2f}", timeout=PATIENCE * 1000)
    hand.release()
    page.evaluate(PAINTED)
    found: tuple[list[list[float]], list[list[float]]] = (
        page.evaluate("window.moves"),
        page.evaluate("window.paints"),
    )
    return found


def delays(moves: list[list[float]], paints: list[list[float]]) -> list[float]:
    """Milliseconds from each move that changed the value to the frame that shows as much."""
    found, before = [], 0.0
    for at, a in moves:
        if a == before:
            continue
        before = a
        wanted = expected_tokens(a, K) - 0.006
        # What was shown in the same frame was painted behind the move.
        found.append(next(now for now, E in paints if now >= at and E >= wanted) - at)
    return found
