"""The page answers before BokehJS has run, and without it where it never arrives."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from bokeh.util.paths import bokehjs_path
from playwright.sync_api import BrowserContext, Frame, Page, Route, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import Host, Opened, Resources, View, only

from specviz.theory import expected_tokens, net_speedup
from specviz.theory.rounding import rounded

SCRIPT = re.compile(r".*/bokeh[^/]*\.js(\?.*)?$")

WATCH = """
window.stages = []
const watch = () => new MutationObserver(() => {
  const { specviz } = document.documentElement.dataset
  const a = document.querySelector("input[name=a]")
  const stage = { state: specviz, bokeh: typeof window.Bokeh }
  window.stages.push(stage)
  if (specviz !== "numbers") return
  a.value = 0.37
  a.dispatchEvent(new Event("input", { bubbles: true }))
  stage.texts = ["output[name=E]", "tr.live [data-col=E]", ".worked [data-show=E]"]
    .map((place) => document.querySelector(place).textContent)
}).observe(document.documentElement, { attributeFilter: ["data-specviz"] })
if (document.documentElement) watch()
else new MutationObserver((_, observer) => { observer.disconnect(); watch() })
  .observe(document, { childList: true })
"""
"""Drags a as soon as the page says that it answers, and notes what stands there then."""


class Prepared:
    """A host whose browser is prepared in one more way."""

    def __init__(self, host: Host, preparation: Callable[[BrowserContext], object]) -> None:
        self.host = host
        self.name = host.name
        self.diary = host.diary
        self._preparation = preparation

    def address(self, view: View, resources: Resources, query: str) -> str:
        return self.host.address(view, resources, query)

    def prepare(self, context: BrowserContext) -> None:
        self.host.prepare(context)
        self._preparation(context)

    def frame(self, page: Page) -> Frame:
        return self.host.frame(page)


def test_numbers_answer_before_bokehjs_has_run(host: Host, opened: Opener) -> None:
    page = opened(Prepared(host, lambda context: context.add_init_script(WATCH)))
    stages = page.frame.evaluate("window.stages")
    assert [stage["state"] for stage in stages] == ["numbers", "ready"]
    assert [stage["bokeh"] for stage in stages] == ["undefined", "object"]
    assert stages[0]["texts"] == [rounded(expected_tokens(0.37, 4))] * 3
    expect(page.frame.locator("output[name=E]")).to_have_text(rounded(expected_tokens(0.37, 4)))


@only("served", "framed")
def test_numbers_answer_while_bokehjs_is_still_on_its_way(host: Host, opened: Opener) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    holding = Prepared(host, lambda context: context.route(SCRIPT, hold))
    page = opened(holding, resources="cdn", until="numbers")
    frame = page.frame
    # Once the numbers answer the page asks for it; until then there is nothing to hold.
    expect(frame.locator("head script[src]")).to_have_count(1)
    answers(frame)
    assert frame.evaluate("specviz.set({ a: 0.61 }) ?? specviz.get().a") == 0.61
    assert frame.evaluate("typeof window.Bokeh") == "undefined"
    expect(frame.locator("html")).to_have_attribute("data-specviz", "numbers")
    for route in held:
        route.fulfill(**bokehjs())
    page.wait_until("ready")
    answers(frame)
    expect(frame.locator("#microscope canvas").first).to_be_visible()
    expect(frame.locator("#race")).to_have_attribute("data-playing", "true")


@only("file", "framed")
def test_without_bokehjs_all_but_the_figures_works_and_the_page_says_why(
    host: Host, opened: Opener
) -> None:
    cut = Prepared(host, lambda context: context.route(SCRIPT, lambda route: route.abort()))
    works_without_figures(opened(cut, "dice=7", resources="cdn", until="error", quiet=False))


@only("framed")
def test_a_script_that_is_not_the_expected_one_is_refused(host: Host, opened: Opener) -> None:
    def forge(route: Route) -> None:
        route.fulfill(**bokehjs(b"window.forged = true;"))

    forging = Prepared(host, lambda context: context.route(SCRIPT, forge))
    page = opened(forging, "dice=7", resources="cdn", until="error", quiet=False)
    assert page.frame.evaluate("window.forged") is None
    works_without_figures(page)


@pytest.mark.parametrize("code", [b"", b"throw new Error('half a script')"])
def test_a_script_that_does_not_start_is_named_too(
    code: bytes, served: Host, opened: Opener
) -> None:
    broken = Prepared(
        served, lambda context: context.route(SCRIPT, lambda it: it.fulfill(**bokehjs(code)))
    )
    page = opened(broken, until="error", quiet=False)
    expect(page.frame.locator("#notice")).to_contain_text("BokehJS")
    answers(page.frame)


def works_without_figures(page: Opened) -> None:
    frame = page.frame
    notice = frame.locator("#notice")
    expect(notice).to_be_visible()
    expect(notice).to_contain_text("figures are missing")
    expect(notice).to_contain_text(re.compile(r"https://\S+/bokeh\S+ could not be loaded"))
    assert all("bokeh" in line or "Failed to load resource" in line for line in page.console)
    answers(frame)
    race = frame.locator("#race")
    run = int(race.get_attribute("data-run") or "")
    frame.locator("input[name=k]").fill("2")
    expect(race).to_have_attribute("data-run", str(run + 1))
    expect(race).to_have_attribute("data-playing", "true")
    expect(frame.locator("#speculative-text span").first).to_be_visible()
    # The first step shows the end of the pass that is playing.
    frame.locator("button[name=step]").click()
    frame.locator("button[name=step]").click()
    expect(race).to_have_attribute("data-pass", "2")
    frame.locator("button[name=many]").click()
    expect(frame.locator("#many-result")).to_contain_text("±")
    expect(notice).to_contain_text("figures are missing")


def answers(frame: Frame) -> None:
    """A drag changes outputs, formula and table, and a row sets them back."""
    for a, k in ((0.37, 7), (0.9, 4)):
        frame.locator("input[name=a]").fill(str(a))
        frame.locator("input[name=k]").fill(str(k))
        E, speedup = rounded(expected_tokens(a, k)), f"{rounded(net_speedup(a, k))}×"
        for place in ("output[name=E]", "tr.live [data-col=E]", ".worked [data-show=E] >> nth=0"):
            expect(frame.locator(place)).to_have_text(E)
        for place in ("output[name=speedup]", "tr.live [data-col=speedup]"):
            expect(frame.locator(place)).to_have_text(speedup)
    frame.locator('tr[data-a="0.8"][data-k="4"]').click()
    expect(frame.locator("output[name=E]")).to_have_text(rounded(expected_tokens(0.8, 4)))


def bokehjs(code: bytes | None = None) -> dict[str, Any]:
    """What a CDN answers."""
    return {
        "body": (bokehjs_path() / "js" / "bokeh.min.js").read_bytes() if code is None else code,
        "content_type": "text/javascript",
        "headers": {"access-control-allow-origin": "*"},
    }
