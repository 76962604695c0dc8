"""What the tests ask of a browser, whichever engine it has."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Protocol

PATIENCE = 90.0
"""Seconds that a browser may take to start, or to answer, on the slowest machine."""

WIDTH, HEIGHT = 1280, 720
"""The window's inside, in CSS pixels."""

KEYS = {
    "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014",
    "End": "\ue010",
    "Home": "\ue011",
    "PageDown": "\ue00f",
}
"""What WebDriver calls the keys that write nothing."""

Point = tuple[int, int]
"""CSS pixels from the window's upper left."""


class Engine(Protocol):
    """A browser with one window, which shows one page at a time."""

    version: str

    def open(self, address: str) -> None:
        """Show another page, and wait until it has loaded."""
        ...

    def evaluate(self, function: str, given: object = None) -> Any:
        """Call a JavaScript function, async or not, as Playwright's `evaluate` does."""
        ...

    def press(self, key: str) -> None:
        """Press and release a key, as a reader would; letters as they are, others as in `KEYS`."""
        ...

    def drag(self, *points: Point) -> None:
        """Press the mouse at the first point, release it at the last: a click if that is one."""
        ...

    def screenshot(self) -> bytes:
        """The window's inside as PNG."""
        ...

    def heard(self) -> list[str]:
        """Warnings and errors of this page, as far as the engine tells them."""
        ...

    def requests(self) -> list[str]:
        """What this page asked for beyond its documents."""
        ...

    def close(self) -> None:
        """End the browser and all that it needed."""
        ...


def stroke(key: str) -> dict[str, Any]:
    """Pressing and releasing a key, in WebDriver's words."""
    actions = [{"type": kind, "value": KEYS.get(key, key)} for kind in ("keyDown", "keyUp")]
    return {"type": "key", "id": "keyboard", "actions": actions}


def drag(points: Sequence[Point]) -> dict[str, Any]:
    """Moving the mouse from the first point to the last with its button down, likewise."""
    first, *others = ({"type": "pointerMove", "x": x, "y": y} for x, y in points)
    down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
    return {"type": "pointer", "id": "mouse", "actions": [first, down, *others, up]}


def call(function: str, given: object) -> str:
    """An expression that calls the function; its promise's value is JSON."""
    return f"(async () => JSON.stringify(await ({function})({json.dumps(given)})))()"


def value(text: str | None) -> Any:
    """What `call` returned; None where the function returned nothing."""
    return None if text is None else json.loads(text)


def embedded(address: str) -> bool:
    """Whether an address carries its own content, so that nobody is asked for it."""
    return address.startswith(("data:", "blob:"))
