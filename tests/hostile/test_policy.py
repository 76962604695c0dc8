"""A site whose policy forbids eval, and nearly all else, shows the page all the same."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import APP, Exports, Opened, View, serving
from tests.hostile.lines import Line, answering, head
from tests.hostile.site import Site

from specviz.theory import expected_tokens
from specviz.theory.rounding import rounded

POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' data: blob:; style-src 'unsafe-inline'; "
    "img-src data: blob:"
)
"""No eval, and no request at all: what an export carries is all that it needs."""

SERVED = f"{POLICY}; script-src-elem 'self' 'unsafe-inline' data: blob:; connect-src 'self' ws:"
"""A served page has BokehJS and its session from its server."""

LINKED = "() => Bokeh.documents.some((it) => it.roots().some((root) => root.a === 0.37))"
"""Whether the State that the page shares with its server has what the reader set."""

EVAL = """() => new Promise((done) => setTimeout(() => {
  try {
    done(window.eval("'evaluated'"))
  } catch ({ name }) {
    done(name)
  }
}))"""
"""What a script of the page would meet; the driver's own may do what it likes."""


def answers(page: Opened) -> None:
    frame = page.frame
    expect(frame.locator("#microscope canvas").first).to_be_visible()
    frame.locator("input[name=a]").fill("0.37")
    expect(frame.locator("output[name=E]")).to_have_text(rounded(expected_tokens(0.37, 4)))
    frame.locator("button[name=many]").click()
    expect(frame.locator("#histogram canvas").first).to_be_visible()
    assert frame.evaluate("import('specviz/theory').then((it) => it.expectedTokens(1, 4))") == 5
    assert page.console == []
    assert frame.evaluate(EVAL) == "EvalError"
    page.console.clear()


def test_the_policy_is_the_one_that_the_documentation_names() -> None:
    text = Path(__file__).parents[2].joinpath("docs/hosting.md").read_text("utf-8")
    assert f"Content-Security-Policy: {POLICY}\n" in text


@pytest.mark.parametrize("view", ["page", "slide"])
def test_an_export_needs_neither_eval_nor_a_request(
    view: View, exports: Exports, opened: Opener
) -> None:
    content = exports(view, "inline").read_bytes()

    def answer(line: socket.socket) -> None:
        policy = f"Content-Security-Policy: {POLICY}"
        line.sendall(head(len(content), "text/html; charset=utf-8", policy) + content)

    with answering(answer) as port:
        page = opened(Site(f"http://127.0.0.1:{port}/"))
        for place in ("#curve", "#heatmap", "#pair-tokens") if view == "page" else ():
            page.frame.locator(place).scroll_into_view_if_needed()
            expect(page.frame.locator(f"{place} canvas").first).to_be_visible()
        answers(page)


def test_a_policy_that_forbids_the_page_s_own_modules_is_named_and_leaves_the_text(
    exports: Exports, opened: Opener
) -> None:
    content = exports("page", "inline").read_bytes()
    policy = f"Content-Security-Policy: {POLICY.replace('data: blob:; style', 'blob:; style')}"

    def answer(line: socket.socket) -> None:
        line.sendall(head(len(content), "text/html; charset=utf-8", policy) + content)

    with answering(answer) as port:
        page = opened(Site(f"http://127.0.0.1:{port}/"), until="error", quiet=False)
        expect(page.frame.locator("#notice")).to_contain_text("The page could not start")
        expect(page.frame.locator("output[name=E]")).to_have_text("3.36")
        page.console.clear()


def test_a_served_page_plays_and_is_linked_without_eval(opened: Opener) -> None:
    line = Line(header=f"Content-Security-Policy: {SERVED}")
    origin = f"127.0.0.1:{line.port}"
    with (
        serving(APP, "--allow-websocket-origin", origin) as server,
        line.to(server.port) as address,
    ):
        page = opened(Site(f"{address}/{APP.stem}"))
        answers(page)
        page.frame.wait_for_function(LINKED)
