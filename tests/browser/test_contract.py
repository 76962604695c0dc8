"""What course pages, slides and scripts may rely on, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Frame, Page, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import PATIENCE, Framed, Host, Opened, only

from specviz.model import REFERENCE, SpeculativeDecoding
from specviz.theory.readings import texts, values

CONTROLS = {"a": ("0", "1", "0.01"), "k": ("1", "16", "1"), "c": ("0", "1", "0.01")}
BUTTONS = ("play", "step", "back", "replay", "dice", "many")

HEARD = """() => {
  window.heard = []
  window.hearing ??= document.addEventListener("specviz:change", ({ detail }) =>
    window.heard.push(detail)) ?? true
}"""


def test_a_page_goes_from_loading_to_numbers_to_ready(host: Host, opened: Opener) -> None:
    loading = opened(host, until=None, java_script_enabled=False)
    expect(loading.frame.locator("html")).to_have_attribute("data-specviz", "loading")
    expect(opened(host).frame.locator("html")).to_have_attribute("data-specviz", "ready")


@pytest.mark.parametrize("view", ["page", "widget", "slide"])
def test_every_view_has_the_controls_numbers_table_and_race(
    view: Any, file: Host, opened: Opener
) -> None:
    frame = opened(file, view=view, until="numbers").frame
    for name, (least, most, step) in CONTROLS.items():
        slider = frame.locator(f"input[type=range][name={name}]")
        for attribute, value in {"min": least, "max": most, "step": step}.items():
            expect(slider).to_have_attribute(attribute, value)
    for draft in ("aligned", "weak"):
        expect(frame.locator(f"input[type=radio][name=draft][value={draft}]")).to_have_count(1)
    for name in BUTTONS:
        expect(frame.locator(f"button[name={name}]")).to_have_count(1)
    for name in ("power", "E", "speedup"):
        expect(frame.locator(f"output[name={name}]")).to_have_count(1)
    for row in ["tr.live", *(f'tr[data-a="{a}"][data-k="{k}"]' for a, k in REFERENCE)]:
        for column in ("power", "E", "speedup"):
            cell = frame.locator(f"table#settings {row} td[data-col={column}]")
            expect(cell).to_have_count(1)
    expect(frame.locator("table#settings tr[data-a][data-k]")).to_have_count(len(REFERENCE))
    for name in ("run", "a", "k", "pass", "passes", "playing"):
        assert frame.locator("#race").get_attribute(f"data-{name}") is not None
    for name in ("plain-text", "speculative-text", "race-result"):
        expect(frame.locator(f"#{name}")).to_have_count(1)


def test_outputs_carry_rounded_text_and_full_precision(shared: Opened) -> None:
    for a, k, c in ((0.37, 7, 0.3), (0.0, 1, 0.0), (1.0, 16, 0.05)):
        shared.frame.evaluate("(it) => specviz.set(it)", {"a": a, "k": k, "c": c})
        number = values(a, k, c, 1.0)
        for name in ("power", "E", "speedup"):
            output = shared.frame.locator(f"output[name={name}]")
            expect(output).to_have_text(texts(number)[name])
            assert float(output.get_attribute("data-value") or "") == number[name]


def test_a_script_gets_and_sets_the_settings(shared: Opened) -> None:
    frame = shared.frame
    assert frame.evaluate("specviz.get()") == {
        "a": 0.8,
        "k": 4,
        "draft": "aligned",
        "c": 0.1,
        "v": 1,
    }
    frame.evaluate("specviz.set({ a: 0.37, k: 7, c: 0.3 })")
    assert frame.evaluate("specviz.get()").items() >= {"a": 0.37, "k": 7, "c": 0.3}.items()
    for name, value in {"a": "0.37", "k": "7", "c": "0.3"}.items():
        expect(frame.locator(f"input[name={name}]")).to_have_value(value)
    frame.evaluate('specviz.set({ draft: "weak" })')
    assert frame.evaluate("specviz.get()").items() >= {"draft": "weak", "a": 0.5}.items()
    frame.evaluate('specviz.set({ draft: "aligned", a: 0.66 })')
    assert frame.evaluate("specviz.get()").items() >= {"draft": "aligned", "a": 0.66}.items()


def test_what_a_script_got_is_its_own(shared: Opened) -> None:
    shared.frame.evaluate("Object.assign(specviz.get(), { a: 0.1 }).a")
    assert shared.frame.evaluate("specviz.get().a") == 0.8


def test_a_script_plays_pauses_steps_and_replays(shared: Opened) -> None:
    frame, race = shared.frame, shared.frame.locator("#race")
    run = int(race.get_attribute("data-run") or "")
    frame.evaluate("specviz.play()")
    expect(race).to_have_attribute("data-playing", "true")
    expect(race).to_have_attribute("data-pass", "1")
    frame.evaluate("specviz.pause()")
    expect(race).to_have_attribute("data-playing", "false")
    for _ in range(3):
        frame.evaluate("specviz.step()")
    expect(race).to_have_attribute("data-pass", "3")
    expect(race).to_have_attribute("data-run", str(run))
    frame.evaluate("specviz.replay()")
    expect(race).to_have_attribute("data-run", str(run + 1))
    expect(race).to_have_attribute("data-playing", "true")


def test_every_change_is_told_once_with_its_numbers(shared: Opened) -> None:
    frame = shared.frame
    frame.evaluate(HEARD)
    frame.locator("input[name=a]").fill("0.37")
    frame.evaluate("specviz.set({ k: 7, c: 0.3 })")
    frame.evaluate('specviz.set({ draft: "weak" })')
    frame.evaluate("specviz.set({ k: 7 })")
    frame.evaluate("specviz.set({ k: 70 })")
    wanted = [(0.37, 4, "aligned", 0.1), (0.37, 7, "aligned", 0.3), (0.5, 7, "weak", 0.3)]
    heard = frame.evaluate("window.heard")
    assert len(heard) == len(wanted)
    for detail, (a, k, draft, c) in zip(heard, wanted, strict=True):
        assert detail.items() >= change(a, k, draft, c).items()


def change(a: float, k: int, draft: str, c: float) -> dict[str, Any]:
    number = values(a, k, c, 1.0)
    return {"a": a, "k": k, "draft": draft, "c": c, "E": number["E"], "speedup": number["speedup"]}


def test_the_science_can_be_imported_in_the_page(shared: Opened) -> None:
    E, speedup, accepted = shared.frame.evaluate(
        """async () => {
          const [theory, passes] = await Promise.all(
            [import("specviz/theory"), import("specviz/passes")])
          return [theory.expectedTokens(0.37, 7), theory.netSpeedup(0.37, 7),
            passes.acceptedPerPass([0.1, 0.9, 0.2, 0.3], 0.5, 2)]
        }"""
    )
    model = SpeculativeDecoding(a=0.37, k=7)
    assert (E, speedup) == (model.expected_tokens, model.speedup)
    assert accepted == [1, 2]


def test_nothing_else_of_ours_is_global(file: Host, opened: Opener) -> None:
    names = opened(file).frame.evaluate(
        """() => {
          const empty = document.createElement("iframe")
          document.body.append(empty)
          const known = new Set(Object.getOwnPropertyNames(empty.contentWindow))
          empty.remove()
          // Elements with an id, and frames, are there by the platform's own rule.
          return Object.getOwnPropertyNames(window)
            .filter((name) => !known.has(name) && !document.getElementById(name))
        }"""
    )
    bokeh = {"Bokeh", "bokehjs", "sprintf", "vsprintf"}
    assert {name for name in names if not name.isdigit()} - bokeh == {"specviz"}


def test_the_address_sets_everything_and_names_a_run(host: Host, opened: Opener) -> None:
    frame = opened(host, "a=0.9&k=3&draft=weak&c=0.2&dice=7").frame
    assert frame.evaluate("specviz.get()").items() >= change_without_numbers().items()
    expect(frame.locator("[data-show=dice]")).to_have_text("7")
    expect(frame.locator("input[name=draft][value=weak]")).to_be_checked()
    race = frame.locator("#race")
    for name, value in {"run": "1", "a": "0.9", "k": "3"}.items():
        expect(race).to_have_attribute(f"data-{name}", value)
    expect(frame.locator("#notice")).to_be_hidden()


def change_without_numbers() -> dict[str, Any]:
    return {"a": 0.9, "k": 3, "draft": "weak", "c": 0.2}


def test_a_draft_in_the_address_brings_its_a(host: Host, opened: Opener) -> None:
    frame = opened(host, "draft=weak", "widget", until="numbers").frame
    assert frame.evaluate("specviz.get()").items() >= {"draft": "weak", "a": 0.5}.items()


@only("framed")
def test_the_parent_hears_of_every_change_and_of_the_height(shared: Opened) -> None:
    shared.page.evaluate("() => { window.messages.length = 0 }")
    shared.frame.locator("input[name=a]").fill("0.37")
    wanted = {"type": "specviz:change", **change(0.37, 4, "aligned", 0.1)}
    shared.page.wait_for_function("messages.some(({ type }) => type === 'specviz:change')")
    assert shared.page.evaluate("messages[0]").items() >= wanted.items()
    shared.frame.locator("button[name=many]").click()
    shared.page.wait_for_function("messages.some(({ type }) => type === 'specviz:height')")
    shared.page.wait_for_function(
        f"messages.findLast(({{ type }}) => type === 'specviz:height').height === {height(shared)}"
    )


def height(page: Opened) -> int:
    return int(
        page.frame.evaluate("Math.ceil(document.documentElement.getBoundingClientRect().height)")
    )


@only("framed")
def test_the_parent_sets_what_it_likes(shared: Opened) -> None:
    run = int(shared.frame.locator("#race").get_attribute("data-run") or "")
    shared.page.evaluate(
        "frames[0].postMessage({ type: 'specviz:set', a: 0.37, k: 7, draft: 'weak', c: 0.3 }, '*')"
    )
    expect(shared.frame.locator("#race")).to_have_attribute("data-run", str(run + 1))
    wanted = {"a": 0.37, "k": 7, "draft": "weak", "c": 0.3}
    assert shared.frame.evaluate("specviz.get()").items() >= wanted.items()


@only("framed")
def test_any_other_message_is_passed_over(shared: Opened) -> None:
    frame, before = shared.frame, shared.frame.evaluate("specviz.get()")
    shared.page.evaluate(
        """() => {
          const others = [null, undefined, 5, "specviz:set", "{", ["specviz:set"], {},
            { type: "specviz:get", a: 0.1 }, { type: ["specviz:set"], a: 0.1 },
            { type: "SPECVIZ:SET", a: 0.1 }, { type: null, a: 0.1 }, { a: 0.1 },
            new Map([["type", "specviz:set"], ["a", 0.1]]), new ArrayBuffer(8)]
          for (const other of others) frames[0].postMessage(other, "*")
        }"""
    )
    # Not from the parent: from the page itself, and from a frame beside it.
    frame.evaluate("postMessage({ type: 'specviz:set', a: 0.2 }, '*')")
    shared.page.evaluate(
        """() => {
          const other = document.createElement("iframe")
          other.srcdoc = `<script>parent.frames[0].postMessage(
            { type: "specviz:set", a: 0.3 }, "*")</${"script"}>`
          document.body.append(other)
          return new Promise((resolve) => { other.onload = resolve }).then(() => other.remove())
        }"""
    )
    # What is sent last arrives last.
    shared.page.evaluate("frames[0].postMessage({ type: 'specviz:set', c: 0.77 }, '*')")
    expect(frame.locator("input[name=c]")).to_have_value("0.77")
    assert frame.evaluate("specviz.get()") == before | {"c": 0.77}
    expect(frame.locator("#notice")).to_be_hidden()


@only("served", "file")
def test_a_page_that_is_in_no_frame_takes_no_message(shared: Opened) -> None:
    before = shared.frame.evaluate("specviz.get()")
    shared.frame.evaluate(
        """() => new Promise((resolve) => {
          addEventListener("message", resolve, { once: true })
          postMessage({ type: "specviz:set", a: 0.2 }, "*")
        }).then(() => true)"""
    )
    assert shared.frame.evaluate("specviz.get()") == before


SERIOUS = ("warning", "error", "assert")

TWO = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>Two of them</title>
<script>
  window.messages = []
  addEventListener("message", ({ source, data }) =>
    messages.push([source === frames[0] ? 0 : 1, data.type, data.a]))
</script>
<iframe name="one" title="One" src="ADDRESS?a=0.1" width="900" height="900"></iframe>
<iframe name="two" title="Two" src="ADDRESS?a=0.2" width="900" height="900"></iframe>
"""


@pytest.fixture
def two(browser: Browser, framed: Framed) -> Iterator[tuple[Page, Frame, Frame]]:
    """A course page with two frames."""
    address = framed.exports("widget", "inline").relative_to(framed.folder)
    (framed.folder / "two.html").write_text(TWO.replace("ADDRESS", str(address)), "utf-8")
    with browser.new_context() as context:
        page, said = context.new_page(), list[str]()

        def note(message: ConsoleMessage) -> None:
            if message.type in SERIOUS:
                said.append(message.text)

        page.on("console", note)
        page.on("pageerror", lambda error: said.append(error.message))
        page.goto(f"http://127.0.0.1:{framed.port}/two.html")
        frames = [page.frame(name="one"), page.frame(name="two")]
        one, two = frames
        assert one is not None
        assert two is not None
        for frame in (one, two):
            expect(frame.locator("html[data-specviz=ready]")).to_have_count(
                1, timeout=PATIENCE * 1000
            )
        yield page, one, two
    assert said == []


def test_two_frames_in_one_page_leave_each_other_alone(two: tuple[Page, Frame, Frame]) -> None:
    page, one, other = two
    expect(one.locator("input[name=a]")).to_have_value("0.1")
    expect(other.locator("input[name=a]")).to_have_value("0.2")
    run = other.locator("#race").get_attribute("data-run") or ""
    page.evaluate("() => { messages.length = 0 }")
    page.evaluate("frames[0].postMessage({ type: 'specviz:set', a: 0.37, k: 7 }, '*')")
    expect(one.locator("input[name=k]")).to_have_value("7")
    other.locator("input[name=a]").fill("0.66")
    page.wait_for_function("messages.some(([from]) => from === 1)")
    told = page.evaluate("messages.filter(([, type]) => type === 'specviz:change')")
    assert told == [[0, "specviz:change", 0.37], [1, "specviz:change", 0.66]]
    expect(one.locator("input[name=a]")).to_have_value("0.37")
    expect(other.locator("input[name=k]")).to_have_value("4")
    expect(other.locator("#race")).to_have_attribute("data-run", run)
