"""The three places where a page of specviz lives, behind one interface.

A test asks a host to open a page and does not know which it got.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic
from typing import Literal, Protocol, TypedDict, Unpack
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Frame,
    Page,
    Request,
    Route,
    ViewportSize,
    expect,
)

APP = Path(__file__).parents[2] / "src" / "specviz" / "hosts" / "app.py"
PATIENCE = 30.0
"""Seconds that a server or a page may take to begin, on the slowest machine."""

View = Literal["page", "widget", "slide"]
Resources = Literal["inline", "cdn"]
State = Literal["loading", "numbers", "ready", "error"]
STATES: tuple[State, ...] = ("loading", "numbers", "ready", "error")
HostName = Literal["served", "framed", "file"]
Exports = Callable[[View, Resources], Path]


def only(*names: HostName) -> pytest.MarkDecorator:
    """Run a test on these hosts instead of all three."""
    return pytest.mark.parametrize("host", names, indirect=True)


class ContextOptions(TypedDict, total=False):
    """The options of a browser context that the tests use."""

    viewport: ViewportSize
    color_scheme: Literal["dark", "light", "no-preference"]
    reduced_motion: Literal["no-preference", "reduce"]
    forced_colors: Literal["active", "none"]
    device_scale_factor: float
    has_touch: bool
    is_mobile: bool
    java_script_enabled: bool
    locale: str
    timezone_id: str


@dataclass
class Opened:
    """A page of specviz in a browser."""

    page: Page
    """The browser's tab: its keyboard, mouse and screenshots."""
    frame: Frame
    """The document of specviz, wherever it lives."""
    console: list[str] = field(default_factory=list)
    """Warnings and errors of the console, uncaught exceptions, crashes."""
    requests: list[str] = field(default_factory=list)
    """Every request beyond the documents themselves; those that were cut off too."""

    def wait_until(self, state: State) -> None:
        """Wait for `<html data-specviz>` to get as far as `state`; an error ends the wait."""
        html = self.frame.locator("html")
        enough = "|".join({state, "error", *STATES[STATES.index(state) :]})
        expect(html).to_have_attribute(
            "data-specviz", re.compile(f"^({enough})$"), timeout=PATIENCE * 1000
        )
        if state != "error" and html.get_attribute("data-specviz") == "error":
            said = "\n".join([self.frame.locator("body").inner_text()[:1000], *self.console])
            raise AssertionError(f"error instead of {state}; the page says:\n{said}")


class Host(Protocol):
    """A place where a page of specviz lives."""

    name: HostName
    diary: Sequence[str]
    """What the host itself has to say when a page fails."""

    def address(self, view: View, resources: Resources, query: str) -> str:
        """Where the browser finds it."""
        ...

    def prepare(self, context: BrowserContext) -> None:
        """Give the browser the network that this host has."""
        ...

    def frame(self, page: Page) -> Frame:
        """The document of specviz within the page."""
        ...


class _Whole:
    """A host whose page is specviz's own."""

    diary: Sequence[str] = ()

    def prepare(self, context: BrowserContext) -> None:
        pass

    def frame(self, page: Page) -> Frame:
        return page.main_frame


class Served(_Whole):
    """A Bokeh server that runs the app."""

    name: HostName = "served"

    def __init__(self, server: Server) -> None:
        self.server = server
        self.diary = server.log

    def address(self, view: View, resources: Resources, query: str) -> str:  # noqa: ARG002 the server chooses its resources
        asked = [] if view == "page" else [f"view={view}"]
        return _with_query(self.server.address, "&".join(filter(None, [*asked, query])))


class File(_Whole):
    """An export, opened from the disk with the network cut."""

    name: HostName = "file"

    def __init__(self, exports: Exports) -> None:
        self.exports = exports

    def address(self, view: View, resources: Resources, query: str) -> str:
        return _with_query(self.exports(view, resources).as_uri(), query)

    def prepare(self, context: BrowserContext) -> None:
        context.set_offline(True)
        context.route(re.compile("^(?!file:)"), _cut)


class Framed:
    """A course page that holds an export, from another origin."""

    name: HostName = "framed"
    diary: Sequence[str] = ()

    def __init__(self, exports: Exports, folder: Path, port: int) -> None:
        self.exports = exports
        self.folder = folder
        self.port = port

    def address(self, view: View, resources: Resources, query: str) -> str:
        export = self.exports(view, resources)
        inner = f"http://127.0.0.1:{self.port}/{export.relative_to(self.folder)}"
        course = self.folder / f"course-{len(list(self.folder.glob('course-*.html')))}.html"
        course.write_text(COURSE.format(address=escape(_with_query(inner, query))), "utf-8")
        return f"http://localhost:{self.port}/{course.name}"

    def prepare(self, context: BrowserContext) -> None:
        pass

    def frame(self, page: Page) -> Frame:
        frame = page.frame(name="specviz")
        assert frame is not None
        return frame


COURSE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>A course</title>
<style>
  body {{ margin: 0 }}
  iframe {{ border: 0; display: block; width: 100%; height: 100vh }}
</style>
<script>
  window.messages = []
  window.addEventListener("message", (event) => window.messages.push(event.data))
</script>
<iframe name="specviz" title="Speculative decoding" src="{address}"></iframe>
"""


class Server:
    """A server in a process of its own, which a test may kill."""

    def __init__(self, app: Path = APP, *options: str, port: int = 0) -> None:
        self.port = port or _free_port()
        self.address = f"http://127.0.0.1:{self.port}/{app.stem}"
        self.process = subprocess.Popen(
            [
                sys.executable, "-m", "panel", "serve", str(app),
                "--port", str(self.port), "--address", "127.0.0.1",
                "--allow-websocket-origin", f"127.0.0.1:{self.port}", *options,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )  # fmt: skip
        self.log: list[str] = []
        # A pipe that nobody reads fills up and stops the server.
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def wait(self) -> None:
        """Wait until it answers."""
        deadline = monotonic() + PATIENCE
        while not _answers(self.address):
            if self.process.poll() is not None or monotonic() > deadline:
                self.kill()
                raise AssertionError(f"the server did not start:\n{''.join(self.log)}")
            _pause(self.process)

    def kill(self) -> None:
        """Take it away without a word, as a power cut would."""
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._reader.join()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            self.log.extend(lines)


@contextmanager
def serving(app: Path = APP, *options: str, port: int = 0) -> Iterator[Server]:
    """Serve an app while the block runs; the options are `panel serve`'s own."""
    server = Server(app, *options, port=port)
    try:
        server.wait()
        yield server
    finally:
        server.kill()


@contextmanager
def static_server(folder: Path) -> Iterator[int]:
    """Serve the files of a folder while the block runs; the port."""
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_port
        finally:
            server.shutdown()


@contextmanager
def opened_page(
    browser: Browser,
    host: Host,
    address: str,
    **options: Unpack[ContextOptions],
) -> Iterator[Opened]:
    """Open an address while the block runs."""
    with browser.new_context(**options) as context:
        host.prepare(context)
        page = context.new_page()
        console: list[str] = []
        requests: list[str] = []
        page.on("console", partial(_note_message, console))
        page.on("pageerror", partial(_note_error, console))
        page.on("crash", lambda _: console.append("the page crashed"))
        context.on("request", partial(_note_request, requests))
        page.goto(address)
        yield Opened(page, host.frame(page), console, requests)


def _note_message(console: list[str], message: ConsoleMessage) -> None:
    if message.type in {"warning", "error", "assert"}:
        console.append(f"{message.type}: {message.text} ({message.location.get('url')})")


def _note_error(console: list[str], error: Error) -> None:
    console.append(f"uncaught: {error.stack or error.message}")


def _note_request(requests: list[str], request: Request) -> None:
    embedded = request.url.startswith(("data:", "blob:"))
    if not embedded and not request.is_navigation_request():
        requests.append(request.url)


def _cut(route: Route) -> None:
    route.abort("internetdisconnected")


def _with_query(address: str, query: str) -> str:
    return f"{address}?{query}" if query else address


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=PATIENCE):  # noqa: S310 the address is this machine's own
            return True
    except (URLError, ConnectionError, TimeoutError):
        return False


def _pause(process: subprocess.Popen[str]) -> None:
    # Returns early when there is nothing left to wait for.
    with suppress(subprocess.TimeoutExpired):
        process.wait(timeout=0.05)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 the name is the standard library's
        pass
