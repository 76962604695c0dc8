"""Nothing holds the page up once it is ready: the browser's own record of its tasks.

What counts is the time that the page's thread computed, not the time that passed: on a busy
machine a task may wait for long, and no page can help that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import File, Host, Opened, only
from tests.sections.race.test_race import place_on_slider, race

LONG = 50.0
"""Milliseconds beyond which a task delays what the reader does (W3C, Long Tasks API)."""

BUSY = """(milliseconds) => {
  const begun = performance.now()
  let spent = 0
  // A busy machine takes the processor away for a while: such a while does not count.
  for (let before = begun; spent < milliseconds; ) {
    const now = performance.now()
    spent += Math.min(1, now - before)
    before = now
  }
}"""


@contextmanager
def tasks(browser: Browser, page: Opened) -> Iterator[list[float]]:
    """Milliseconds that each task of the page computes while the block runs, known behind it."""
    computed: list[float] = []
    browser.start_tracing(page=page.page, categories=["toplevel"])
    try:
        yield computed
    finally:
        events = json.loads(browser.stop_tracing())["traceEvents"]
    computed += computing(events, renderer(events))


def renderer(events: list[dict[str, Any]]) -> set[tuple[int, int]]:
    """The threads on which pages live."""
    return {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }


def computing(events: list[dict[str, Any]], threads: set[tuple[int, int]]) -> list[float]:
    """The thread's own time of each task, in milliseconds."""
    return [
        event["tdur"] / 1000
        for event in events
        if event["name"] == "ThreadControllerImpl::RunTask"
        and (event["pid"], event["tid"]) in threads
        and "tdur" in event
    ]


@only("served", "file")
def test_no_task_of_a_whole_race_is_long(host: Host, opened: Opener, browser: Browser) -> None:
    page = opened(host, "dice=7&k=6")
    # Eight times as fast, each frame still shows as much; it only takes fewer of them.
    page.frame.locator('[name=speed][value="8"]').check()
    with tasks(browser, page) as computed:
        page.frame.evaluate("specviz.replay()")
        expect(race(page.frame)).to_have_attribute("data-playing", "false", timeout=60_000)
    assert len(computed) > 50
    assert max(computed) <= LONG


@only("served", "file")
def test_no_task_of_a_drag_across_the_whole_range_is_long(
    host: Host, opened: Opener, browser: Browser
) -> None:
    page = opened(host, "dice=7")
    mouse = page.page.mouse
    mouse.move(*place_on_slider(page.frame, 0.8))
    mouse.down()
    with tasks(browser, page) as computed:
        for a in (0.0, 1.0):
            mouse.move(*place_on_slider(page.frame, a), steps=50)
            expect(page.frame.locator("input[name=a]")).to_have_value(str(int(a)))
    assert len(computed) > 50
    assert max(computed) <= LONG


@pytest.mark.parametrize(("milliseconds", "long"), [(5, False), (150, True)])
@only("file")
def test_a_task_is_seen_to_be_long_by_what_it_computes(
    host: Host, opened: Opener, browser: Browser, *, milliseconds: int, long: bool
) -> None:
    page = opened(host, "dice=7")
    page.frame.evaluate("specviz.pause()")
    with tasks(browser, page) as computed:
        page.frame.evaluate(BUSY, milliseconds)
        page.frame.evaluate("new Promise((passed) => setTimeout(passed, 300))")
    assert (max(computed) > LONG) is long


MOVED = """async () => {
  const frame = () => new Promise(requestAnimationFrame)
  const sections = [...document.querySelectorAll("section:not(#race)")]
  const away = () => sections.filter((it) => it.classList.contains("away"))
  const skipped = () => sections.filter(
    (it) => getComputedStyle(it).contentVisibility === "hidden")
  const height = () => document.documentElement.scrollHeight
  const within = document.querySelector("#settings button")
  const seen = { heights: [], table: [] }
  while (skipped().length) await frame()
  within.focus({ preventScroll: true })
  seen.heights.push(height())
  specviz.set({ a: 0.32 })
  seen.table.push(document.querySelector("#settings .live [data-col=E]").textContent)
  await frame()
  seen.heights.push(height())
  seen.skipped = skipped().length
  seen.away = away().length
  seen.focused = document.activeElement === within
  while (skipped().length) await frame()
  seen.heights.push(height())
  return seen
}"""


def test_what_is_off_the_screen_is_not_laid_out_while_the_numbers_move(shared: Opened) -> None:
    shared.frame.evaluate("scrollTo(0, 0)")
    shared.frame.wait_for_function("document.querySelectorAll('section.away').length > 1")
    seen = shared.frame.evaluate(MOVED)
    # Written all the same, as high as before, and never taken from under a focused element.
    assert seen["table"] == ["1.47"]
    assert len(set(seen["heights"])) == 1
    assert seen["focused"]
    assert seen["skipped"] == seen["away"] - 1


ABOVE = """async (selector) => {
  const frame = () => new Promise(requestAnimationFrame)
  const part = document.querySelector(selector)
  const skipped = () => getComputedStyle(part).contentVisibility === "hidden"
  const height = () => document.documentElement.scrollHeight
  const seen = [height()]
  specviz.set({ a: 0.42 })
  await frame()
  seen.push(skipped(), height(), document.querySelector("output[name=E]").textContent)
  while (skipped()) await frame()
  seen.push(height())
  return seen
}"""


@pytest.mark.parametrize("part", [".controls", "#race"])
def test_nor_is_what_is_at_the_head_once_it_is_off_the_screen(part: str, shared: Opened) -> None:
    shared.frame.locator("#predictions").scroll_into_view_if_needed()
    shared.frame.wait_for_function(
        "part => document.querySelector(part).matches('.away')", arg=part
    )
    shared.frame.wait_for_function("!document.querySelector('.moving')")
    before, skipped, meanwhile, told, after = shared.frame.evaluate(ABOVE, part)
    assert skipped
    assert told == "1.70"
    assert before == meanwhile == after


def test_the_focus_goes_to_what_is_off_the_screen_right_behind_a_move(shared: Opened) -> None:
    keyboard, frame = shared.page.keyboard, shared.frame
    frame.wait_for_function("!document.querySelector('.moving')")
    frame.locator("#predictions").scroll_into_view_if_needed()
    frame.wait_for_function("document.querySelector('#settings').closest('section.away')")
    frame.evaluate("document.querySelector('#pays-a').focus({ preventScroll: true })")
    keyboard.press("ArrowRight")
    # Past the two phrases of this section that move the picture.
    for _ in range(3):
        keyboard.press("Shift+Tab")
    assert frame.evaluate("document.activeElement.closest('table')?.id") == "settings"


RESTYLED = """async () => {
  const frame = () => new Promise(requestAnimationFrame)
  const written = []
  const watcher = new MutationObserver((changes) => {
    for (const { target } of changes)
      if ((target.parentElement ?? target).closest("style")) written.push(target.textContent)
  })
  const watch = (root) => {
    watcher.observe(root, { subtree: true, childList: true, characterData: true })
    for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) watch(shadowRoot)
  }
  document.querySelectorAll(".figure").forEach(watch)
  for (const a of [0.31, 0.62, 0.93]) {
    specviz.set({ a })
    await frame()
    await frame()
  }
  document.querySelector("#race").scrollIntoView()
  specviz.replay()
  for (let frames = 0; frames < 60; frames++) await frame()
  specviz.pause()
  return written
}"""


@only("file")
def test_no_figure_is_styled_anew_while_it_moves(host: Host, opened: Opener) -> None:
    frame = opened(host, "dice=7").frame
    for name in ("curve", "heatmap"):
        frame.locator(f"#{name}").scroll_into_view_if_needed()
        frame.locator(f"#{name} canvas").first.wait_for()
    assert frame.evaluate(RESTYLED) == []
    assert int(race(frame).get_attribute("data-pass") or "") > 0


@pytest.mark.parametrize(("name", "canvases"), [("microscope", 1), ("lanes", 1), ("curve", 2)])
def test_a_figure_has_a_second_canvas_only_where_something_lies_on_top(
    shared: Opened, name: str, canvases: int
) -> None:
    figure = shared.frame.locator(f"#{name}")
    figure.scroll_into_view_if_needed()
    figure.locator("canvas").first.wait_for()
    assert shared.frame.locator(f"#{name} canvas:visible").count() == canvases


@pytest.mark.parametrize("place", ["formula", "pays", "pair"])
def test_a_link_into_the_page_leads_where_it_says(file: File, browser: Browser, place: str) -> None:
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        page.goto(f"{file.address('page', 'inline', '')}#{place}")
        page.wait_for_selector("html[data-specviz=ready]")
        page.wait_for_selector("#curve canvas" if place == "pays" else "#microscope canvas")
        top = page.locator(f"#{place}").evaluate("(it) => it.getBoundingClientRect().top")
    assert abs(top) < 2
