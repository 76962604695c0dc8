"""A reader's hand on the slider, and whether the page keeps up with it."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Locator
from tests.browser.hosts import Opened

from specviz.theory import expected_tokens
from specviz.theory.rounding import rounded

WATCH = """() => {
  window.frames_seen = []
  addEventListener("input", ({ target }) => {
    requestAnimationFrame(() => {
      const E = document.querySelector("output[name=E]").textContent
      window.frames_seen.push([target.valueAsNumber, E])
    })
  }, true)
}"""
"""Notes what the page is about to paint in the frame after each event of the slider."""

THUMB = 22
"""Pixels of the slider's thumb: its middle goes from half of them to half of them."""


class Hand:
    """Holds the slider of a, with the mouse, from the first `drag` on until `let_go`.

    Parameters
    ----------
    opened
        The page; k is 4 there.
    """

    def __init__(self, opened: Opened) -> None:
        self._mouse = opened.page.mouse
        self._frame = opened.frame
        self.slider: Locator = opened.frame.locator("input[name=a]")
        self._frame.evaluate(WATCH)
        self._move(self.slider.evaluate("(slider) => slider.valueAsNumber"), 1)
        self._mouse.down()

    def drag(self, through: Sequence[float]) -> None:
        """Drag through these values, in forty steps each."""
        for a in through:
            self._move(a, 40)

    def let_go(self) -> float:
        """Let the slider go; the value it has then."""
        self._mouse.up()
        return float(self.slider.input_value())

    def assert_answered(self) -> None:
        """Every frame that followed an event showed the number of the slider's place."""
        self._frame.wait_for_function("window.frames_seen.length > 20")
        for a, E in self._frame.evaluate("window.frames_seen"):
            assert E == rounded(expected_tokens(a, 4)), a

    def _move(self, a: float, steps: int) -> None:
        box = self.slider.bounding_box()
        assert box is not None
        x = box["x"] + THUMB / 2 + a * (box["width"] - THUMB)
        self._mouse.move(x, box["y"] + box["height"] / 2, steps=steps)
