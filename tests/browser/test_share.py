"""The address follows the settings, and links and embed code carry them."""

from __future__ import annotations

import re
from html import unescape

import pytest
from playwright.sync_api import Page, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import PATIENCE, Host, Opened, View, only

from specviz.page.snippet import snippet

SETTINGS = ("a=0.9", "k=4", "draft=aligned", "c=0.1")


def has(*settings: str) -> re.Pattern[str]:
    """An address that names these settings, in any order."""
    return re.compile("".join(rf"(?=.*[?&]{re.escape(each)}(&|$))" for each in settings))


def set_a(page: Opened, value: float) -> None:
    """Type into the slider, as a drag does."""
    page.frame.locator("input[name=a]").fill(str(value))


def entries(page: Page) -> int:
    count: int = page.evaluate("history.length")
    return count


@only("served", "file")
def test_the_copied_link_and_embed_code_carry_the_present_settings(
    host: Host, opened: Opener
) -> None:
    page = opened(host, "a=0.5&theme=dark")
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    set_a(page, 0.9)
    page.frame.get_by_role("button", name="Copy link").click()
    expect(page.frame.locator("#copy-status")).to_have_text("Copied.")
    link = page.frame.evaluate("navigator.clipboard.readText()")
    assert has(*SETTINGS, "theme=dark").search(link)
    assert page.frame.locator("#copied").input_value() == link
    page.frame.get_by_role("button", name="Copy embed code").click()
    expect(page.frame.locator("#copied")).to_have_value(snippet(link))
    page.frame.wait_for_function(
        "code => navigator.clipboard.readText().then(text => text === code)", arg=snippet(link)
    )
    # What was copied shows what was there.
    page.page.goto(link)
    page.wait_until("numbers")
    expect(page.frame.locator("output[name=E]")).to_have_text("4.10")


@only("served", "file")
def test_where_the_clipboard_is_refused_the_link_is_selected_instead(
    host: Host, opened: Opener
) -> None:
    page = opened(host, "a=0.9")
    # Whatever is not granted here is refused.
    page.page.context.grant_permissions(["geolocation"])
    page.frame.get_by_role("button", name="Copy link").click()
    expect(page.frame.locator("#copy-status")).to_have_text("Selected, to be copied.")
    expect(page.frame.get_by_role("textbox", name="Copy link")).to_be_visible()
    assert has(*SETTINGS).search(page.frame.evaluate("getSelection().toString()"))


@only("file")
def test_embed_code_keeps_an_address_with_signs_that_mean_something_elsewhere(
    host: Host, opened: Opener
) -> None:
    # "$&" stands for what was replaced, in a replacement that is a string.
    page = opened(host, "course=$%26amp;$'&a=0.9#$&")
    page.frame.get_by_role("button", name="Copy embed code").click()
    expect(page.frame.locator("#copied")).to_be_visible()
    code = page.frame.locator("#copied").input_value()
    page.frame.get_by_role("button", name="Copy link").click()
    link = page.frame.locator("#copied").input_value()
    [source] = re.findall('src="([^"]*)"', code)
    assert unescape(source) == link
    assert link.endswith("#$&")


@only("served", "file")
@pytest.mark.parametrize("view", ["widget", "slide"])
def test_only_the_whole_page_offers_its_link(view: View, host: Host, opened: Opener) -> None:
    page = opened(host, view=view, until="numbers")
    assert page.frame.get_by_role("button", name=re.compile("Copy")).count() == 0
    # Their addresses follow all the same.
    set_a(page, 0.9)
    page.page.wait_for_url(has(*SETTINGS))


@only("served", "file")
def test_the_address_follows_the_settings_without_filling_the_history(
    host: Host, opened: Opener
) -> None:
    page = opened(host, "course=7&a=0.5", until="numbers")
    before = entries(page.page)
    for value in (0.6, 0.7, 0.8, 0.9):
        set_a(page, value)
        page.page.wait_for_url(has(f"a={value}"))
    page.page.wait_for_url(has(*SETTINGS, "course=7"))
    assert "theme" not in page.page.url
    assert entries(page.page) == before


@only("served", "file")
def test_back_and_forward_find_the_settings_as_they_were_left(host: Host, opened: Opener) -> None:
    page = opened(host, "a=0.9", until="numbers")
    set_a(page, 0.7)
    page.page.wait_for_url(has("a=0.7"))
    left = page.page.url
    before = entries(page.page)
    page.page.goto(host.address("page", "inline", "a=0.2"))
    page.wait_until("numbers")
    assert entries(page.page) == before + 1
    page.page.go_back()
    assert_it_shows(page, left, "0.7", "2.77")
    page.page.go_forward()
    assert_it_shows(page, host.address("page", "inline", "a=0.2"), "0.2", "1.25")
    page.page.go_back()
    assert_it_shows(page, left, "0.7", "2.77")
    page.page.reload()
    assert_it_shows(page, left, "0.7", "2.77")
    assert entries(page.page) == before + 1


def assert_it_shows(page: Opened, address: str, a: str, tokens: str) -> None:
    page.wait_until("numbers")
    assert page.page.url == address
    # The browser's own memory of what forms held must not differ from the address.
    expect(page.frame.locator("input[name=a]")).to_have_value(a)
    expect(page.frame.locator("output[name=E]")).to_have_text(tokens)


@only("framed")
def test_a_frame_keeps_its_own_address_and_leaves_the_course_s_history_alone(
    host: Host, opened: Opener
) -> None:
    page = opened(host, "a=0.5", until="numbers")
    course, before = page.page.url, entries(page.page)
    for value in (0.6, 0.9):
        set_a(page, value)
        page.frame.wait_for_function(
            "a => new URLSearchParams(location.search).get('a') === a", arg=str(value)
        )
    assert page.page.url == course
    assert entries(page.page) == before
    page.page.go_back(timeout=PATIENCE * 1000)
    assert page.page.url != course
