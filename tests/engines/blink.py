"""Chromium, through Playwright."""

from __future__ import annotations

from functools import partial
from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Request, sync_playwright
from tests.browser.chromium import NO_CHROMIUM
from tests.engines.engine import HEIGHT, PATIENCE, WIDTH, Point, call, embedded, value

from specviz.hosts.media import chromium_path


class Blink:
    """An `Engine`."""

    def __init__(self) -> None:
        path = chromium_path()
        assert path, NO_CHROMIUM
        self._driver = sync_playwright().start()
        # Root has no sandbox, nor have many containers.
        self._browser = self._driver.chromium.launch(
            executable_path=path, args=["--disable-gpu", "--disable-background-networking"]
        )
        self.version = f"Chromium {self._browser.version}"
        self._page = self._browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        self._page.set_default_timeout(PATIENCE * 1000)
        self._heard: list[str] = []
        self._requests: list[str] = []
        self._page.on("console", partial(_note_message, self._heard))
        self._page.on("pageerror", lambda error: self._heard.append(_words(error)))
        self._page.on("request", partial(_note_request, self._requests))

    def open(self, address: str) -> None:
        # What the page before says as it leaves is not this one's.
        self._page.goto("about:blank")
        self._heard.clear()
        self._requests.clear()
        self._page.goto(address)

    def evaluate(self, function: str, given: object = None) -> Any:
        return value(self._page.evaluate(call(function, given)))

    def press(self, key: str) -> None:
        self._page.keyboard.press(key)

    def drag(self, *points: Point) -> None:
        mouse = self._page.mouse
        mouse.move(*points[0])
        mouse.down()
        for point in points[1:]:
            mouse.move(*point)
        mouse.up()

    def screenshot(self) -> bytes:
        return self._page.screenshot()

    def heard(self) -> list[str]:
        # Events arrive before the answer to a later question.
        self._page.evaluate("0")
        return list(self._heard)

    def requests(self) -> list[str]:
        self._page.evaluate("0")
        return list(self._requests)

    def close(self) -> None:
        self._browser.close()
        self._driver.stop()


def _note_message(heard: list[str], message: ConsoleMessage) -> None:
    if message.type in {"warning", "error", "assert"}:
        heard.append(f"{message.type}: {message.text}")


def _words(error: Error) -> str:
    return f"error: {error.stack or error.message}"


def _note_request(requests: list[str], request: Request) -> None:
    if not embedded(request.url) and not request.is_navigation_request():
        requests.append(request.url)
