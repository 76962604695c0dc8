"""What the page promises, in every engine."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.hosts import serving, static_server
from tests.engines.engine import Engine
from tests.engines.page import LISTENER, Colour, Page, opened

from specviz.recording import recording
from specviz.theory.dice import dice
from specviz.theory.passes import Pass, independent, run
from specviz.theory.readings import texts, values

LENGTH = 32
"""Tokens that the race writes at least."""

SEEN = 8
"""Pixels of a colour that are no accident of smoothing."""

THUMB, THICK = 22, 4
"""Pixels across the thumb of a slider, and across its line."""

COURSE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>A course</title>
<script>
  window.messages = []
  addEventListener("message", ({ data }) => messages.push(data))
</script>
"""


def passes(a: float, k: int, seed: int) -> list[Pass]:
    """The run of these settings, as Python plays it."""
    return run(independent(dice(seed, LENGTH + k), a, k), k, LENGTH)


def outcomes(played: list[Pass]) -> list[str]:
    """What became of each token of the text."""
    return [outcome for each in played for outcome in [*["accepted"] * each.accepted, each.own]]


def ended(page: Page) -> None:
    """Wait until the race has played to its end."""
    page.wait("document.querySelector('#race-result').textContent !== ''")
    page.wait("document.querySelector('#race').dataset.playing === 'false'")


def fast(page: Page) -> None:
    page.click('label:has(input[name="speed"][value="8"])')
    assert page.engine.evaluate("() => document.querySelector('[name=speed]:checked').value") == "8"


def shown(page: Page) -> dict[str, str]:
    """The numbers at the top of the page."""
    return {name: page.text(f'output[name="{name}"]') for name in ("power", "E", "speedup")}


def expected(page: Page) -> dict[str, str]:
    """The same, as Python prints them for the page's settings."""
    a, k, c, v = (page.setting(name) for name in ("a", "k", "c", "v"))
    said = texts(values(a, int(k), c, v))
    return {name: said[name] for name in ("power", "E", "speedup")}


def test_an_export_is_ready_from_a_file_and_asks_for_nothing(engine: Engine, export: Path) -> None:
    page = opened(engine, f"{export.as_uri()}?a=0.9&k=2")
    assert shown(page) == {"power": "0.729", "E": "2.71", "speedup": "2.26×"}
    assert engine.requests() == []
    assert engine.heard() == []


def test_an_export_has_nothing_to_complain_of(engine: Engine, export: Path, tmp_path: Path) -> None:
    listening = tmp_path / "page.html"
    listening.write_text(
        export.read_text("utf-8").replace("<head>", f"<head>{LISTENER}", 1), "utf-8"
    )
    page = opened(engine, listening.as_uri())
    fast(page)
    page.press("#k", "ArrowRight")
    ended(page)
    page.click('button[name="many"]')
    page.wait("document.querySelector('#many-result').textContent !== ''")
    assert engine.evaluate("() => window.heard") == []


def test_a_drag_of_a_changes_the_numbers_and_leaves_the_run(engine: Engine, export: Path) -> None:
    page = opened(engine, export.as_uri())
    before = page.fact("run")
    page.slide("#a", 0.8, 0.6, 0.4, 0.3)
    assert 0.2 < page.setting("a") < 0.4
    assert shown(page) == expected(page)
    assert (page.fact("run"), page.fact("a")) == (before, "0.8")
    page.wait("!document.querySelector('#stale').hidden")
    page.click('button[name="replay-now"]')
    page.wait("document.querySelector('#race').dataset.run === given", str(int(before) + 1))
    assert float(page.fact("a")) == page.setting("a")


def test_the_arrow_keys_move_a_by_its_step(engine: Engine, export: Path) -> None:
    page = opened(engine, export.as_uri())
    page.press("#a", "ArrowRight", "ArrowRight", "ArrowLeft")
    assert page.setting("a") == 0.81
    assert shown(page) == expected(page)
    page.press("#a", "End")
    assert page.text('output[name="E"]') == "5.00"


def test_another_k_starts_another_run(engine: Engine, export: Path) -> None:
    page = opened(engine, export.as_uri())
    before = int(page.fact("run"))
    page.press("#k", "ArrowRight")
    assert (int(page.fact("run")), page.fact("k")) == (before + 1, "5")
    assert shown(page) == expected(page)


def test_another_draft_starts_another_run_and_brings_its_a(engine: Engine, export: Path) -> None:
    page = opened(engine, export.as_uri())
    before = int(page.fact("run"))
    page.click('label:has(input[name="draft"][value="weak"])')
    assert (int(page.fact("run")), page.fact("a")) == (before + 1, "0.5")
    assert (page.setting("a"), page.text('output[name="E"]')) == (0.5, "1.94")


@pytest.mark.parametrize(("a", "k", "seed"), [(0.8, 4, 7), (0.5, 3, 11), (1.0, 16, 1)])
def test_a_race_ends_with_identical_texts_and_the_outcomes_that_python_knows(
    engine: Engine, export: Path, a: float, k: int, seed: int
) -> None:
    page = opened(engine, f"{export.as_uri()}?a={a}&k={k}&dice={seed}")
    fast(page)
    ended(page)
    played = passes(a, k, seed)
    assert (page.fact("pass"), page.fact("passes")) == (str(len(played)), str(len(played)))
    classes = (
        "() => [...document.querySelectorAll('#speculative-text > *')].map((e) => e.className)"
    )
    assert engine.evaluate(classes) == outcomes(played)
    tokens = len(outcomes(played))
    words = recording().words(recording().prompts[0].target[:tokens])
    assert page.text("#plain-text") == page.text("#speculative-text") == "".join(words)
    assert page.text("#same") == f"{tokens} of {tokens} tokens identical ✓"


def test_a_race_goes_pass_by_pass_on_and_back(engine: Engine, export: Path) -> None:
    page = opened(engine, f"{export.as_uri()}?dice=7")
    fast(page)
    ended(page)
    last = int(page.fact("passes"))
    page.click('button[name="back"]')
    assert page.fact("playing") == "false"
    page.click('button[name="back"]')
    assert int(page.fact("pass")) == last - 1
    page.click('button[name="step"]')
    page.wait("document.querySelector('#race').dataset.pass === given", str(last))
    page.wait("document.querySelector('#race').dataset.playing === 'false'")
    page.press("#race", "ArrowLeft")
    assert int(page.fact("pass")) == last - 1


def rgb(colour: str) -> Colour:
    red, green, blue = (int(part) for part in re.findall(r"\d+", colour)[:3])
    return red, green, blue


def test_the_verdict_stands_below_the_whole_text(engine: Engine, export: Path) -> None:
    page = opened(engine, export.as_uri())
    fast(page)
    ended(page)
    bottoms = """() => [...document.querySelectorAll("#speculative-text > *")].map(
      (word) => word.getBoundingClientRect().bottom)"""
    lowest = max(engine.evaluate(bottoms))
    top = engine.evaluate("() => document.querySelector('#same').getBoundingClientRect().top")
    assert top >= lowest


def test_figures_and_text_are_drawn_in_the_colours_of_the_outcomes(
    engine: Engine, export: Path
) -> None:
    page = opened(engine, export.as_uri())
    fast(page)
    ended(page)
    palette = engine.evaluate(
        """async () => (await import("specviz/theme")).palette(document.documentElement)"""
    )

    def missing(selector: str, *names: str) -> list[str]:
        colours = page.colours(selector)
        return [name for name in names if colours[rgb(palette[name])] < SEEN]

    assert missing("#lanes", "plain", "drafting", "target") == []
    assert missing("#speculative-text", "accepted", "corrected", "bonus") == []
    # Back to the first pass, which has something of everything but a bonus.
    for _ in range(int(page.fact("passes"))):
        page.click('button[name="back"]')
    page.wait("document.querySelector('#race').dataset.pass === '1'")
    assert missing("#microscope", "accepted", "rejected", "corrected") == []


def test_the_curve_is_painted_and_follows_a(engine: Engine, export: Path) -> None:
    page = opened(engine, export.as_uri())
    target, ink = engine.evaluate(
        """async () => {
          const { palette } = await import("specviz/theme")
          specviz.pause()
          document.querySelector("#curve").scrollIntoView({ block: "center" })
          const { target, ink } = palette(document.documentElement)
          return [target, ink]
        }"""
    )
    page.wait("document.querySelector('#curve .bk-Plot')")

    def painted(a: float) -> Counter[Colour]:
        engine.evaluate(
            """async (a) => {
              document.querySelector("#curve").scrollIntoView({ block: "center" })
              specviz.set({ a })
              for (const _ of "12") await new Promise(requestAnimationFrame)
            }""",
            a,
        )
        return page.colours("#curve")

    low, high = painted(0.1), painted(0.9)
    for colours in (low, high):
        assert colours[rgb(target)] > 16 * SEEN
        assert colours[rgb(ink)] > SEEN
    assert low != high


def test_the_line_of_a_slider_is_filled_as_far_as_its_thumb(engine: Engine, export: Path) -> None:
    page = opened(engine, export.as_uri())
    engine.evaluate("() => { specviz.pause() }")
    filled, empty = engine.evaluate(
        """async () => {
          const { colour } = await import("specviz/theme")
          return ["action", "edge"].map((name) => colour(document.documentElement, name))
        }"""
    )

    def line(a: float) -> tuple[int, int]:
        engine.evaluate(
            """async (a) => {
              specviz.set({ a })
              for (const _ of "12") await new Promise(requestAnimationFrame)
            }""",
            a,
        )
        colours = page.colours("input[name=a]")
        return colours[rgb(filled)], colours[rgb(empty)]

    (little, much_left), (much, little_left) = line(0.1), line(0.9)
    _, _, width, _ = page.place("input[name=a]")
    moved = 0.8 * (width - THUMB) * THICK
    assert much - little == pytest.approx(moved, rel=0.05)
    assert much_left - little_left == pytest.approx(moved, rel=0.05)


def test_a_served_page_and_python_follow_each_other(engine: Engine, replying: str) -> None:
    page = opened(engine, replying)
    page.slide("#a", 0.8, 0.6, 0.3)
    page.wait("Math.abs(window.specviz.get().c - (1 - window.specviz.get().a)) < 1e-6")
    assert page.setting("c") > 0.5
    assert shown(page) == expected(page)
    assert engine.heard() == []


@pytest.fixture(scope="session")
def replying() -> Iterator[str]:
    with serving(Path(__file__).with_name("replying.py")) as server:
        yield server.address


def embedding(address: str) -> str:
    """What `specviz embed` has a teacher paste."""
    command = [sys.executable, "-m", "specviz", "embed", address, "--height", "200"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("frame_host", ["127.0.0.1", "localhost"])
def test_a_framed_page_has_the_height_that_it_tells_and_listens_to_its_frame(
    engine: Engine, export: Path, tmp_path: Path, frame_host: str
) -> None:
    (tmp_path / "page.html").write_bytes(export.read_bytes())
    course = tmp_path / "course.html"
    with static_server(tmp_path) as port:
        course.write_text(COURSE + embedding(f"http://{frame_host}:{port}/page.html"), "utf-8")
        engine.open(f"http://127.0.0.1:{port}/{course.name}")
        page = Page(engine)
        page.wait("messages.some(({ type }) => type === 'specviz:height')")
        page.wait(
            """document.querySelector("iframe").getBoundingClientRect().height ===
              messages.findLast(({ type }) => type === "specviz:height").height"""
        )
        assert page.place("iframe")[3] > 700
        engine.evaluate(
            """() => document.querySelector("iframe").contentWindow
              .postMessage({ type: "specviz:set", a: 0.9, k: 2 }, "*")"""
        )
        page.wait("messages.some(({ type, k }) => type === 'specviz:change' && k === 2)")
        told = engine.evaluate("() => messages.findLast(({ k }) => k === 2)")
    assert (told["a"], told["E"]) == (0.9, values(0.9, 2, 0.1, 1.0)["E"])
