"""Firefox, over WebDriver BiDi, which it speaks without a driver beside it."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

from tests.engines.engine import HEIGHT, PATIENCE, WIDTH, Point, call, drag, embedded, stroke, value
from websocket import create_connection

NAMES = ("firefox-esr", "firefox")
"""Where systems put it, in order of preference."""


def firefox_path() -> str | None:
    """The first Firefox here, or None."""
    named = os.environ.get("SPECVIZ_FIREFOX")
    return next(filter(None, map(shutil.which, [named] if named else NAMES)), None)


class Gecko:
    """An `Engine`."""

    def __init__(self) -> None:
        path = firefox_path()
        assert path
        self._profile = TemporaryDirectory(prefix="specviz-firefox-", ignore_cleanup_errors=True)
        self._log = Path(self._profile.name) / "stderr.txt"
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                [path, "--headless", "--no-remote", "--profile", self._profile.name,
                 "--remote-debugging-port=0", "about:blank"],
                stdout=log,
                stderr=log,
                # It does not start where the home belongs to somebody else.
                env=os.environ | {"HOME": self._profile.name},
            )  # fmt: skip
        self._count = 0
        self._events: list[dict[str, Any]] = []
        self._socket = create_connection(
            f"{self._address()}/session", timeout=PATIENCE, suppress_origin=True
        )
        capabilities = self._ask("session.new", capabilities={})["capabilities"]
        self.version = f"Firefox {capabilities['browserVersion']}"
        self._ask("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        size = {"width": WIDTH, "height": HEIGHT}
        self._ask("browsingContext.setViewport", context=self._tab, viewport=size)

    def open(self, address: str) -> None:
        self._show("about:blank")
        self._events.clear()
        self._show(address)

    def evaluate(self, function: str, given: object = None) -> Any:
        answer = self._ask(
            "script.evaluate",
            expression=call(function, given),
            target={"context": self._tab},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return value(answer["result"].get("value"))

    def press(self, key: str) -> None:
        self._act(stroke(key))

    def drag(self, *points: Point) -> None:
        self._act(drag(points))

    def screenshot(self) -> bytes:
        shot = self._ask("browsingContext.captureScreenshot", context=self._tab)
        return base64.b64decode(shot["data"])

    def heard(self) -> list[str]:
        return [
            f"{entry['level']}: {entry['text']}"
            for entry in self._told("log.entryAdded")
            if entry["level"] in {"warn", "error"}
        ]

    def requests(self) -> list[str]:
        told = self._told("network.beforeRequestSent")
        asked = [event["request"]["url"] for event in told if event["navigation"] is None]
        return [address for address in asked if not embedded(address)]

    def close(self) -> None:
        with suppress(Exception):
            self._ask("browser.close")
        self._socket.close()
        try:
            self._process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._profile.cleanup()

    def _address(self) -> str:
        """Where it listens; it writes that down once it does."""
        written = Path(self._profile.name) / "WebDriverBiDiServer.json"
        deadline = monotonic() + PATIENCE
        while monotonic() < deadline and self._process.poll() is None:
            with suppress(OSError, json.JSONDecodeError):
                server = json.loads(written.read_text("utf-8"))
                return f"ws://{server['ws_host']}:{server['ws_port']}"
            sleep(0.05)
        self._process.kill()
        raise AssertionError(f"Firefox did not start:\n{self._log.read_text('utf-8', 'replace')}")

    def _show(self, address: str) -> None:
        # On a busy machine, Firefox has been seen not to answer a wait for "complete".
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="none")
        deadline = monotonic() + PATIENCE
        while not self._shows(address):
            assert monotonic() < deadline, f"{address} did not load"
            sleep(0.02)

    def _shows(self, address: str) -> bool:
        arrived = "(it) => location.href === it && document.readyState === 'complete'"
        # A question is refused if its page goes before it is answered.
        with suppress(AssertionError):
            return self.evaluate(arrived, address) is True
        return False

    def _act(self, source: dict[str, Any]) -> None:
        self._ask("input.performActions", context=self._tab, actions=[source])
        self._ask("input.releaseActions", context=self._tab)

    def _told(self, method: str) -> list[dict[str, Any]]:
        # Events arrive before the answer to a later question.
        self._ask("session.status")
        return [event["params"] for event in self._events if event["method"] == method]

    def _ask(self, method: str, **params: object) -> dict[str, Any]:
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while True:
            message: dict[str, Any] = json.loads(self._socket.recv())
            if message["type"] == "event":
                self._events.append(message)
            elif message["id"] == self._count:
                assert message["type"] == "success", f"{method}: {message}"
                result: dict[str, Any] = message["result"]
                return result
