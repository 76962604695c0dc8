"""Everybody can use the page: by eye in any light and size, by ear, by keyboard, on paper."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import pytest
from playwright.sync_api import Frame, Locator, Page, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import Host, Opened, View, only
from tests.sections.race.test_race import TO_THE_END, Setting, prompts, run_of

from specviz.theory import expected_tokens, net_speedup
from specviz.theory.rounding import rounded

VIEWS: tuple[View, ...] = ("page", "widget", "slide")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

AXE = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    [id, String(target), failureSummary]))
}"""

PAINTED = """() => new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))"""
"""What observers of sizes and colours change is painted by then."""

BEYOND = """() => {
  const { clientWidth, clientHeight, scrollWidth } = document.documentElement
  const wide = scrollWidth > clientWidth ? [`scrolls to ${scrollWidth} of ${clientWidth}`] : []
  return [...wide, ...[...document.querySelectorAll("main *")].filter((element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return false
    if (element.closest(".unseen, math, .wide, [hidden], details:not([open]) > :not(summary)"))
      return false
    const { left, right, bottom, width } = element.getBoundingClientRect()
    const low = document.documentElement.dataset.view === "slide" && bottom > clientHeight + 1
    return width > 0 && (left < -1 || right > clientWidth + 1 || low)
  }).map((element) => `${element.tagName}#${element.id}.${element.className}`)]
}"""
"""Elements that reach out of the window: to a side, and on a slide out of its bottom too."""

STOPS = """() => [...document.querySelectorAll(
    "input:not([type=radio]), input:checked, button, select, textarea, summary, a[href]")]
  .filter((element) => element.checkVisibility() && !element.disabled).length"""

FOCUSED = """() => {
  const { tagName, name, value, type, textContent } = document.activeElement
  return document.activeElement === document.body ? null
    : [tagName, name ?? "", type === "radio" ? value : "", name ? "" : textContent].join(" ")
}"""


@cache
def axe() -> str:
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def violations(page: Opened) -> list[Any]:
    page.frame.evaluate(PAINTED)
    found: list[Any] = page.frame.evaluate(AXE)
    return found


def race(frame: Frame) -> Locator:
    return frame.locator("#race")


def runs(frame: Frame) -> int:
    return int(race(frame).get_attribute("data-run") or "")


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_in_any_view_light_or_dark_playing_or_done(
    view: View, file: Host, opened: Opener
) -> None:
    page = opened(file, "draft=weak&dice=7", view, reduced_motion="reduce")
    frame = page.frame
    frame.evaluate(axe())
    for _ in range(4):
        frame.evaluate("specviz.step()")
    for scheme in SCHEMES:
        page.page.emulate_media(color_scheme=scheme)
        assert violations(page) == [], scheme
    frame.locator('[name=speed][value="8"]').check()
    frame.evaluate(TO_THE_END)
    expect(frame.locator("#race-result")).not_to_be_empty()
    frame.evaluate("specviz.set({ a: 0.37, b: 1 })")
    expect(frame.locator("#stale")).to_be_visible()
    expect(frame.locator("#notice")).to_be_visible()
    for scheme in SCHEMES:
        page.page.emulate_media(color_scheme=scheme)
        assert violations(page) == [], scheme
    frame.locator("button[name=many]").click()
    expect(frame.locator("#histogram canvas").first).to_be_visible()
    frame.locator(".costs summary").click()
    for scheme in SCHEMES:
        page.page.emulate_media(color_scheme=scheme)
        assert violations(page) == [], scheme


@only("served", "framed")
def test_axe_finds_nothing_in_the_other_hosts(host: Host, opened: Opener) -> None:
    page = opened(host)
    page.frame.evaluate(axe())
    page.frame.evaluate("specviz.pause()")
    assert violations(page) == []


def test_the_tab_key_reaches_every_control_and_leaves_again(shared: Opened) -> None:
    frame = shared.frame
    frame.locator(".costs summary").press("Enter")
    expect(frame.locator("input[name=c]")).to_be_visible()
    wanted = frame.evaluate(STOPS)
    frame.locator("input[name=a]").focus()
    seen: list[str] = []
    for _ in range(2 * wanted + 4):
        now = frame.evaluate(FOCUSED)
        if now is not None and now not in seen:
            seen.append(now)
        shared.page.keyboard.press("Tab")
    for name in ("a", "k", "draft", "c", "v", "prompt", "kind", "speed"):
        assert any(f" {name} " in f"{each} " for each in seen), name
    for name in ("play", "step", "back", "replay", "dice", "many", "try"):
        assert any(each.startswith(f"BUTTON {name} ") for each in seen), name
    assert any(each.startswith("SUMMARY") for each in seen)


def test_focus_is_always_to_be_seen(file: Host, opened: Opener) -> None:
    page = opened(file, view="widget")
    page.frame.evaluate("specviz.pause()")
    for _ in range(12):
        page.page.keyboard.press("Tab")
        assert page.frame.evaluate(
            """() => {
              const focused = document.activeElement
              const shown = focused.matches("[type=radio]") ? focused.nextElementSibling : focused
              return getComputedStyle(shown).outlineStyle
            }"""
        ) in ("solid", "auto")


BEHIND = """() => {
  const line = document.querySelector("#stale")
  const focused = document.activeElement
  if (focused === document.body || line.contains(focused)) return []
  const [over, under] = [line, focused].map((each) => each.getBoundingClientRect())
  return under.bottom > over.top + 0.5 && under.top < over.bottom - 0.5
    ? [focused.outerHTML.slice(0, 90)] : []
}"""


@pytest.mark.parametrize("view", ["page", "widget"])
@pytest.mark.parametrize(("width", "height"), [(1280, 500), (375, 667)])
def test_what_has_the_focus_is_not_behind_the_line_at_the_foot_of_the_screen(
    width: int, height: int, view: View, file: Host, opened: Opener
) -> None:
    page = opened(file, "dice=7", view, viewport={"width": width, "height": height})
    page.frame.evaluate("specviz.pause(); specviz.set({ a: 0.37 })")
    expect(page.frame.locator("#stale")).to_be_visible()
    for key in ("Tab", "Shift+Tab"):
        behind: list[str] = []
        for _ in range(30):
            page.page.keyboard.press(key)
            page.frame.evaluate(PAINTED)
            behind += page.frame.evaluate(BEHIND)
        assert behind == [], key


def test_the_race_is_played_from_the_keyboard(shared: Opened) -> None:
    frame, keyboard = shared.frame, shared.page.keyboard
    race(frame).focus()
    keyboard.press("Space")
    expect(race(frame)).to_have_attribute("data-playing", "true")
    keyboard.press("Space")
    expect(race(frame)).to_have_attribute("data-playing", "false")
    at = int(race(frame).get_attribute("data-pass") or "")
    for key in ("PageDown", "ArrowRight", "PageDown"):
        keyboard.press(key)
    expect(race(frame)).to_have_attribute("data-pass", str(at + 2 if at else 3))
    at = at + 2 if at else 3
    for count, key in enumerate(("PageUp", "ArrowLeft"), start=1):
        keyboard.press(key)
        expect(race(frame)).to_have_attribute("data-pass", str(at - count))
    before = runs(frame)
    keyboard.press("r")
    expect(race(frame)).to_have_attribute("data-run", str(before + 1))
    keyboard.press("d")
    expect(race(frame)).to_have_attribute("data-run", str(before + 2))
    expect(frame.locator("input[name=draft][value=weak]")).to_be_checked()
    expect(race(frame)).to_have_attribute("data-a", "0.5")
    keyboard.press("Shift+D")
    expect(frame.locator("input[name=draft][value=aligned]")).to_be_checked()


def test_keys_do_nothing_of_ours_while_a_control_needs_them(shared: Opened) -> None:
    frame, before = shared.frame, runs(shared.frame)
    with nothing_happens(frame):
        for name in ("a", "c"):
            for key in ("ArrowRight", "PageUp", "Space", "Home"):
                frame.locator(f"input[name={name}]").press(key) if name == "a" else None
        speed = frame.locator('[name=speed][value="1"]')
        speed.press("ArrowRight")
        speed.press("ArrowLeft")
        for key in ("ArrowDown", "ArrowUp", "r", "d", "PageDown", "PageUp"):
            frame.locator("[name=kind]:checked").focus()
            frame.locator("summary").first.press(key) if len(key) > 1 else None
    expect(race(frame)).to_have_attribute("data-run", str(before))
    # A button takes Space as its own click, once.
    frame.locator("button[name=play]").press("Space")
    expect(race(frame)).to_have_attribute("data-playing", "true")
    frame.locator("button[name=play]").press("Space")
    expect(race(frame)).to_have_attribute("data-playing", "false")


def test_a_list_keeps_its_letters(shared: Opened) -> None:
    frame = shared.frame
    titles = frame.locator("[name=prompt] option").all_inner_texts()
    letter = titles[-1].removeprefix("The ")[0].lower()
    with nothing_happens(frame):
        for key in ("d", "r"):
            frame.locator("[name=prompt]").evaluate("(list) => list.focus()")
            cancelled = frame.evaluate(
                """(key) => !document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
                  { key, bubbles: true, cancelable: true }))""",
                key,
            )
            assert not cancelled
    assert letter


@contextmanager
def nothing_happens(frame: Frame) -> Iterator[None]:
    """Neither a run nor a step nor a flip."""
    what = """() => [...["run", "pass", "playing"].map((name) =>
      document.querySelector("#race").dataset[name]), specviz.get().draft]"""
    before = frame.evaluate(what)
    yield
    assert frame.evaluate(what) == before


def test_keys_belong_to_the_page_while_the_race_has_no_focus(shared: Opened) -> None:
    frame = shared.frame
    frame.evaluate("document.body.focus()")
    with nothing_happens(frame):
        for key in ("r", "d", "Space", "ArrowRight"):
            frame.locator("body").press(key)
        for key in ("r", "d"):
            frame.locator('tr[data-a="0.9"] button').press(key)
    race(frame).focus()
    with nothing_happens(frame):
        for key in ("Control+ArrowRight", "Alt+d", "Meta+d", "x", "Enter"):
            race(frame).press(key)


def test_a_slide_obeys_the_presenter_s_clicker(host: Host, opened: Opener) -> None:
    page = opened(host, "dice=7", "slide")
    frame = page.frame
    frame.evaluate("specviz.pause()")
    # Keys go to a frame once the reader has clicked into it.
    frame.locator("#pass-number").click()
    frame.locator("body").press("PageDown")
    frame.locator("body").press("PageDown")
    expect(race(frame)).to_have_attribute("data-pass", "2")
    before = runs(frame)
    frame.locator("body").press("r")
    expect(race(frame)).to_have_attribute("data-run", str(before + 1))
    frame.locator("body").press("d")
    expect(race(frame)).to_have_attribute("data-k", "4")
    expect(frame.locator("input[name=draft][value=weak]")).to_be_checked()
    before = runs(frame)
    frame.locator("input[name=a]").press("r")
    frame.locator("input[name=a]").press("d")
    assert runs(frame) == before


def test_reduced_motion_moves_nothing_by_itself_and_steps_from_end_to_end(
    host: Host, opened: Opener
) -> None:
    page = opened(host, "dice=7", reduced_motion="reduce")
    frame, run = page.frame, run_of(Setting(0.8, 4, prompts()[0]))
    expect(race(frame)).to_have_attribute("data-pass", "1")
    expect(frame.locator("#speculative-text span")).to_have_count(run[0].emitted)
    assert frame.evaluate(MOVES) == []
    frame.locator("button[name=step]").click()
    expect(race(frame)).to_have_attribute("data-pass", "2")
    expect(frame.locator("#speculative-text span")).to_have_count(run[0].emitted + run[1].emitted)
    frame.locator("input[name=k]").fill("7")
    first = run_of(Setting(0.8, 7, prompts()[0]))[0]
    expect(race(frame)).to_have_attribute("data-pass", "1")
    expect(race(frame)).to_have_attribute("data-playing", "false")
    expect(frame.locator("#speculative-text span")).to_have_count(first.emitted)
    # Words far from the screen follow when the hand rests.
    frame.wait_for_function("!document.querySelector('.moving')")
    assert frame.evaluate(MOVES) == []


MOVES = """async () => {
  const moved = []
  const observer = new MutationObserver((records) =>
    moved.push(...records.map(({ target }) => target.id || target.nodeName)))
  observer.observe(document.querySelector("main"),
    { attributes: true, childList: true, characterData: true, subtree: true })
  for (let i = 0; i < 30; i++) await new Promise(requestAnimationFrame)
  observer.disconnect()
  return moved
}"""
"""What changes within half a second that nobody touches anything."""


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_scrolls_sideways_on_a_phone_or_enlarged(
    view: View, file: Host, opened: Opener
) -> None:
    page = opened(
        file, "k=16&draft=weak&dice=7", view,
        viewport={"width": 320, "height": 640}, reduced_motion="reduce",
    )  # fmt: skip
    frame = page.frame
    frame.evaluate(TO_THE_END)
    frame.evaluate("specviz.set({ a: 0.37 })")
    # Until the numbers rest, what is off the screen is not laid out.
    frame.wait_for_function("!document.querySelector('.moving')")
    # A window of half the size is a window of 1280 × 720 at 200 %.
    for width, height in ((320, 640), (640, 360), (375, 812)):
        page.page.set_viewport_size({"width": width, "height": height})
        frame.evaluate(PAINTED)
        assert sideways(frame) == [], width
    page.page.set_viewport_size({"width": 320, "height": 640})
    frame.locator("button[name=many]").evaluate("(button) => button.click()")
    expect(frame.locator("#histogram canvas").first).to_be_attached()
    frame.locator(".costs summary").evaluate("(summary) => summary.click()")
    frame.evaluate(PAINTED)
    assert sideways(frame) == []


def sideways(frame: Frame) -> list[str]:
    found: list[str] = frame.evaluate(BEYOND.replace("|| low", ""))
    return found


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_a_slide_fits_its_screen_at_every_prompt_and_length(
    width: int, height: int, file: Host, opened: Opener
) -> None:
    page = opened(
        file, "dice=7", "slide",
        viewport={"width": width, "height": height}, reduced_motion="reduce",
    )  # fmt: skip
    frame = page.frame
    for prompt in prompts():
        for draft, k in (("weak", 16), ("aligned", 16), ("aligned", 4), ("weak", 1)):
            frame.evaluate("(it) => specviz.set(it)", {"prompt": prompt, "draft": draft, "k": k})
            frame.evaluate(TO_THE_END)
            frame.evaluate("specviz.set({ a: 0.66 })")
            frame.evaluate(PAINTED)
            assert frame.evaluate(BEYOND) == [], (prompt, draft, k)
            frame.evaluate("specviz.set({ draft: 'aligned', a: 0.8 })")


def test_figures_say_their_outcome_in_words(shared: Opened) -> None:
    frame, run = shared.frame, run_of(Setting(0.8, 4, prompts()[0]))
    frame.locator('[name=speed][value="8"]').check()
    clock = 0.0
    for count, each in enumerate(run[:4], start=1):
        frame.locator("button[name=step]").click()
        expect(race(frame)).to_have_attribute("data-pass", str(count))
        expect(race(frame)).to_have_attribute("data-playing", "false")
        label = frame.locator("#microscope").get_attribute("aria-label") or ""
        for outcome in ("accepted", "rejected", "discarded"):
            assert label.count(f" {outcome}") == each.outcomes.count(outcome)
        assert each.own in label
        clock = each.ends
        lanes = frame.locator("#lanes").get_attribute("aria-label") or ""
        assert f"speculative decoding {each.first + each.emitted}" in lanes
        assert rounded(clock).rstrip("0").rstrip(".") in lanes
    frame.locator("button[name=many]").click()
    histogram = frame.locator("#histogram[aria-label*='±']")
    expect(histogram).to_have_attribute("role", "img")
    for name in ("microscope", "lanes"):
        expect(frame.locator(f"#{name}")).to_have_attribute("role", "img")


def test_results_are_announced_when_a_control_is_let_go_and_not_before(shared: Opened) -> None:
    frame, mouse = shared.frame, shared.page.mouse
    said = frame.locator("#announcement")
    expect(said).to_have_attribute("aria-live", "polite")
    box = frame.locator("input[name=a]").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    mouse.move(box["x"] + 11 + 0.8 * (box["width"] - 22), middle)
    mouse.down()
    mouse.move(box["x"] + box["width"] / 2, middle, steps=6)
    a = float(frame.locator("input[name=a]").input_value())
    assert a != 0.8
    expect(said).to_be_empty()
    mouse.up()
    expect(said).to_contain_text(rounded(expected_tokens(a, 4)))
    expect(said).to_contain_text(rounded(net_speedup(a, 4)))
    expect(frame.locator("#race-result")).to_have_attribute("role", "status")
    expect(frame.locator("#notice")).to_have_attribute("role", "alert")


def test_paper_carries_the_text_the_formula_and_the_table(file: Host, opened: Opener) -> None:
    page = opened(file, "dice=7", reduced_motion="reduce")
    page.frame.evaluate(TO_THE_END)
    page.page.emulate_media(media="print")
    says_it_all(page.page)
    expect(page.frame.locator("#speculative-text")).to_be_visible()
    for name in ("play", "step", "replay"):
        expect(page.frame.locator(f"button[name={name}]")).to_be_hidden()


@only("served", "file")
def test_without_javascript_the_page_reads(host: Host, opened: Opener) -> None:
    page = opened(host, until=None, java_script_enabled=False)
    says_it_all(page.page)
    expect(page.frame.locator(".still")).to_be_visible()


def says_it_all(page: Page) -> None:
    main = page.locator("main")
    for text in ("0.328", "3.36", "2.40×", "4.10", "2.93×", "verify pass", "draft"):
        expect(main).to_contain_text(text)
    for place in (
        "h1",
        ".worked math >> nth=0",
        "#settings",
        "output[name=E]",
        ".prose p >> nth=0",
    ):
        expect(page.locator(place)).to_be_visible()
