"""Where it pays: values, words and gestures of the curve, the map and the paper's table."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypedDict

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # ships no types
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import File, Host, Opened, only, opened_page

from specviz import theory

FACTS = Path(__file__).parents[2] / "facts"
RATES = np.arange(101) / 100
LENGTHS = np.arange(1, 17)
LEVELS = (0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32)
COSTS = [(0.1, 1.0), (0.0, 1.0), (0.02, 1.0), (0.5, 1.0), (1.0, 1.0), (0.7, 1.9), (0.1, 0.5)]
COSTS += [(0.0, 0.5), (0.3, 8.0)]

ADVICE = {
    (0.8, 4, 0.1, 1): "k = 4 gives 2.40×; best is k = 6 at 2.47×, 5 to 7 are within 2 %.",
    (0.8, 6, 0.1, 1): "k = 6 gives 2.47×, the best; 5 to 7 are within 2 %.",
    (0.3, 16, 0.1, 1): (
        "k = 16 gives 0.55×, slower than plain decoding; best is k = 1 at 1.18×, k "
        "= 2 is within 2 %."
    ),
    (0.05, 4, 0.1, 1): (
        "k = 4 gives 0.75×. No draft length gains: the draft costs more than it saves (a ≤ c)."
    ),
    (0.1, 1, 0.1, 1): (
        "k = 1 gives 1.00×. No draft length gains: the draft costs at least what it saves (a = c)."
    ),
    (0, 4, 0, 1): (
        "k = 4 gives 1.00×. No draft length gains or loses: every pass costs just what it saves."
    ),
    (1, 4, 1, 1): (
        "k = 4 gives 1.00×. No draft length gains or loses: every pass costs just what it saves."
    ),
    (1, 4, 0.5, 0.5): "k = 4 gives 2.00×, and so does every other draft length.",
    (1, 4, 0.1, 1): (
        "k = 4 gives 3.57×; best is k = 16 or beyond, with 6.54× at 16, no other k is within 2 % "
        "of k = 16."
    ),
    (1, 16, 0.1, 1): (
        "k = 16 gives 6.54×, the best up to k = 16; longer drafts would gain more; "
        "no other k is within 2 % of k = 16."
    ),
    (0.5, 4, 0, 1): (
        "k = 4 gives 1.94×. Drafting is free (c = 0), so the longer the better; 5 "
        "to 16 are within 2 % of k = 16."
    ),
    (0.99, 16, 0, 1): (
        "k = 16 gives 15.71×. Drafting is free (c = 0), so the longer the better; "
        "no other k is within 2 % of k = 16."
    ),
    (0.9, 4, 1, 2): (
        "k = 4 gives 0.68×. No draft length gains, whatever a is: even a perfect "
        "draft gives at most k + 1 tokens a pass, and a pass costs at least as many"
        " steps (v + k·c)."
    ),
    (0.8, 4, 0.7, 1.9): (
        "k = 4 gives 0.72×. No draft length gains at this a: even a perfect draft "
        "gives at most k + 1 tokens a pass, and a pass costs v + k·c steps. Some k "
        "gains once a is above 0.95."
    ),
    (0.5, 1, 0.5, 1): (
        "k = 1 gives 1.00×. No draft length gains: the draft costs at least what it saves (a = c)."
    ),
}
"""What is said at (a, k, c, v)."""

PAINTED = """([id, places]) => {
  const element = document.getElementById(id)
  const view = [...Bokeh.index.roots].find((each) => element.contains(each.el))
  const { x_scale, y_scale } = view.frame
  const { ctx, pixel_ratio } = view.canvas_view.overlays
  const { width, height } = ctx.canvas
  // A copy, since the browser warns where a canvas of the page is read more than once.
  const copy = new OffscreenCanvas(width, height).getContext("2d")
  copy.drawImage(ctx.canvas, 0, 0)
  const { data } = copy.getImageData(0, 0, width, height)
  return places.map(([x, y]) => {
    const [across, down] = [x_scale.compute(x), y_scale.compute(y)].map(
      (it) => Math.round(it * pixel_ratio))
    return [...data.slice(4 * (down * width + across)).slice(0, 3)]
  })
}"""

TARGET, INK, PAPER = [0x2B, 0x5C, 0x8F], [0x1D, 0x21, 0x27], [0xFD, 0xFC, 0xF9]
"""Red, green and blue, as specviz.css has them where it is light."""

SOURCES = """(name) => {
  const all = Bokeh.documents.flatMap((document) => [...document._all_models.values()])
  const { data } = all.find((model) => model.name === name && model.data !== undefined)
  return Object.fromEntries(Object.entries(data).map(([key, column]) => [key, [...column]]))
}"""


class Point(TypedDict):
    x: float
    y: float


def facts(name: str) -> list[dict[str, str]]:
    with (FACTS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def page(browser: Browser, file: File) -> Iterator[Page]:
    """One page for the tests that only ask its modules."""
    with opened_page(browser, file, file.address("page", "inline", "")) as opened:
        opened.wait_until("ready")
        yield opened.page


def ask(page: Page, module: str, body: str, given: object = None) -> Any:
    program = f"async (given) => {{ const it = await import('specviz/{module}'); {body} }}"
    return page.evaluate(program, given)


def test_the_map_s_cells_are_python_s_bit_for_bit(page: Page) -> None:
    there = ask(page, "pays/heatmap", "return given.map(([c, v]) => [...it.heat(c, v)])", COSTS)
    for (c, v), cells in zip(COSTS, there, strict=True):
        here = theory.net_speedup(RATES, LENGTHS[:, None], c, v)
        assert np.array_equal(np.reshape(cells, here.shape), here)


def test_the_contours_are_where_python_finds_the_same_speedup(page: Page) -> None:
    there = ask(page, "pays/heatmap", "return given.map(([c, v]) => it.contours(c, v))", COSTS)
    for (c, v), lines in zip(COSTS, there, strict=True):
        found = {line["level"]: (line["x"], line["y"]) for line in lines}
        for level in LEVELS:
            rates = theory.break_even(LENGTHS, level * c, level * v)
            there_is = ~np.isnan(rates)
            if there_is.sum() < 2:
                assert level not in found
                continue
            x, y = found[level]
            assert x == rates[there_is].tolist()
            assert y == LENGTHS[there_is].tolist()
            gains = theory.net_speedup(x, y, c, v)
            np.testing.assert_allclose(gains, level, rtol=1e-12)


def test_the_ridge_is_python_s_best_k_where_some_k_gains(page: Page) -> None:
    there = ask(
        page, "pays/heatmap", "return given.map(([c, v]) => it.ridge(it.heat(c, v)))", COSTS
    )
    for (c, v), ridge in zip(COSTS, there, strict=True):
        best = theory.best_k(RATES, c, v)
        gains = theory.net_speedup(RATES, best, c, v) > 1
        assert ridge["y"] == np.repeat(best[gains], 2).tolist()
        np.testing.assert_allclose(ridge["x"][::2], RATES[gains] - 0.005)


def test_the_curve_is_python_s_bit_for_bit(page: Page) -> None:
    settings = [
        {"a": a, "k": k, "c": c, "v": v}
        for a in (0.0, 0.05, 0.31, 0.8, 0.97, 1.0)
        for k in (1, 6, 16)
        for c, v in COSTS
    ]
    there = ask(page, "pays/curve", "return given.map((each) => it.curve(each, {}, ''))", settings)
    for setting, drawn in zip(settings, there, strict=True):
        a, k, c, v = setting["a"], int(setting["k"]), setting["c"], setting["v"]
        shapes = [each for each in drawn["shapes"] if each["kind"] != "word"]
        band, ceiling, line, dots, diamond, circle = shapes
        gains = theory.speedups(a, c, v)
        best = theory.best_k(a, c, v)
        first, last = theory.near_best(a, c, v)
        tokens = theory.expected_tokens(a, LENGTHS)
        assert line["y"] == dots["y"] == gains.tolist()
        assert (diamond["x"], diamond["y"]) == (best, gains[best - 1])
        assert (circle["x"], circle["y"]) == (k, gains[k - 1])
        assert (band["left"], band["right"]) == (first - 0.5, last + 0.5)
        assert ceiling["y"] == tokens[tokens <= drawn["top"]].tolist()
        assert gains.max() <= drawn["top"]


def test_best_k_and_break_even_are_the_facts_in_the_browser_too(page: Page) -> None:
    best = [[float(row["from_a"]), float(row["c"])] for row in facts("best_k")]
    there = ask(page, "theory", "return given.map(([a, c]) => it.bestK(a, c, 1, 30))", best)
    assert there == [int(row["k"]) for row in facts("best_k")]
    even = [[int(row["k"]), float(row["c"])] for row in facts("break_even")]
    there = ask(page, "theory", "return given.map(([k, c]) => it.breakEven(k, c))", even)
    here = [float(row["a"]) for row in facts("break_even")]
    np.testing.assert_allclose(there, here, atol=0.00005)


@pytest.mark.parametrize("setting", ADVICE)
def test_the_advice_is_true_in_every_case(
    page: Page, setting: tuple[float, int, float, float]
) -> None:
    given = dict(zip("akcv", setting, strict=True))
    assert ask(page, "pays/curve", "return it.advice(given)", given) == ADVICE[setting]


def test_no_line_begins_with_a_sign_and_no_gap_is_double(page: Page) -> None:
    for selector in ("#advice", "#here", "#survey"):
        said = page.locator(selector).evaluate("(element) => element.textContent")
        assert re.search(r"\w", said)
        assert not re.search(r" [=%]|= |\s\s", said)


def test_two_equal_draft_lengths_are_both_named(page: Page) -> None:
    # At k = 1 and 2 the same: (1 + a)/(1 + c) = (1 + a + a²)/(1 + 2c) at a = 0.5, c = 0.2.
    said = ask(
        page, "pays/curve", "return [1, 4].map((k) => it.advice({ a: 0.5, k, c: 0.2, v: 1 }))"
    )
    assert said[0].startswith("k = 1 gives 1.25×, the best, and so does k = 2; ")
    assert said[1].startswith("k = 4 gives 1.08×; best is k = 1 and 2 at 1.25×, ")


def test_the_advice_never_contradicts_python(page: Page) -> None:
    settings = [(a, c, v) for a in RATES[::4].tolist() for c, v in COSTS]
    there = ask(
        page,
        "pays/curve",
        "return given.map(([a, c, v]) => it.advice({ a, k: 4, c, v }))",
        settings,
    )
    for (a, c, v), said in zip(settings, there, strict=True):
        gains = theory.speedups(a, c, v)
        assert ("No draft length gains" in said) == (gains.max() <= 1 + 1e-12)
        if v == 1:
            assert ("No draft length gains" in said) == (a <= c)


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ((0.8, 0.1, 1), "rises from 1.64× at k = 1 to 2.47× at k = 6, then falls from 2.47×"),
        ((0, 0, 1), "stays at 1.00×"),
        ((1, 1, 1), "stays at 1.00×"),
        ((0.31, 0.1, 1), "falls from 1.19× at k = 1 to 0.56× at k = 16"),
        ((0.5, 0, 1), "rises from 1.50× at k = 1 to 2.00× at k = 16"),
        ((0.75, 0.01, 8), "rises from 0.22× at k = 1 to 0.49× at k = 16"),
    ],
)
def test_the_curve_in_words_calls_nothing_a_rise_or_fall_that_prints_the_same(
    page: Page, setting: tuple[float, float, float], said: str
) -> None:
    label = ask(
        page, "pays/curve", "const [a, c, v] = given; return it.curveLabel({ a, c, v })", setting
    )
    start = f"Net speedup against draft length k, at a = {setting[0]:.2f}: it {said}"
    assert label.startswith(start)


def test_no_curve_goes_from_a_number_to_itself(page: Page) -> None:
    settings = [(a, c, v) for a in RATES.tolist() for c, v in [*COSTS, (1.0, 8.0), (0.02, 8.0)]]
    labels = ask(
        page, "pays/curve", "return given.map(([a, c, v]) => it.curveLabel({ a, c, v }))", settings
    )
    assert [label for label in labels if re.search(r"from (\S+×) at k = \d+ to \1", label)] == []
    assert all(re.search(r": it (rises|falls|stays)", label) for label in labels)


@pytest.mark.parametrize("setting", [(0, 4, 0, 1), (1, 4, 1, 1), (0.5, 2, 0.2, 1)])
def test_the_map_calls_no_equal_better(page: Page, setting: tuple[float, ...]) -> None:
    given = dict(zip("akcv", setting, strict=True))
    assert ask(page, "pays/heatmap", "return it.reading(given)", given).endswith(
        "no k is better there"
    )


def test_the_survey_knows_costs_at_which_all_or_nothing_gains(page: Page) -> None:
    said = ask(
        page, "pays/heatmap", "return given.map((each) => it.survey(...each))", [*COSTS, [0.3, 0.5]]
    )
    assert said[0] == (
        "At these costs some k gains once a is above 0.10, and the best k grows with a, "
        "from 1 to 16."
    )
    assert said[1].endswith("drafting is free: the longer the better.")
    assert said[4] == "At these costs no draft gains, whatever its a."
    assert said[-1].startswith("At these costs some k gains at every a, and")


def test_the_palette_is_even_in_lightness_and_darkest_at_its_ends(page: Page) -> None:
    colours = ask(
        page, "pays/ramp", "return it.ramp('rgb(181, 101, 29)', 'rgb(246, 243, 236)', given, 32)",
        "rgb(53, 121, 184)",
    )  # fmt: skip
    assert len(set(colours)) == 64
    light = [luminance(colour) for colour in colours]
    steps = np.diff(np.cbrt(light))
    assert (steps[:31] > 0).all()
    assert (steps[32:] < 0).all()
    assert abs(steps[:31]).max() < 1.6 * abs(steps[:31]).min()


def luminance(colour: str) -> float:
    red, green, blue = (
        float(((int(colour[i : i + 2], 16) / 255 + 0.055) / 1.055) ** 2.4) for i in (1, 3, 5)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def shown(opened: Opened, name: str) -> dict[str, list[Any]]:
    data: dict[str, list[Any]] = opened.frame.evaluate(SOURCES, name)
    return data


def painted(
    opened: Opened, identity: str, places: Sequence[tuple[float, float]]
) -> list[list[int]]:
    """The colours of what moves on a figure, at places in its own units."""
    colours: list[list[int]] = opened.frame.evaluate(PAINTED, [identity, [*places]])
    return colours


def near(opened: Opened, identity: str) -> Locator:
    """A figure, scrolled to and drawn."""
    figure = opened.frame.locator(f"#{identity}")
    figure.scroll_into_view_if_needed()
    expect(figure.locator("canvas").first).to_be_attached()
    settled(opened)
    return figure


TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def settled(opened: Opened) -> None:
    opened.frame.evaluate(TWO_FRAMES)


def box(figure: Locator) -> FloatRect:
    bounds = figure.bounding_box()
    assert bounds is not None
    return bounds


def spot(opened: Opened, a: float, k: float) -> Point:
    """Where the map has its a and k, on the screen."""
    bounds = box(near(opened, "heatmap"))
    inner: dict[str, float] = opened.frame.evaluate(
        """() => {
          const all = Bokeh.documents.flatMap((document) => document.roots())
          const map = all.find((plot) => plot.select_one("speed"))
          return { width: map.inner_width, height: map.inner_height }
        }"""
    )
    left = bounds["x"] + bounds["width"] - 6 - inner["width"]
    return {
        "x": left + inner["width"] * (a + 0.005) / 1.01,
        "y": bounds["y"] + 8 + inner["height"] * (16.5 - k) / 16,
    }


def settings_of(opened: Opened) -> dict[str, Any]:
    found: dict[str, Any] = opened.frame.evaluate("window.specviz.get()")
    return found


def test_everything_follows_a_slider_in_every_host(host: Host, opened: Opener) -> None:
    page = opened(host, "a=0.5&k=4")
    near(page, "curve")
    near(page, "heatmap")
    page.frame.locator("#pays-a").fill("0.9")
    expect(page.frame.locator("#advice")).to_contain_text("k = 4 gives 2.93×")
    expect(page.frame.locator("#here")).to_contain_text("a = 0.90, k = 4: 2.93×")
    assert settings_of(page)["a"] == 0.9
    settled(page)
    gains = list(enumerate(theory.speedups(0.9).tolist(), 1))
    best = int(theory.best_k(0.9))
    assert painted(page, "curve", gains) == [{4: INK, best: PAPER}.get(k, TARGET) for k, _ in gains]
    assert painted(page, "heatmap", [(0.9, 4)]) == [INK]
    expect(page.frame.locator("#curve")).to_have_attribute("aria-label", _holds("k = 4 gives"))
    expect(page.frame.locator("#heatmap")).to_have_attribute("aria-label", _holds("2.93×"))


AT_ONCE = f"""({{ a, curve, map }}) => {{
  const text = (selector) => document.querySelector(selector).textContent
  const painted = {PAINTED}
  specviz.set({{ a }})
  return {{
    texts: ["output[name=E]", "#settings .live [data-col=E]", "#advice", "#here"].map(text),
    curve: painted(["curve", curve]),
    map: painted(["heatmap", map]),
  }}
}}"""
"""All that follows a, read in the task that changes it: before any frame."""


def test_curve_map_words_and_table_change_together(host: Host, opened: Opener) -> None:
    page = opened(host, "a=0.5&k=4")
    near(page, "curve")
    near(page, "heatmap")
    gains = list(enumerate(theory.speedups(0.8).tolist(), 1))
    best = int(theory.best_k(0.8))
    seen = page.frame.evaluate(AT_ONCE, {"a": 0.8, "curve": gains, "map": [(0.8, 4)]})
    live, row, advice, here = seen["texts"]
    assert live == row == "3.36"
    assert advice.replace("\u00a0", " ").startswith("k = 4 gives 2.40×")
    assert here.replace("\u00a0", " ").startswith("Yours: a = 0.80, k = 4: 2.40×")
    assert seen["curve"] == [{4: INK, best: PAPER}.get(k, TARGET) for k, _ in gains]
    assert seen["map"] == [INK]


@only("file")
def test_what_moves_stays_when_the_figure_itself_is_painted_anew(
    host: Host, opened: Opener
) -> None:
    page = opened(host, "a=0.5&k=4", viewport={"width": 1280, "height": 720})
    near(page, "curve")
    # Another scale, then another width.
    page.frame.locator("#pays-a").fill("0.97")
    settled(page)
    gains = theory.speedups(0.97).tolist()
    places = [(1, gains[0]), (4, gains[3]), (8, gains[7])]
    assert painted(page, "curve", places) == [TARGET, INK, TARGET]
    width = page.frame.locator("#curve").evaluate("(it) => it.clientWidth")
    page.page.set_viewport_size({"width": 1100, "height": 720})
    page.frame.wait_for_function(
        """(width) => {
          const element = document.getElementById("curve")
          const view = [...Bokeh.index.roots].find((each) => element.contains(each.el))
          return element.clientWidth < width && view.bbox.width === element.clientWidth
        }""",
        arg=width,
    )
    settled(page)
    assert painted(page, "curve", places) == [TARGET, INK, TARGET]


BESIDE = """() => {
  const element = document.getElementById("curve")
  const view = [...Bokeh.index.roots].find((each) => element.contains(each.el))
  const { left, right } = view.frame.bbox
  const { ctx } = view.canvas_view.overlays
  const { width, height } = ctx.canvas
  const { data } = ctx.getImageData(0, 0, width, height)
  const across = []
  for (let i = 0; i < width * height; i++) if (data[4 * i + 3]) across.push(i % width)
  return [left - Math.min(...new Set(across)), Math.max(...new Set(across)) - right]
}"""


@pytest.mark.parametrize("asked", ["a=0.6&k=4", "a=0.05&k=1", "a=0.55&v=3", "a=0.98&k=13"])
@only("file")
def test_no_word_on_the_curve_leaves_its_frame_on_a_phone(
    host: Host, opened: Opener, asked: str
) -> None:
    page = opened(host, asked, viewport={"width": 375, "height": 812})
    near(page, "curve")
    before, behind = page.frame.evaluate(BESIDE)
    assert -12 < before <= 2
    assert -12 < behind <= 2


def _holds(text: str) -> re.Pattern[str]:
    # Spaces that keep a line together are spaces too.
    return re.compile(re.escape(text).replace("\\ ", r"\s"))


@only("file")
def test_costs_redraw_the_landscape(host: Host, opened: Opener) -> None:
    page = opened(host)
    near(page, "heatmap")
    page.frame.locator("#pays-v").fill("1.9")
    page.frame.locator("#pays-c").fill("0.7")
    settled(page)
    assert settings_of(page) | {"v": 1.9, "c": 0.7} == settings_of(page)
    lines = shown(page, "contours")
    rates = theory.break_even(LENGTHS, 0.25 * 0.7, 0.25 * 1.9)
    assert lines["x"][0] == rates[~np.isnan(rates)].tolist()
    expect(page.frame.locator("#advice")).to_contain_text("No draft length gains")


@pytest.mark.parametrize("steps", ["1.0 + 0.5·k", "1.9 + 0.7·k"])
@only("file")
def test_measured_costs_can_be_entered(host: Host, opened: Opener, steps: str) -> None:
    verify, draft = steps.removesuffix("·k").split(" + ")
    page = opened(host)
    page.frame.locator("summary", has_text="costs").click()
    page.frame.locator('[name="v"]').fill(verify)
    page.frame.locator('[name="c"]').fill(draft)
    speedup = theory.net_speedup(0.8, 4, float(draft), float(verify))
    value = page.frame.locator('output[name="speedup"]').get_attribute("data-value")
    assert value is not None
    assert float(value) == speedup


@only("file", "framed")
def test_tapping_and_dragging_the_map_sets_a_and_k(host: Host, opened: Opener) -> None:
    page = opened(host)
    to = spot(page, 0.3, 12)
    page.page.mouse.click(**to)
    assert settings_of(page) | {"a": 0.3, "k": 12} == settings_of(page)
    start, end = spot(page, 0.3, 12), spot(page, 0.62, 7)
    page.page.mouse.move(**start)
    page.page.mouse.down()
    page.page.mouse.move(**end, steps=5)
    page.page.mouse.up()
    assert settings_of(page) | {"a": 0.62, "k": 7} == settings_of(page)
    expect(page.frame.locator("#here")).to_contain_text("Yours: a = 0.62, k = 7")


@only("file")
def test_hovering_reads_out_and_changes_nothing(host: Host, opened: Opener) -> None:
    page = opened(host)
    page.page.mouse.move(**spot(page, 0.5, 2))
    expect(page.frame.locator("#here")).to_contain_text("Here: a = 0.50, k = 2: 1.46×")
    assert settings_of(page)["a"] == 0.8
    page.page.mouse.move(2, 2)
    expect(page.frame.locator("#here")).to_contain_text("Yours: a = 0.80, k = 4: 2.40×")


@only("file")
def test_a_finger_taps_and_drags_the_map_and_scrolls_the_page(host: Host, opened: Opener) -> None:
    page = opened(host, viewport={"width": 375, "height": 812}, has_touch=True, is_mobile=True)
    to = spot(page, 0.4, 9)
    page.page.touchscreen.tap(**to)
    assert settings_of(page) | {"a": 0.4, "k": 9} == settings_of(page)
    touch = page.page.context.new_cdp_session(page.page)

    def finger(kind: str, *points: Point) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [*points]})

    there = spot(page, 0.6, 9)
    finger("touchStart", to)
    for share in (0.25, 0.5, 0.75, 1):
        finger("touchMove", {"x": to["x"] + share * (there["x"] - to["x"]), "y": to["y"]})
    finger("touchEnd")
    assert settings_of(page) | {"a": 0.6, "k": 9} == settings_of(page)
    scrolled = page.frame.evaluate("scrollY")
    finger("touchStart", there)
    for share in range(1, 9):
        finger("touchMove", {"x": there["x"], "y": there["y"] - 12 * share})
    finger("touchEnd")
    page.page.wait_for_function("before => scrollY > before + 40", arg=scrolled)
    assert settings_of(page) | {"a": 0.6, "k": 9} == settings_of(page)


@only("file")
def test_the_map_can_be_walked_with_the_keyboard_and_says_where(host: Host, opened: Opener) -> None:
    page = opened(host)
    page.frame.locator("#pays-k").focus()
    page.page.keyboard.press("ArrowRight")
    expect(page.frame.locator("#here")).to_contain_text("k = 5: 2.46×; best there is k = 6")
    page.frame.locator("#pays-a").focus()
    page.page.keyboard.press("ArrowLeft")
    expect(page.frame.locator("#here")).to_contain_text("a = 0.79, k = 5")
    expect(page.frame.locator("#announcement")).to_contain_text("a = 0.79 and k = 5")


@only("file")
def test_choosing_a_row_of_the_paper_sets_a_k_c_and_v(host: Host, opened: Opener) -> None:
    page = opened(host, "v=2")
    rows = page.frame.locator("#paper tr[data-a]")
    expect(rows).to_have_count(12)
    near(page, "predictions")
    for index, row in enumerate(facts("leviathan_table4")):
        button = rows.nth(index).get_by_role("button")
        button.focus()
        page.page.keyboard.press("Enter")
        a, k, c = float(row["a"]), int(row["k"]), float(row["c"])
        assert settings_of(page) | {"a": a, "k": k, "c": c, "v": 1} == settings_of(page)
        speedup = f"{float(row['r_speedup']):.2f}×"
        expect(page.frame.locator('output[name="speedup"]')).to_have_text(speedup)
        expect(rows.nth(index).locator('[data-col="predicted"]')).to_have_text(speedup)
        expect(page.frame.locator("#paper tr.chosen")).to_have_count(1)
        settled(page)
        assert shown(page, "chosen") == {
            "x": [theory.net_speedup(a, k, c)], "y": [float(row["measured"])],
        }  # fmt: skip


@only("file")
def test_the_share_that_engines_print_stands_beside_a(host: Host, opened: Opener) -> None:
    page = opened(host, "a=0.7&k=4")
    expect(page.frame.locator(".numbers")).to_contain_text("44 %")
    expect(page.frame.locator(".numbers")).to_contain_text("0.70")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 375])
@only("file")
def test_axe_finds_nothing(host: Host, opened: Opener, scheme: Any, width: int) -> None:
    page = opened(host, viewport={"width": width, "height": 800}, color_scheme=scheme)
    for identity in ("curve", "heatmap", "predictions"):
        near(page, identity)
    found = Axe().run(page.page, context="#pays")
    assert [(one["id"], one["nodes"][0]["html"]) for one in found.response["violations"]] == []


@only("file")
def test_nothing_is_wider_than_a_small_screen(host: Host, opened: Opener) -> None:
    page = opened(host, viewport={"width": 320, "height": 640})
    for identity in ("curve", "heatmap", "predictions"):
        near(page, identity)
    assert page.frame.evaluate("document.querySelector('#pays').scrollWidth") <= 320


@pytest.mark.parametrize("width", [320, 375, 600, 700, 760, 950, 1060, 1280])
@only("file")
def test_no_column_of_the_paper_s_table_is_out_of_sight(
    host: Host, opened: Opener, width: int
) -> None:
    page = opened(host, viewport={"width": width, "height": 800})
    hidden = page.frame.evaluate(
        """() => {
          const scroller = document.querySelector(".wide:has(#paper)")
          const { left, right } = scroller.getBoundingClientRect()
          const cells = [...document.querySelectorAll("#paper :is(th, td)")]
          return cells.filter((cell) => {
            const words = document.createRange()
            words.selectNodeContents(cell)
            const box = words.getBoundingClientRect()
            const next = cell.nextElementSibling?.getBoundingClientRect()
            const over = next?.width > 0 && next.top < box.bottom && next.right > box.right + 1
              && box.right > next.right - next.width + 1
            return box.width > 0 && (box.left < left - 1 || box.right > right + 1 || over)
          }).map((cell) => cell.textContent)
        }"""
    )
    assert hidden == []
    expect(page.frame.get_by_role("table", name="Leviathan et al., table 4")).to_be_visible()
    row = page.frame.locator("#paper tr[data-a]").first
    for text in ("0.75", "0.02", "3.16×", "3.4×", "+8\N{NO-BREAK SPACE}%"):
        expect(row.get_by_role("cell", name=text)).to_be_visible()


@only("file")
def test_swatches_keep_their_colours_where_colours_are_forced(host: Host, opened: Opener) -> None:
    page = opened(host, forced_colors="active")
    colours = page.frame.evaluate(
        """() => Object.fromEntries([".gain", ".loss", ".flat", ".point", ".seen"].map((name) =>
          [name, getComputedStyle(document.querySelector(`.key${name}`)).backgroundColor]))"""
    )
    assert len(set(colours.values())) == 5
    assert colours[".gain"] == "rgb(53, 121, 184)"
