"""Words that move the picture: controls that set the settings, and bring back what was there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Locator, ViewportSize, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import Host, Opened, only
from tests.browser.test_access import AXE, BEYOND, PAINTED, axe
from tests.browser.test_contents import PHONE, SHIFTED, TOTAL, WIDE

from specviz import SpeculativeDecoding, export_html
from specviz.theory.dice import dice
from specviz.theory.passes import independent, run

SETTINGS = "specviz.get()"


def moves(frame: Frame, words: str) -> Locator:
    return frame.locator("button.moves", has_text=words)


def wanted(button: Locator) -> dict[str, Any]:
    named: dict[str, Any] = json.loads(button.get_attribute("data-set") or "")
    return named


def seen(frame: Frame) -> dict[str, Any]:
    settings: dict[str, Any] = frame.evaluate(SETTINGS)
    return settings


@only("file", "served")
def test_every_such_phrase_sets_what_it_names_and_a_second_press_brings_back(
    shared: Opened,
) -> None:
    frame = shared.frame
    frame.evaluate("specviz.set({ a: 0.61, k: 7, c: 0.23, v: 1.4, draft: 'aligned' })")
    before = seen(frame)
    buttons = frame.locator("button.moves").all()
    assert len(buttons) >= 5
    for button in buttons:
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        after = seen(frame)
        named = {name: value for name, value in wanted(button).items() if name in after}
        assert after == before | named
        button.click()
        expect(button).to_have_attribute("aria-pressed", "false")
        assert seen(frame) == before


@only("file")
def test_each_is_a_named_button_that_the_tab_key_reaches(shared: Opened) -> None:
    for button in shared.frame.locator("button.moves").all():
        words = (button.text_content() or "").strip()
        expect(button).to_have_role("button")
        expect(button).to_have_accessible_name(words)
        button.focus()
        expect(button).to_be_focused()


@only("file", "framed")
def test_by_keyboard_enter_moves_and_escape_brings_back_wherever_one_is(shared: Opened) -> None:
    frame, keys = shared.frame, shared.page.keyboard
    before = seen(frame)
    button = moves(frame, "one bonus token")
    button.focus()
    keys.press("Enter")
    frame.locator("input[name=c]").evaluate("it => it.focus()")
    keys.press("Escape")
    assert seen(frame) == before
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-pressed", "false")


@only("file")
def test_from_one_to_the_next_and_back_is_back_to_the_reader_s_own(shared: Opened) -> None:
    frame = shared.frame
    frame.evaluate("specviz.set({ a: 0.61, c: 0.23 })")
    before = seen(frame)
    weak, free = moves(frame, "with a weak draft"), moves(frame, "nearly free")
    weak.click()
    free.click()
    assert seen(frame) == before | {"c": 0.02}
    expect(weak).to_have_attribute("aria-pressed", "false")
    shared.page.keyboard.press("Escape")
    assert seen(frame) == before


@only("file")
def test_who_moves_the_setting_himself_keeps_it(shared: Opened) -> None:
    frame = shared.frame
    button = moves(frame, "nearly free")
    button.click()
    frame.evaluate("specviz.set({ c: 0.4 })")
    expect(button).to_have_attribute("aria-pressed", "false")
    shared.page.keyboard.press("Escape")
    assert seen(frame)["c"] == 0.4


@pytest.mark.parametrize(
    ("words", "accepted"),
    [("the first disagreement", 2), ("one bonus token", 4), ("a wrong guess early", 0)],
)
@only("file")
def test_the_race_comes_to_such_a_pass_and_the_words_are_a_press_away(
    host: Host, opened: Opener, words: str, accepted: int
) -> None:
    frame = opened(host, viewport=PHONE, reduced_motion="reduce").frame
    button, back = moves(frame, words), frame.locator("#moves-back")
    named = wanted(button)
    first, *_ = run(independent(dice(named["dice"], 500), named["a"], 4), 4, 30)
    assert first.accepted == accepted
    expect(back).to_be_hidden()
    button.click()
    expect(frame.locator("#race")).to_be_in_viewport()
    expect(frame.locator("#race")).to_have_attribute("data-pass", "1")
    told = frame.locator("#microscope").get_attribute("aria-label") or ""
    assert told.count(" accepted") == accepted, told
    back.click()
    expect(back).to_be_hidden()
    expect(button).to_be_in_viewport()


def test_where_the_picture_is_not_on_the_page_the_words_are_words(
    browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "how.html"
    export_html(SpeculativeDecoding(), path, sections=["how"])
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(path.as_uri())
        expect(page.locator("html")).to_have_attribute("data-specviz", "ready")
        expect(page.locator("button.moves")).to_have_count(0)
        expect(page.locator("#how")).to_contain_text("yields one bonus token.")


@pytest.mark.parametrize("size", [WIDE, PHONE])
@only("file")
def test_nothing_else_moves(host: Host, opened: Opener, size: ViewportSize) -> None:
    frame = opened(host, viewport=size, reduced_motion="reduce").frame
    for words in ("with a weak draft", "nearly free", "half a step"):
        moves(frame, words).scroll_into_view_if_needed()
        for figure in () if "weak" in words else ("#curve", "#heatmap"):
            expect(frame.locator(f"{figure} canvas").first).to_be_visible()
        frame.evaluate(PAINTED)
        frame.evaluate(SHIFTED)
        for _ in range(2):
            moves(frame, words).press("Enter")
            frame.evaluate(PAINTED)
        assert frame.evaluate(TOTAL) <= 0.02, (words, frame.evaluate("shifted"))


@only("file")
def test_axe_finds_nothing_and_nothing_reaches_out_when_pressed(host: Host, opened: Opener) -> None:
    size = ViewportSize(width=320, height=640)
    page = opened(host, viewport=size, reduced_motion="reduce")
    page.frame.evaluate(axe())
    moves(page.frame, "one bonus token").click()
    for scheme in ("light", "dark"):
        page.page.emulate_media(color_scheme=scheme)
        page.frame.evaluate(PAINTED)
        assert page.frame.evaluate(AXE) == [], scheme
    assert page.frame.evaluate(BEYOND) == []


@only("file")
def test_numbers_that_follow_say_so_by_their_look_and_without_scripts_words_are_words(
    host: Host, opened: Opener
) -> None:
    page = opened(host, until=None, java_script_enabled=False).page
    number = page.locator("#formula p > span[data-show=speedup]")
    assert number.evaluate("it => getComputedStyle(it).borderBottomStyle") == "dotted"
    word = moves(page.main_frame, "one bonus token")
    assert word.evaluate("it => getComputedStyle(it).borderTopWidth") == "0px"
    assert word.evaluate("it => getComputedStyle(it, '::after').content") == "none"
