"""Questions that a reader answers before the page does: asked, answered, never scored or kept."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, ViewportSize, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import Host, Opened, only
from tests.browser.test_access import AXE, BEYOND, PAINTED, axe
from tests.browser.test_contents import PHONE, WIDE

from specviz.sections import arranged

QUESTIONS = [question for section in arranged()[1] for question in section.tries]
NUMBERS = range(1, len(QUESTIONS) + 1)

SHIFTED = """() => {
  window.shifted = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) shifted.push([value, ...sources.map(({ node }) => node?.id)])
  }).observe({ type: "layout-shift", buffered: true })
}"""
"""What moves at the reader's own press is what was asked for; the rest counts."""
TOTAL = "() => shifted.reduce((sum, [value]) => sum + value, 0)"


def question(page: Opened, number: int) -> Locator:
    return page.frame.locator(f"#try-{number}")


def test_there_are_some_and_they_are_numbered_in_the_order_of_the_page(shared: Opened) -> None:
    names = shared.frame.locator(".question").evaluate_all("all => all.map(({ id }) => id)")
    assert names == [f"try-{number}" for number in NUMBERS]
    assert len(names) >= 5


@only("file", "served")
def test_every_answer_is_python_s_and_the_picture_goes_there(shared: Opened) -> None:
    frame = shared.frame
    for number, asked in zip(NUMBERS, QUESTIONS, strict=True):
        frame.evaluate("specviz.set({ a: 0.33, k: 3, c: 0.27, v: 1.3, draft: 'aligned' })")
        it = question(shared, number)
        # What Python wrote is taken away, so that what is read is the browser's.
        it.locator(".answer").evaluate("it => { it.textContent = '' }")
        it.locator("summary").click()
        expect(it.locator(".answer")).to_have_text(asked.answer)
        assert frame.evaluate("specviz.get()").items() >= asked.settings.items()
        it.locator("summary").click()


@only("file")
def test_the_guess_stays_beside_the_answer_and_is_not_judged(shared: Opened) -> None:
    it = question(shared, 2)
    expect(it.locator("details p")).to_be_hidden()
    it.get_by_label("your guess").fill("2.6")
    it.get_by_role("button", name="See").press("Enter")
    expect(it.locator("details p")).to_contain_text("You guessed 2.6. The page says 2.93×.")
    expect(shared.frame.locator("#announcement")).to_have_text(
        "You guessed 2.6. The page says 2.93×"
    )
    shared.frame.evaluate("specviz.set({ a: 0.2 })")
    expect(it.locator("details p")).to_contain_text("You guessed 2.6. The page says 2.93×.")


@only("file")
def test_who_only_reads_is_not_held_up(shared: Opened) -> None:
    it = question(shared, 1)
    it.get_by_role("button", name="See").click()
    expect(it.locator("details p")).to_contain_text("The page says 0.71×.")
    expect(it.locator("details p")).not_to_contain_text("guessed")


@only("file", "served")
def test_nothing_is_sent_or_kept(host: Host, opened: Opener) -> None:
    page = opened(host)
    before = list(page.requests)
    it = question(page, 2)
    it.get_by_label("your guess").fill("31.25")
    it.get_by_role("button", name="See").click()
    expect(it.locator(".guess")).to_contain_text("31.25")
    page.frame.wait_for_function("location.search.includes('a=0.9')")
    assert page.requests == before
    assert "31.25" not in page.frame.url
    assert page.frame.evaluate("localStorage.length + sessionStorage.length") == 0
    assert page.page.context.cookies() == []


@pytest.mark.parametrize("size", [WIDE, PHONE])
@only("file", "framed")
def test_an_address_opens_at_one_and_nothing_jumps(
    host: Host, opened: Opener, size: ViewportSize
) -> None:
    page = opened(host, "try=3&a=0.6", viewport=size, reduced_motion="reduce")
    page.frame.evaluate(PAINTED)
    expect(question(page, 3)).to_be_in_viewport(ratio=0.9)
    expect(question(page, 3).locator("input")).to_be_focused()
    page.frame.evaluate(SHIFTED)
    question(page, 3).get_by_role("button", name="See").click()
    expect(question(page, 3).locator(".guess")).to_have_text("The page says")
    assert page.frame.evaluate("shifted.filter(([, ...ids]) => ids.includes('try-3'))") == []


@pytest.mark.parametrize(("asked", "said"), [("9", '"9"'), ("<b>", '"<b>"'), ("", '""')])
@only("file")
def test_one_that_is_not_there_is_named(host: Host, opened: Opener, asked: str, said: str) -> None:
    page = opened(host, f"try={asked}&k=99")
    notice = page.frame.locator("#notice")
    expect(notice).to_contain_text("k must be a whole number in 1..16, got 99")
    expect(notice).to_contain_text('try must be "1" or "2"')
    expect(notice).to_contain_text(f"got {said}")


@only("file")
def test_axe_finds_nothing_and_nothing_reaches_out(host: Host, opened: Opener) -> None:
    size = ViewportSize(width=320, height=640)
    page = opened(host, "try=2", viewport=size, reduced_motion="reduce")
    page.frame.evaluate(axe())
    for number in NUMBERS:
        question(page, number).get_by_role("button", name="See").click()
    for scheme in ("light", "dark"):
        page.page.emulate_media(color_scheme=scheme)
        page.frame.evaluate(PAINTED)
        assert page.frame.evaluate(AXE) == [], scheme
    assert page.frame.evaluate(BEYOND) == []


@only("file")
def test_without_scripts_question_and_answer_are_there(host: Host, opened: Opener) -> None:
    page = opened(host, until=None, java_script_enabled=False).page
    for number, asked in zip(NUMBERS, QUESTIONS, strict=True):
        it = page.locator(f"#try-{number}")
        expect(it.locator("form")).to_be_hidden()
        it.locator("summary").click()
        expect(it.locator(".answer")).to_have_text(asked.answer)
        expect(it.locator("details p")).to_be_visible()
