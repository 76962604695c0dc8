"""WebKitGTK's own small browser, through WebKitWebDriver, on a screen that nobody sees."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import Any
from warnings import catch_warnings

from selenium.webdriver import WebKitGTK
from selenium.webdriver.remote.command import Command
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from tests.engines.engine import HEIGHT, PATIENCE, WIDTH, Point, call, drag, embedded, stroke, value


def driver_path() -> str | None:
    """The driver, or None."""
    return shutil.which(os.environ.get("SPECVIZ_WEBKIT_DRIVER", "WebKitWebDriver"))


def screen_path() -> str | None:
    """The X server without a screen, or None."""
    return shutil.which("Xvfb")


class WebKit:
    """An `Engine`. It tells nothing of its console: WebKitGTK keeps that from its driver."""

    def __init__(self) -> None:
        driver, screen = driver_path(), screen_path()
        assert driver
        assert screen
        self._screen, display = _started_screen(screen)
        environment = os.environ | {"DISPLAY": display, "GDK_BACKEND": "x11"}
        try:
            service = Service(driver, env=dict(environment))
            with catch_warnings(action="ignore", category=DeprecationWarning):
                # Selenium calls itself in a way that it deprecates. Without a binary in the
                # options, it is the driver that knows where its browser is.
                self._driver = WebKitGTK(options=Options(), service=service)
        except BaseException:
            self._end_screen()
            raise
        self.version = f"WebKitGTK {self._driver.capabilities['browserVersion']}"
        self._driver.set_script_timeout(PATIENCE)
        self._fit()

    def open(self, address: str) -> None:
        self._driver.get("about:blank")
        self._driver.get(address)

    def evaluate(self, function: str, given: object = None) -> Any:
        text, error = self._driver.execute_async_script(
            f"""const done = arguments[arguments.length - 1];
            {call(function, given)}.then(
              (text) => done([text ?? null, null]),
              (error) => done([null, `${{error}}\\n${{error.stack}}`]))"""
        )
        assert error is None, error
        return value(text)

    def press(self, key: str) -> None:
        self._driver.execute(Command.W3C_ACTIONS, {"actions": [stroke(key)]})

    def drag(self, *points: Point) -> None:
        self._driver.execute(Command.W3C_ACTIONS, {"actions": [drag(points)]})

    def screenshot(self) -> bytes:
        return self._driver.get_screenshot_as_png()

    def heard(self) -> list[str]:
        return []

    def requests(self) -> list[str]:
        asked: list[str] = self._driver.execute_script(
            "return performance.getEntriesByType('resource').map((entry) => entry.name)"
        )
        return [address for address in asked if not embedded(address)]

    def close(self) -> None:
        try:
            self._driver.quit()
        finally:
            self._end_screen()

    def _fit(self) -> None:
        """Make the window as much larger as its bars take."""
        self._driver.set_window_size(WIDTH, HEIGHT)
        inside = self._driver.execute_script("return [innerWidth, innerHeight]")
        self._driver.set_window_size(2 * WIDTH - inside[0], 2 * HEIGHT - inside[1])

    def _end_screen(self) -> None:
        self._screen.terminate()
        self._screen.wait()


def _started_screen(path: str) -> tuple[subprocess.Popen[bytes], str]:
    """An X server, and the display that it chose."""
    reading, writing = os.pipe()
    command = [path, "-displayfd", str(writing), "-screen", "0", "1600x1200x24"]
    screen = subprocess.Popen(
        [*command, "-nolisten", "tcp"], pass_fds=[writing], stderr=subprocess.DEVNULL
    )
    os.close(writing)
    with os.fdopen(reading) as answer:
        number = answer.readline().strip()
    if not number:
        screen.wait()
        raise AssertionError(f"{path} did not start")
    return screen, f":{number}"
