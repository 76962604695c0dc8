"""Where no script runs, by the reader's wish or a frame's, all that is said is true and at hand."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import pytest
from playwright.sync_api import Browser, Frame, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import Exports, Host, View
from tests.browser.test_access import BEYOND
from tests.sections.race.test_race import TO_THE_END

VIEWS: tuple[View, ...] = ("page", "widget", "slide")

DEAD = """() => [...document.querySelectorAll(
    "button:not(.moves), input, select, textarea, .figure, canvas, [data-setting]")]
  .filter((element) => element.checkVisibility()).map(({ outerHTML }) => outerHTML)"""
"""What waits for a script that never comes."""

EMPTY = """() => [...document.querySelectorAll("main *")].filter((element) =>
    element.checkVisibility() && !(element.innerText ?? element.textContent).trim()
    && element.getBoundingClientRect().height > 30
    // A cell may stay empty, and a drawing has no words.
    && !element.matches("td, svg, svg *, :has(> svg)"))
  .map(({ outerHTML }) => outerHTML)"""
"""Room for what is not there."""


@pytest.fixture(params=["off", "sandboxed"])
def kept_from_scripts(
    request: pytest.FixtureRequest, browser: Browser, exports: Exports
) -> Iterator[dict[View, Frame]]:
    """Each view with JavaScript off, and in a frame whose sandbox allows no script."""
    off = request.param == "off"
    with browser.new_context(offline=True, java_script_enabled=not off) as context:
        frames = dict[View, Frame]()
        for view in VIEWS:
            page = context.new_page()
            address = exports(view, "inline").as_uri()
            if off:
                page.goto(address)
                frames[view] = page.main_frame
            else:
                page.goto(exports("page", "cdn").parent.as_uri())
                page.set_content(
                    f'<body style="margin: 0"><iframe sandbox src="{escape(address)}"'
                    ' style="border: 0; width: 100%; height: 720px"></iframe>'
                )
                handle = page.wait_for_selector("iframe")
                frame = handle.content_frame() if handle else None
                assert frame is not None
                frame.wait_for_selector("footer, .wing, #settings", state="attached")
                frames[view] = frame
        yield frames


def test_the_race_is_told_in_words_and_nothing_waits_for_a_script(
    kept_from_scripts: dict[View, Frame], file: Host, opened: Opener
) -> None:
    played = opened(file, reduced_motion="reduce")
    [*_, last] = played.frame.evaluate(TO_THE_END)
    text = "".join(word for word, _ in last["speculative"])
    for view, frame in kept_from_scripts.items():
        told = frame.locator(".still")
        expect(told).to_contain_text(last["result"].split("×")[0] + "×")
        expect(told).to_contain_text(last["identical"].removesuffix(" ✓"))
        expect(told).to_contain_text(text)
        expect(frame.locator("main")).not_to_contain_text("below in words")
        expect(told.locator("li")).to_have_count(last["pass"])
        assert frame.evaluate(DEAD) == [], view
        assert frame.evaluate(EMPTY) == [], view
        expect(frame.locator(".segments")).to_have_text("aligned", use_inner_text=True)


def test_what_opens_by_itself_opens_and_can_be_read_to_its_end(
    kept_from_scripts: dict[View, Frame],
) -> None:
    for view, frame in kept_from_scripts.items():
        frame.locator(".still summary").click()
        last = frame.locator(".still li").last
        last.scroll_into_view_if_needed()
        expect(last).to_be_in_viewport(ratio=1)
        sideways = [line for line in frame.evaluate(BEYOND) if "scrolls to" in line]
        assert sideways == [], view


def test_with_scripts_none_of_it_is_there(file: Host, opened: Opener) -> None:
    page = opened(file)
    expect(page.frame.locator(".still")).to_have_count(0)
    expect(page.frame.locator("#settings th button").first).to_have_text("0.8, 4")
