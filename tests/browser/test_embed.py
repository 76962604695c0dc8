"""The snippet that `specviz embed` prints, in a course page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, Page, expect
from tests.browser.hosts import PATIENCE, Exports, static_server

from specviz.page.snippet import snippet

STUB = """\
<!doctype html>
<html lang="en">
<title>A page that says what it is told to</title>
<link rel="icon" href="data:,">
<script>
  for (const message of JSON.parse(decodeURIComponent(location.hash.slice(1)))) {
    parent.postMessage(message, "*")
  }
  parent.postMessage("done", "*")
</script>
"""
COURSE = """\
<!doctype html>
<html lang="en">
<title>A course</title>
<link rel="icon" href="data:,">
<script>
  let done = 0
  addEventListener("message", ({ data }) => {
    if (data === "done") document.documentElement.dataset.done = ++done
  })
</script>
"""

NONSENSE = [
    '{"height": 300}',
    '{"type": "height", "height": 300}',
    '{"type": "specviz:height"}',
    *(
        f'{{"type": "specviz:height", "height": {value}}}'
        for value in ('"300"', "null", "true", "[300]", "{}", "0", "-300", "1e9", "1e999")
    ),
    *("300", "null", '"specviz:height"', "[]"),
]


def height(pixels: int) -> str:
    return f'{{"type": "specviz:height", "height": {pixels}}}'


def heights(page: Page) -> list[float]:
    found: list[float] = page.evaluate(
        "[...document.querySelectorAll('iframe')].map(frame => frame.clientHeight)"
    )
    return found


@contextmanager
def course(browser: Browser, folder: Path, snippets: str) -> Iterator[Page]:
    """A course page with these snippets, on a server of its own."""
    (folder / "stub.html").write_text(STUB, "utf-8")
    (folder / "course.html").write_text(COURSE + snippets, "utf-8")
    said: list[str] = []
    with static_server(folder) as port, browser.new_context() as context:
        page = context.new_page()
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: said.append(f"error: {error.message}"))
        page.goto(f"http://127.0.0.1:{port}/course.html")
        yield page
    assert [line for line in said if line.startswith(("warning", "error"))] == []


def telling(*messages: str) -> str:
    """The snippet of a page that sends these messages to the course."""
    return snippet(f"stub.html#[{quote(','.join(messages))}]", height=200)


def test_each_frame_follows_its_own_page_and_nonsense_moves_none(
    browser: Browser, tmp_path: Path
) -> None:
    frames = telling(height(300)) + telling(*NONSENSE) + telling(height(80), height(120))
    with course(browser, tmp_path, frames) as page:
        expect(page.locator("html")).to_have_attribute("data-done", "3")
        assert heights(page) == [300, 200, 120]


def test_what_the_course_itself_says_moves_no_frame(browser: Browser, tmp_path: Path) -> None:
    with course(browser, tmp_path, telling()) as page:
        expect(page.locator("html")).to_have_attribute("data-done", "1")
        page.evaluate(f"postMessage({height(300)}); postMessage('done')")
        expect(page.locator("html")).to_have_attribute("data-done", "2")
        assert heights(page) == [200]


def test_a_frame_of_the_real_widget_has_no_scroll_bar(
    browser: Browser, exports: Exports, tmp_path: Path
) -> None:
    (tmp_path / "widget.html").write_bytes(exports("widget", "inline").read_bytes())
    with course(browser, tmp_path, snippet("widget.html", height=200)) as page:
        ready = page.frame_locator("iframe").locator("html[data-specviz=ready]")
        expect(ready).to_be_attached(timeout=PATIENCE * 1000)
        for width in (375, 768, 1280):
            page.set_viewport_size({"width": width, "height": 720})
            page.frames[1].wait_for_function(
                "document.documentElement.scrollHeight <= innerHeight && innerHeight > 400"
            )
