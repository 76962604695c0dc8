"""A page of specviz in an engine, with a reader's eyes and hands."""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import dataclass

from PIL import Image
from tests.engines.engine import PATIENCE, WIDTH, Engine

Colour = tuple[int, int, int]

WAIT = """async ({ condition, given, patience }) => {
  const holds = new Function("given", `return (${condition})`)
  const deadline = performance.now() + 1000 * patience
  while (!holds(given)) {
    if (performance.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return true
}"""

LISTENER = """<script>
window.heard = []
for (const level of ["warn", "error"]) {
  const say = console[level]
  console[level] = (...words) => { heard.push(words.join(" ")); say(...words) }
}
addEventListener("error", ({ message }) => heard.push(message))
addEventListener("unhandledrejection", ({ reason }) => heard.push(`${reason}`))
</script>"""
"""Put at the top of a page, it hears what the page complains of, in any engine."""


@dataclass(frozen=True)
class Page:
    """What a reader sees and does, by the names of the page's contract."""

    engine: Engine

    def wait(self, condition: str, given: object = None) -> None:
        """Wait until a JavaScript expression of `given` holds."""
        asked = {"condition": condition, "given": given, "patience": PATIENCE / 2}
        if not self.engine.evaluate(WAIT, asked):
            shown = self.engine.evaluate("() => document.body.innerText.slice(0, 2000)")
            raise AssertionError(f"in vain: {condition}, given {given}; the page says:\n{shown}")

    def text(self, selector: str) -> str:
        """The text of an element."""
        text: str = self.engine.evaluate(
            "(selector) => document.querySelector(selector).textContent", selector
        )
        return text

    def fact(self, name: str) -> str:
        """What the race says of itself in an attribute `data-…`."""
        fact: str = self.engine.evaluate(
            "(name) => document.querySelector('#race').dataset[name]", name
        )
        return fact

    def setting(self, name: str) -> float:
        """A number that the page has now."""
        number: float = self.engine.evaluate("(name) => window.specviz.get()[name]", name)
        return number

    def click(self, selector: str) -> None:
        """Click in the middle of an element."""
        x, y, width, height = self.place(selector)
        self.engine.drag((round(x + width / 2), round(y + height / 2)))

    def slide(self, selector: str, *shares: float) -> None:
        """Drag the thumb of a slider along shares of its way."""
        x, y, width, height = self.place(selector)
        middle = round(y + height / 2)
        self.engine.drag(*((round(x + share * width), middle) for share in shares))

    def press(self, selector: str, *keys: str) -> None:
        """Press keys while an element has the focus."""
        self.engine.evaluate("(selector) => document.querySelector(selector).focus()", selector)
        for key in keys:
            self.engine.press(key)

    def place(self, selector: str) -> tuple[float, float, float, float]:
        """Bring an element into the window, painted: its left, top, width and height there."""
        left, top, width, height = self.engine.evaluate(
            """async (selector) => {
              const element = document.querySelector(selector)
              element.scrollIntoView({ block: "nearest", behavior: "instant" })
              const frame = () => new Promise(requestAnimationFrame)
              await frame()
              await frame()
              const { x, y, width, height } = element.getBoundingClientRect()
              return [x, y, width, height]
            }""",
            selector,
        )
        return left, top, width, height

    def colours(self, selector: str) -> Counter[Colour]:
        """How many pixels of the screen have which colour, where an element is."""
        x, y, width, height = self.place(selector)
        with Image.open(io.BytesIO(self.engine.screenshot())) as shot:
            scale = shot.width / WIDTH
            box = tuple(round(scale * edge) for edge in (x, y, x + width, y + height))
            bands = shot.convert("RGB").crop((box[0], box[1], box[2], box[3])).tobytes()
        return Counter(zip(bands[0::3], bands[1::3], bands[2::3], strict=True))


def opened(engine: Engine, address: str, state: str = "ready") -> Page:
    """Open an address, and wait until the page is as far as that."""
    engine.open(address)
    page = Page(engine)
    condition = "[given, 'error'].includes(document.documentElement.dataset.specviz)"
    page.wait(condition, state)
    assert engine.evaluate("() => document.documentElement.dataset.specviz") == state
    return page
