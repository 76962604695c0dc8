"""The table of contents leads through the page, says where one is, and is never in the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import Host, Opened, only
from tests.browser.test_access import AXE, BEYOND, PAINTED, axe

from specviz.sections import SECTIONS, arranged, section

_, SHOWN = arranged()
TITLES = [section.title for section in SHOWN]
WIDE = ViewportSize(width=1280, height=720)
PHONE = ViewportSize(width=375, height=812)

SHIFTED = """() => {
  window.shifted = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifted.push([value, ...sources.map(({ node }) => node?.id || node?.nodeName)])
  }).observe({ type: "layout-shift" })
}"""
TOTAL = "() => shifted.reduce((sum, [value]) => sum + value, 0)"

TOP = """(name) => document.getElementById(name).getBoundingClientRect().top"""
OVER = """(element) => {
  const bar = document.getElementById("contents").getBoundingClientRect()
  return element.getBoundingClientRect().top - bar.bottom
}"""


def test_it_lists_every_section_by_its_declared_title(shared: Opened) -> None:
    links = shared.frame.locator("#contents a")
    assert links.all_text_contents() == TITLES
    assert [link.get_attribute("href") for link in links.all()] == [f"#{s}" for s in SECTIONS]


@only("file", "framed")
def test_a_section_stands_in_the_address_and_back_and_forward_work(
    host: Host, opened: Opener
) -> None:
    page = opened(host, viewport=WIDE, reduced_motion="reduce")
    frame = page.frame
    marked = frame.locator("#contents [aria-current=location]")
    expect(marked).to_have_text("The race")
    frame.locator("#contents a", has_text="Where it pays").click()
    expect(marked).to_have_text("Where it pays")
    assert frame.url.endswith("#pays")
    assert abs(frame.evaluate(TOP, "pays")) < 2
    frame.locator("#contents a", has_text="What it is worth").click()
    expect(marked).to_have_text("What it is worth")
    page.frame.evaluate("history.back()")
    expect(marked).to_have_text("Where it pays")
    frame.wait_for_function("location.hash === '#pays'")
    page.frame.evaluate("history.forward()")
    expect(marked).to_have_text("What it is worth")
    frame.wait_for_function("location.hash === '#formula'")


@only("file")
def test_an_older_address_of_the_history_names_the_settings_of_now(
    host: Host, opened: Opener
) -> None:
    page = opened(host, viewport=WIDE)
    page.frame.locator("#contents a", has_text="Where it pays").click()
    page.frame.evaluate("specviz.set({ a: 0.37 })")
    page.frame.wait_for_function("location.search.includes('a=0.37')")
    page.frame.evaluate("history.back()")
    page.frame.wait_for_function("!location.hash && location.search.includes('a=0.37')")


@pytest.mark.parametrize("size", [WIDE, PHONE])
@only("file")
def test_a_page_opened_at_a_section_shows_it(
    host: Host, opened: Opener, size: ViewportSize
) -> None:
    frame = opened(host, "#pays", viewport=size).frame
    expect(frame.locator("#contents [aria-current=location]")).to_have_text("Where it pays")
    assert -2 < frame.evaluate(TOP, "pays") < 66


@only("file", "framed")
def test_the_mark_follows_the_reader_and_ends_at_the_last_section(
    host: Host, opened: Opener
) -> None:
    frame = opened(host, viewport=WIDE).frame
    for name, title in zip(SECTIONS, TITLES, strict=True):
        frame.evaluate("(name) => document.getElementById(name).scrollIntoView()", name)
        frame.evaluate(PAINTED)
        at_the_end = frame.evaluate("scrollY + innerHeight >= document.body.scrollHeight - 1")
        expect(frame.locator("#contents [aria-current]")).to_have_text(
            TITLES[-1] if at_the_end else title
        )
    frame.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(frame.locator("#contents [aria-current]")).to_have_text(TITLES[-1])


@only("file")
def test_the_menu_of_a_phone_works_by_keyboard(host: Host, opened: Opener) -> None:
    page = opened(host, viewport=PHONE, reduced_motion="reduce")
    frame, keys = page.frame, page.page.keyboard
    menu, links = frame.locator("button[name=contents]"), frame.locator("#contents a")
    expect(links.first).to_be_hidden()
    menu.focus()
    keys.press("Enter")
    expect(menu).to_have_attribute("aria-expanded", "true")
    keys.press("Tab")
    expect(links.first).to_be_focused()
    keys.press("Escape")
    expect(menu).to_be_focused()
    expect(links.first).to_be_hidden()
    keys.press("Enter")
    for _ in range(1 + list(SECTIONS).index("formula")):
        keys.press("Tab")
    keys.press("Enter")
    expect(links.first).to_be_hidden()
    expect(menu).to_contain_text("What it is worth")
    assert frame.evaluate("location.hash") == "#formula"
    # What the next Tab reaches lies in the section, and is not behind the bar.
    keys.press("Tab")
    assert frame.evaluate("document.activeElement.closest('section').id") in {"formula", "compare"}


@only("file")
def test_back_at_the_head_the_first_place_is_marked(host: Host, opened: Opener) -> None:
    frame = opened(host, viewport=WIDE, reduced_motion="reduce").frame
    marked = frame.locator("#contents [aria-current=location]")
    for name in ("pair", "yours"):
        frame.evaluate("name => document.getElementById(name).scrollIntoView()", name)
        expect(marked).to_have_text(section(name).title)
    frame.evaluate("scrollTo(0, 0)")
    expect(marked).to_have_text("The race")


@only("file")
def test_the_bar_never_covers_what_has_the_focus(host: Host, opened: Opener) -> None:
    page = opened(host, viewport={"width": 320, "height": 480}, reduced_motion="reduce")
    frame = page.frame
    frame.locator("button[name=copy-link]").focus()
    for _ in range(30):
        page.page.keyboard.press("Shift+Tab")
        focused = frame.locator(":focus")
        assert focused.evaluate(OVER) >= 0 or focused.evaluate("it => it.closest('nav') !== null")


@only("file")
def test_nothing_moves_when_it_opens_or_the_place_changes(host: Host, opened: Opener) -> None:
    frame = opened(host, viewport=PHONE, reduced_motion="reduce").frame
    frame.evaluate(SHIFTED)
    frame.locator("button[name=contents]").click()
    frame.locator("#contents a", has_text="Where it pays").click()
    frame.evaluate(PAINTED)
    assert frame.evaluate(TOTAL) <= 0.02, frame.evaluate("shifted")


@pytest.mark.parametrize("width", [320, 375, 1280])
@only("file")
def test_axe_finds_nothing_and_nothing_reaches_out(host: Host, opened: Opener, width: int) -> None:
    page = opened(host, viewport={"width": width, "height": 720}, reduced_motion="reduce")
    page.frame.evaluate(axe())
    if width < WIDE["width"]:
        page.frame.locator("button[name=contents]").click()
    for scheme in ("light", "dark"):
        page.page.emulate_media(color_scheme=scheme)
        page.frame.evaluate(PAINTED)
        assert page.frame.evaluate(AXE) == [], scheme
    assert page.frame.evaluate(BEYOND) == []


@only("file")
def test_without_scripts_and_on_paper_it_is_a_plain_list(host: Host, opened: Opener) -> None:
    page = opened(host, until=None, java_script_enabled=False, viewport=PHONE).page
    nav, last = page.locator("#contents"), page.locator("#contents a").last
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        expect(last).to_be_visible()
        expect(page.locator("button[name=contents]")).to_be_hidden()
        assert nav.evaluate("it => getComputedStyle(it).position") == "static"


@pytest.mark.parametrize("view", ["widget", "slide"])
@only("file")
def test_no_other_view_carries_it(host: Host, opened: Opener, view: str) -> None:
    frame = opened(host, view=view).frame  # type: ignore[arg-type]  # one of the views
    expect(frame.locator("#contents")).to_have_count(0)
    assert "contents-list" not in frame.content()
    assert frame.evaluate("import('specviz/contents').then(() => 1, () => 0)") == 0
