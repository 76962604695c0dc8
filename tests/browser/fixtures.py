"""Fixtures that open real pages in a real browser.

    def test_that_the_live_row_follows(host: Host, opened: Opener) -> None:
        page = opened(host, "a=0.9&k=2", viewport={"width": 375, "height": 812})
        expect(page.frame.locator("output[name=E]")).to_have_text("2.71")

runs three times: served, framed and from a file. `@only("file")` picks hosts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Protocol, Unpack

import pytest
from playwright.sync_api import Browser, BrowserType, Error, sync_playwright
from tests.browser.chromium import NO_CHROMIUM
from tests.browser.hosts import (
    ContextOptions,
    Exports,
    File,
    Framed,
    Host,
    Opened,
    Resources,
    Served,
    State,
    View,
    opened_page,
    serving,
    static_server,
)

from specviz.hosts.media import chromium_path


class Opener(Protocol):
    """Opens a page of specviz on a host; pages close with the test."""

    def __call__(
        self,
        host: Host,
        query: str = "",
        view: View = "page",
        *,
        resources: Resources = "inline",
        until: State | None = "ready",
        quiet: bool = True,
        **options: Unpack[ContextOptions],
    ) -> Opened:
        """Open it and wait.

        `until` is the state to wait for, None for none. `quiet=False` lets the page
        use its console; otherwise a warning or an error there fails the test.
        """
        ...


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium_path()
    if path is None:
        pytest.fail(NO_CHROMIUM)
    with sync_playwright() as driver, _launched(driver.chromium, path) as chromium:
        yield chromium


def _launched(chromium: BrowserType, path: str) -> Browser:
    args = ["--disable-gpu", "--disable-background-networking"]
    # Root has no sandbox, nor have many containers; elsewhere it stays.
    if os.geteuid() == 0:
        return chromium.launch(executable_path=path, args=args)
    try:
        return chromium.launch(executable_path=path, args=args, chromium_sandbox=True)
    except Error:
        return chromium.launch(executable_path=path, args=args)


@pytest.fixture(scope="session")
def exports(tmp_path_factory: pytest.TempPathFactory) -> Exports:
    """The default page as one file; written once a view."""
    import specviz  # noqa: PLC0415 tests that need no export do without it

    folder = tmp_path_factory.mktemp("exports")

    @cache
    def export(view: View, resources: Resources) -> Path:
        path = folder / f"{view}-{resources}.html"
        specviz.export_html(specviz.SpeculativeDecoding(), path, view=view, resources=resources)
        return path

    return export


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    with serving() as server:
        yield Served(server)


@pytest.fixture(scope="session")
def framed(exports: Exports) -> Iterator[Framed]:
    folder = exports("page", "inline").parent
    with static_server(folder) as port:
        yield Framed(exports, folder, port)


@pytest.fixture(scope="session")
def file(exports: Exports) -> File:
    return File(exports)


@pytest.fixture(params=["served", "framed", "file"])
def host(request: pytest.FixtureRequest) -> Host:
    """Each of the three hosts in turn."""
    host: Host = request.getfixturevalue(request.param)
    return host


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opener]:
    with ExitStack() as pages:
        silent: list[Opened] = []

        def open_page(
            host: Host,
            query: str = "",
            view: View = "page",
            *,
            resources: Resources = "inline",
            until: State | None = "ready",
            quiet: bool = True,
            **options: Unpack[ContextOptions],
        ) -> Opened:
            address = host.address(view, resources, query)
            page = pages.enter_context(opened_page(browser, host, address, **options))
            if quiet:
                silent.append(page)
            if until is not None:
                _wait(page, until, host)
            return page

        yield open_page
        said = [line for page in silent for line in page.console]
    assert said == []


@pytest.fixture(scope="module")
def kept(browser: Browser) -> Iterator[Callable[[Host], Opened]]:
    """One page a host for all tests of a module."""
    with ExitStack() as pages:
        opened = dict[str, Opened]()

        def keep(host: Host) -> Opened:
            if host.name not in opened:
                address = host.address("page", "inline", "")
                page = pages.enter_context(opened_page(browser, host, address))
                _wait(page, "ready", host)
                opened[host.name] = page
            return opened[host.name]

        yield keep


@pytest.fixture
def shared(host: Host, kept: Callable[[Host], Opened]) -> Iterator[Opened]:
    """The default page at rest with dice 7; its console must stay silent.

    Opening a page takes longer than most tests: this one is set back instead.
    """
    page = kept(host)
    page.frame.evaluate(SET_BACK)
    yield page
    said, page.console[:] = page.console[:], []
    assert said == []


SET_BACK = """() => {
  for (const open of document.querySelectorAll("details[open]")) open.open = false
  const many = document.querySelector("button[name=many]")
  if (many.getAttribute("aria-expanded") === "true") many.click()
  document.querySelector('[name=speed][value="1"]').click()
  const prompt = document.querySelector("[name=prompt] option").value
  const settings = { a: 0.8, k: 4, draft: "aligned", c: 0.1, v: 1 }
  specviz.set({ ...settings, dice: 7, kind: "independent", prompt })
  specviz.replay()
  specviz.pause()
  // Any key lays out at once what was not while the numbers moved.
  document.documentElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }))
  document.activeElement.blur()
  document.querySelector("#announcement").textContent = ""
  scrollTo(0, 0)
}"""


def _wait(page: Opened, until: State, host: Host) -> None:
    try:
        page.wait_until(until)
    except AssertionError as error:
        error.add_note("".join(f"{line.rstrip()}\n" for line in [*page.console, *host.diary]))
        raise
