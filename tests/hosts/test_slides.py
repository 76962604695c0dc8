"""The slide view in a real reveal.js deck, from the disk and without a network."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Frame, Page, expect
from tests.browser.hosts import Exports

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "assets" / "slides"
REVEAL = "reveal.js@6.0.2"
PATIENCE = 60_000

SMALL, MAIN = 16, 18
"""CSS pixels on a screen of 1280 × 720: what the back row reads, and what it reads at ease."""

TEXTS = """() => {
  const found = []
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement: element, textContent } = walker.currentNode
    const seen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    if (!seen || !textContent.trim() || element.closest("option, .unseen")) continue
    found.push([textContent.trim(), Number.parseFloat(getComputedStyle(element).fontSize)])
  }
  return found
}"""

LABELS = """() => Bokeh.documents.flatMap((drawn) => [...drawn.all_models].flatMap((model) => {
  const { text = [], size = [] } = model.data instanceof Map ? Object.fromEntries(model.data)
    : (model.data ?? {})
  const axes = ["major_label", "axis_label"].filter((part) => model[`${part}_text_font_size`])
  return [
    ...[...text].map((word, i) => [word, Number.parseFloat(size[i])]),
    ...axes.map((part) => [part, Number.parseFloat(model[`${part}_text_font_size`])]),
  ]
}))"""


@pytest.fixture(scope="session")
def reveal() -> Path:
    """The folder of modules with the real package in it; fetched once a checkout."""
    folder = ROOT / ".cache" / "reveal"
    if not (folder / "node_modules" / "reveal.js" / "dist" / "reveal.js").exists():
        npm = shutil.which("npm")
        assert npm, "npm fetches reveal.js, and there is none: install Node.js"
        folder.mkdir(parents=True, exist_ok=True)
        command = [
            npm,
            "install",
            "--silent",
            "--no-audit",
            "--no-fund",
            "--prefix",
            str(folder),
            REVEAL,
        ]
        subprocess.run(command, check=True, timeout=300)
    return folder / "node_modules"


@pytest.fixture(scope="session")
def stick(reveal: Path, exports: Exports, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example as its README has it made."""
    folder = tmp_path_factory.mktemp("stick")
    for name in ("deck.html", "clicker.js"):
        shutil.copy(EXAMPLE / name, folder)
    shutil.copytree(reveal / "reveal.js" / "dist", folder / "node_modules" / "reveal.js" / "dist")
    shutil.copy(exports("slide", "inline"), folder / "slide.html")
    return folder


@pytest.fixture
def deck(stick: Path, browser: Browser) -> Iterator[Page]:
    """The deck at its first slide; motion is reduced, so that a step is over at once."""
    with browser.new_context(
        viewport={"width": 1280, "height": 720}, offline=True, reduced_motion="reduce"
    ) as context:
        page = context.new_page()
        said: list[str] = []
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on(
            "console",
            lambda line: said.append(line.text) if line.type in {"warning", "error"} else None,
        )
        page.goto((stick / "deck.html").as_uri())
        page.wait_for_selector(".reveal.ready")
        yield page
    assert said == []


def shown(deck: Page, number: int) -> Frame:
    """The race on slide `number`, once it is ready and the deck there."""
    deck.evaluate("(number) => Reveal.slide(number)", number)
    found = ".present iframe[src]" if number == 1 else ".backgrounds .present iframe[src]"
    handle = deck.wait_for_selector(found)
    assert handle is not None
    frame = handle.content_frame()
    assert frame is not None
    ready = frame.locator("html[data-specviz=ready]")
    expect(ready).to_be_attached(timeout=PATIENCE)
    return frame


def at(deck: Page, number: int) -> None:
    deck.wait_for_function("(number) => Reveal.getIndices().h === number", arg=number)


def at_pass(frame: Frame, number: int) -> None:
    expect(frame.locator("#race")).to_have_attribute("data-pass", str(number))


def passes(frame: Frame) -> int:
    return int(frame.locator("#race").get_attribute("data-passes") or 0)


def focus(deck: Page, frame: Frame, where: str) -> None:
    if where == "frame":
        frame.locator("#race").click(position={"x": 5, "y": 5})
    else:
        deck.evaluate("document.activeElement.blur(); window.focus()")


@pytest.mark.parametrize("where", ["deck", "frame"])
@pytest.mark.parametrize("number", [1, 3], ids=["a frame", "a background"])
@pytest.mark.parametrize("key", ["PageDown", "ArrowRight"])
def test_a_clicker_steps_through_the_passes_and_then_the_deck_goes_on(
    deck: Page, number: int, key: str, where: str
) -> None:
    frame = shown(deck, number)
    focus(deck, frame, where)
    # Reduced motion shows the first pass from the start.
    for step in range(2, passes(frame) + 1):
        deck.keyboard.press(key)
        at_pass(frame, step)
    deck.keyboard.press(key)  # plain decoding runs to its end
    expect(frame.locator("#race-result")).not_to_be_empty()
    at(deck, number)
    deck.keyboard.press(key)
    at(deck, number + 1)


@pytest.mark.parametrize("where", ["deck", "frame"])
@pytest.mark.parametrize("key", ["PageUp", "ArrowLeft"])
def test_a_clicker_steps_back_to_the_beginning_and_then_to_the_slide_before(
    deck: Page, key: str, where: str
) -> None:
    frame = shown(deck, 1)
    focus(deck, frame, where)
    deck.keyboard.press("PageDown")
    at_pass(frame, 2)
    deck.keyboard.press(key)
    at_pass(frame, 1)
    at(deck, 1)
    deck.keyboard.press(key)
    deck.keyboard.press(key)
    at(deck, 0)


def test_a_clicker_moves_the_race_and_not_the_slider_that_the_mouse_has_moved(deck: Page) -> None:
    frame = shown(deck, 1)
    slider = frame.locator("input[name=k]")
    slider.click()
    value = slider.input_value()
    expect(slider).not_to_be_focused()
    deck.keyboard.press("PageDown")
    at_pass(frame, 2)
    assert slider.input_value() == value


def test_a_frame_that_never_arrived_does_not_hold_up_the_talk(
    stick: Path, tmp_path: Path, browser: Browser
) -> None:
    broken = shutil.copytree(stick, tmp_path / "broken")
    (broken / "slide.html").unlink()
    with browser.new_context(offline=True) as context:
        page = context.new_page()
        page.goto((broken / "deck.html").as_uri())
        page.wait_for_selector(".reveal.ready")
        for number in range(1, 5):
            page.keyboard.press("PageDown")
            at(page, number)


def test_a_slide_in_a_deck_waits_for_the_presenter(stick: Path, browser: Browser) -> None:
    with browser.new_context(offline=True) as context:
        page = context.new_page()
        page.goto((stick / "deck.html").as_uri())
        page.wait_for_selector(".reveal.ready")
        race = shown(page, 1).locator("#race")
        expect(race).to_have_attribute("data-run", "1")
        expect(race).to_have_attribute("data-playing", "false")
        page.keyboard.press("PageDown")
        expect(race).to_have_attribute("data-playing", "true")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_the_back_row_can_read_a_slide(
    width: int, height: int, exports: Exports, browser: Browser
) -> None:
    with browser.new_context(
        viewport={"width": width, "height": height}, offline=True, reduced_motion="reduce"
    ) as context:
        page = context.new_page()
        page.goto(exports("slide", "inline").as_uri())
        expect(page.locator("html[data-specviz=ready]")).to_be_attached(timeout=PATIENCE)
        page.evaluate("() => { while (specviz.step()); }")
        page.locator("button[name=many]").click()
        page.wait_for_function("Bokeh.documents.length === 3")
        scale = height / 720
        texts = [*page.evaluate(TEXTS), *page.evaluate(LABELS)]
        assert len(texts) > 100
        assert [(word, size) for word, size in texts if size < SMALL * min(scale, 1.0)] == []
        page.locator("button[name=close-many]").click()
        for main in (".now", "#plain-text", "#speculative-text span", ".verdict", "output"):
            size = page.locator(main).first.evaluate("(it) => getComputedStyle(it).fontSize")
            assert float(size.removesuffix("px")) >= MAIN * scale, main
        room = page.evaluate("document.scrollingElement.scrollHeight")
        assert room <= height
        result = page.locator("#race-result").bounding_box()
        assert result is not None
        assert result["x"] + result["width"] <= width
        assert result["y"] + result["height"] <= height
