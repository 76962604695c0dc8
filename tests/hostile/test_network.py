"""A network that ends while a page loads costs the figures at most: never the page."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from bokeh.util.paths import bokehjs_path
from playwright.sync_api import Frame, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import PATIENCE, Exports, Opened, State
from tests.hostile.lines import Answer, answering, cut, head
from tests.hostile.site import Site

from specviz.theory import expected_tokens
from specviz.theory.rounding import rounded

SCRIPT = re.compile(r'<script src="([^"]+)"')
STATIC = "the text is exactly what it would have written alone"
PORTAL = b"<!doctype html><title>Hotel</title><p>Please accept the terms to go online."


def bokehjs() -> bytes:
    return (bokehjs_path() / "js" / "bokeh.min.js").read_bytes()


def half_and_a_reset(line: socket.socket) -> None:
    code = bokehjs()
    line.sendall(head(len(code), "text/javascript") + code[: len(code) // 2])
    cut(line)


def half_as_if_it_were_all(line: socket.socket) -> None:
    half = bokehjs()[: len(bokehjs()) // 2]
    line.sendall(head(len(half), "text/javascript") + half)


def a_hotel_s_own_page(line: socket.socket) -> None:
    line.sendall(head(len(PORTAL), "text/html") + PORTAL)


def nothing(line: socket.socket) -> None:
    cut(line)


def entered(opened: Opener, address: str, until: State, *, quiet: bool = False) -> Opened:
    """A page that is looked at while it may still be loading.

    Whatever is cut off is named in the console by the browser itself.
    """
    page = opened(Site("about:blank"), until=None, quiet=quiet)
    page.page.goto(address, wait_until="commit")
    page.wait_until(until)
    return page


def exported_for(port: int, exports: Exports, folder: Path) -> str:
    """The `cdn` export, whose CDN listens at a port of this machine."""
    text = exports("page", "cdn").read_text("utf-8")
    [source] = SCRIPT.findall(text)
    path = folder / "cdn.html"
    path.write_text(text.replace(source, f"http://127.0.0.1:{port}/bokeh.min.js"), "utf-8")
    return path.as_uri()


def works(frame: Frame) -> None:
    """The static text is there, and the controls answer."""
    expect(frame.locator("main")).to_contain_text(STATIC)
    assert len(frame.locator("main").inner_text()) > 3000
    for a in (0.37, 0.9):
        frame.locator("input[name=a]").fill(str(a))
        expect(frame.locator("output[name=E]")).to_have_text(rounded(expected_tokens(a, 4)))
    frame.locator("button[name=replay]").click()
    expect(frame.locator("#speculative-text span").first).to_be_visible()


@pytest.mark.parametrize(
    "answer", [half_and_a_reset, half_as_if_it_were_all, a_hotel_s_own_page, nothing]
)
def test_without_its_cdn_an_export_says_so_and_works_on(
    answer: Answer, exports: Exports, opened: Opener, tmp_path: Path
) -> None:
    with answering(answer) as port:
        frame = entered(opened, exported_for(port, exports, tmp_path), "error").frame
        expect(frame.locator("#notice")).to_contain_text("The figures are missing")
        expect(frame.locator("#notice")).to_contain_text("could not be loaded")
        works(frame)


def test_with_nobody_there_an_export_says_so_and_works_on(
    exports: Exports, opened: Opener, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    frame = entered(opened, exported_for(port, exports, tmp_path), "error").frame
    expect(frame.locator("#notice")).to_contain_text("could not be loaded")
    works(frame)


def test_a_cdn_that_hangs_holds_up_nothing_and_is_named_once_it_is_cut(
    exports: Exports, opened: Opener, tmp_path: Path
) -> None:
    unplugged = Event()

    def hang(line: socket.socket) -> None:
        line.sendall(head(len(bokehjs()), "text/javascript") + bokehjs()[:100_000])
        unplugged.wait(PATIENCE)
        cut(line)

    with answering(hang) as port:
        page = entered(opened, exported_for(port, exports, tmp_path), "numbers")
        works(page.frame)
        expect(page.frame.locator("#notice")).to_be_hidden()
        expect(page.frame.locator("html")).to_have_attribute("data-specviz", "numbers")
        unplugged.set()
        page.wait_until("error")
        expect(page.frame.locator("#notice")).to_contain_text("could not be loaded")
        works(page.frame)


@pytest.fixture
def arriving(exports: Exports) -> Iterator[tuple[str, Event, Event]]:
    """The inline export, held up within BokehJS until it may go on, or is cut."""
    content = exports("page", "inline").read_bytes()
    until = content.index(b'<template id="bokeh"') + 100_000
    go_on, unplugged = Event(), Event()

    def answer(line: socket.socket) -> None:
        line.sendall(head(len(content), "text/html") + content[:until])
        go_on.wait(PATIENCE)
        if unplugged.is_set():
            cut(line)
        else:
            line.sendall(content[until:])

    with answering(answer) as port:
        yield f"http://127.0.0.1:{port}/", go_on, unplugged
        go_on.set()


def test_a_page_that_arrives_slowly_answers_at_once_and_has_its_figures_in_the_end(
    arriving: tuple[str, Event, Event], opened: Opener
) -> None:
    address, go_on, _ = arriving
    page = entered(opened, address, "numbers", quiet=True)
    works(page.frame)
    go_on.set()
    page.wait_until("ready")
    expect(page.frame.locator("#microscope canvas").first).to_be_visible()
    works(page.frame)


def test_a_page_whose_last_part_never_arrives_keeps_its_text_and_its_numbers(
    arriving: tuple[str, Event, Event], opened: Opener
) -> None:
    address, go_on, unplugged = arriving
    page = entered(opened, address, "numbers")
    unplugged.set()
    with page.page.expect_event("requestfailed"):
        go_on.set()
    works(page.frame)
