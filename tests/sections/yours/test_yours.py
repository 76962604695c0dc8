"""The section that reads what an engine printed: its words, its button, and what it never does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # ships no types
from playwright.sync_api import Browser, Page, expect
from tests.logs.corpus import paste

import specviz

ENGINE = ("engine-plain", "engine-k1", "engine-k2", "engine-k4", "engine-k8")
SWEEP = "k,tok/s,E\noff,57,\n1,66.4,1.87\n2,71.9,2.50\n3,70.2,3.06\n5,61.8,3.41\n"


@pytest.fixture(scope="module")
def alone(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The section alone, in one file, on a page that may ask for nothing."""
    path = tmp_path_factory.mktemp("yours") / "page.html"
    specviz.export_html(specviz.SpeculativeDecoding(), path, sections=["yours"], resources="inline")
    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.goto(path.as_uri())
    page.wait_for_selector("html[data-specviz=ready]", state="attached")
    yield page
    context.close()


@pytest.fixture
def page(alone: Page) -> Iterator[Page]:
    """The same, with nothing pasted; it must stay silent."""
    said: list[str] = []
    alone.on("pageerror", lambda error: said.append(str(error)))
    for name in ("paste", "baseline", "speed"):
        alone.fill(f"#yours-{name}", "-")
        alone.fill(f"#yours-{name}", "")
    expect(alone.locator("#yours-found")).to_be_empty()
    yield alone
    alone.set_viewport_size({"width": 1280, "height": 720})
    assert said == []


def pasted(page: Page, text: str, baseline: str = "", speed: str = "") -> str:
    """What the section says of a paste."""
    page.fill("#yours-paste", text)
    page.fill("#yours-baseline", baseline)
    page.fill("#yours-speed", speed)
    page.wait_for_selector("#yours-found h3")
    return page.inner_text("#yours-found")


def test_a_paste_says_what_it_means(page: Page) -> None:
    words = pasted(page, paste("vllm-idle"))
    assert "vLLM, k = 7 (lines 1–2)" in words
    assert "E = 2.92 tokens per pass; a = 0.67 (95 %: 0.61–0.73)" in words
    assert "no-baseline: Acceptance alone cannot tell whether this is faster." in words


def test_with_both_speeds_a_pass_has_its_cost(page: Page) -> None:
    words = pasted(page, paste("vllm-cliff"), "30", "25,0")
    assert "speedup 0.83×; a pass costs 2.84 plain steps" in words
    assert "cliff: Up to position 5" in words


def test_an_engine_that_cannot_win_is_told_so(page: Page) -> None:
    words = pasted(page, paste(*ENGINE))
    assert "Turn it off: plain decoding was fastest." in words
    assert "A pass costs 4.50 plain steps and k = 1 can give at most 2 tokens" in words
    assert page.locator("#yours-found svg circle").count() == 4


def test_one_button_sets_the_page(page: Page) -> None:
    words = pasted(page, SWEEP)
    assert "Take k = 2. From 2 to 3 it is within 3 %." in words
    button = page.get_by_role("button", name="on this page")
    expect(button).to_have_count(1)
    button.focus()
    page.keyboard.press("Enter")
    settings = page.evaluate("specviz.get()")
    assert settings["k"] == 2
    assert settings["a"] == pytest.approx(0.823, abs=0.001)
    assert settings["v"] + 2 * settings["c"] == pytest.approx(2.01, abs=0.01)
    expect(page.locator("output[name=speedup]")).to_have_text("1.24×")
    expect(page.locator("#yours-status")).to_have_text("Set: a = 0.82, k = 2, c = 0.39, v = 1.24.")
    page.evaluate("specviz.set({ a: 0.8, k: 4, c: 0.1, v: 1 })")


def test_a_paste_stays_text(page: Page) -> None:
    table = "k,<img src=x onerror=alert(1)> tok/s,E\n1,40.6,1.87\n"
    words = pasted(page, table)
    assert "<img src=x onerror=alert(1)>" in words
    assert page.locator("#yours-found img").count() == 0


def test_what_nothing_is_found_in_is_said_so(page: Page) -> None:
    page.fill("#yours-paste", "hello")
    expect(page.locator("#yours-status")).to_contain_text("Known are vLLM, vLLM V0,")
    page.fill("#yours-paste", "")
    expect(page.locator("#yours-status")).to_be_empty()


def test_a_speed_that_is_none_is_marked(page: Page) -> None:
    pasted(page, paste("vllm-idle"), "fast")
    expect(page.locator("#yours-baseline")).to_have_attribute("aria-invalid", "true")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_file_is_read_whatever_its_encoding(page: Page, tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "server.log"
    file.write_text(paste("vllm-idle"), encoding)
    page.set_input_files("#yours-file", file)
    expect(page.locator("#yours-found h3")).to_have_text("vLLM, k = 7 (lines 1–2)")
    expect(page.locator("#yours-status")).to_have_text("Read from server.log.")


def test_nothing_is_sent_and_nothing_kept(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    before = page.url
    pasted(page, paste(*ENGINE), "87", "33")
    assert [address for address in asked if not address.startswith("data:")] == []
    assert page.url == before
    kept = page.evaluate(
        "({ ...localStorage, ...sessionStorage, cookie: document.cookie, name: window.name })"
    )
    assert json.dumps(kept).count("SpecDecoding") == 0
    assert kept == {"cookie": "", "name": ""}
    assert page.evaluate("indexedDB.databases()") == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_shown_is_accessible_on_a_narrow_screen(page: Page, theme: str) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    page.evaluate("theme => specviz.set({ theme })", theme)
    pasted(page, SWEEP)
    assert [found["id"] for found in Axe().run(page).response["violations"]] == []
    pasted(page, paste("vllm-cliff"), "30", "25")
    assert [found["id"] for found in Axe().run(page).response["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.evaluate("specviz.set({ theme: 'auto' })")


def test_a_long_log_lets_the_page_move(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "long.log"
    log = paste("vllm-stream", "vllm-broken")
    file.write_text(log * (4_000_000 // len(log)), "utf-8")
    page.evaluate(
        """() => {
          window.longest = 0
          let last = performance.now()
          const beat = () => {
            const now = performance.now()
            longest = Math.max(longest, now - last)
            last = now
            window.beating = setTimeout(beat)
          }
          beat()
        }"""
    )
    page.set_input_files("#yours-file", file)
    expect(page.locator("#yours-status")).to_have_text("Read from long.log.", timeout=20_000)
    assert page.evaluate("(clearTimeout(beating), longest)") < 250


def test_without_javascript_it_is_words_with_the_default_s_numbers(
    browser: Browser, alone: Page
) -> None:
    context = browser.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto(alone.url.partition("?")[0])
    words = page.inner_text("#yours")
    assert "a mean acceptance length of 3.36" in words
    assert "as 59 % of the drafted tokens accepted" in words
    assert "in a terminal, specviz fit does" in words
    assert page.locator("#yours-paste").is_hidden()
    context.close()
