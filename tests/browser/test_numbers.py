"""The numbers of the page are Python's: the first ones, the rows, and every setting of a grid."""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Frame, Locator, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import Host, Opened
from tests.browser.test_twins import COSTS, LENGTHS, RATES, same_bits

from specviz.theory import expected_tokens, net_speedup
from specviz.theory.readings import texts, values

ROWS = [
    (0.8, 4, "0.328", "3.36", "2.40×"),
    (0.9, 4, "0.590", "4.10", "2.93×"),
    (0.5, 4, "0.031", "1.94", "1.38×"),
    (0.8, 2, "0.512", "2.44", "2.03×"),
]
"""What the explanation says: a, k, a^(k+1), E, net speedup."""

SHOWN = """() => ({
  texts: [...document.querySelectorAll("output, td, th, math, [data-show], .headline")]
    .filter((element) => element.dataset.show !== "dice")
    .map((element) => element.textContent),
  values: [...document.querySelectorAll("output")].map((output) => output.dataset.value),
  controls: [...document.querySelectorAll("input:not(.scripted *)")]
    .map(({ name, value, checked }) => [name, value, checked]),
})"""


def cells(row: Locator) -> list[Locator]:
    return [row.locator(f"td[data-col={name}]") for name in ("power", "E", "speedup")]


def reference_row(frame: Frame, a: float, k: int) -> Locator:
    return frame.locator(f'#settings tr[data-a="{a}"][data-k="{k}"]')


def set_slider(frame: Frame, name: str, value: float) -> None:
    frame.locator(f"input[type=range][name={name}]").fill(str(value))


def test_the_four_rows_show_the_values_of_the_explanation(shared: Opened) -> None:
    for a, k, *shown in ROWS:
        for cell, text in zip(cells(reference_row(shared.frame, a, k)), shown, strict=True):
            expect(cell).to_have_text(text)


def test_the_live_row_and_the_outputs_show_them_when_a_and_k_are_set_so(shared: Opened) -> None:
    frame = shared.frame
    for a, k, *shown in ROWS[::-1]:
        set_slider(frame, "a", a)
        set_slider(frame, "k", k)
        for cell, text in zip(cells(frame.locator("#settings tr.live")), shown, strict=True):
            expect(cell).to_have_text(text)
        for name, text in zip(("power", "E", "speedup"), shown, strict=True):
            expect(frame.locator(f"output[name={name}]")).to_have_text(text)


def test_a_click_on_a_row_sets_a_and_k(shared: Opened) -> None:
    for a, k, _, E, _ in ROWS[::-1]:
        cells(reference_row(shared.frame, a, k))[1].click()
        expect(shared.frame.locator("input[name=a]")).to_have_value(str(a))
        expect(shared.frame.locator("input[name=k]")).to_have_value(str(k))
        expect(shared.frame.locator("output[name=E]")).to_have_text(E)


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_row_is_set_from_the_keyboard_too(shared: Opened, key: str) -> None:
    for a, k, *_, speedup in ROWS[::-1]:
        button = reference_row(shared.frame, a, k).get_by_role("button")
        expect(button).to_have_accessible_name(f"Try a = {a}, k = {k}")
        button.press(key)
        expect(shared.frame.locator("input[name=a]")).to_have_value(str(a))
        expect(shared.frame.locator("input[name=k]")).to_have_value(str(k))
        expect(shared.frame.locator("output[name=speedup]")).to_have_text(speedup)


def test_every_row_follows_the_costs(shared: Opened) -> None:
    frame = shared.frame
    frame.locator(".costs summary").click()
    set_slider(frame, "c", 0.3)
    set_slider(frame, "v", 1.9)
    for a, k, *_ in ROWS:
        text = texts(values(a, k, 0.3, 1.9))["speedup"]
        expect(cells(reference_row(frame, a, k))[2]).to_have_text(text)
    expect(cells(frame.locator("tr.live"))[2]).to_have_text(
        texts(values(0.8, 4, 0.3, 1.9))["speedup"]
    )


@pytest.mark.parametrize(("a", "k", "c"), [(0.0, 1, 0.0), (0.37, 7, 0.05), (1.0, 16, 1.0)])
def test_every_place_that_shows_a_number_shows_that_of_python(
    shared: Opened, a: float, k: int, c: float
) -> None:
    shared.frame.evaluate("(settings) => specviz.set(settings)", {"a": a, "k": k, "c": c})
    shown = shared.frame.evaluate(
        """() => [...document.querySelectorAll("[data-show]:not([data-show=dice])")]
          .map(({ dataset, textContent }) => [dataset.show, textContent])"""
    )
    wanted = texts(values(a, k, c, 1.0))
    assert {name for name, _ in shown} >= {"a", "k", "c", "v", "k+1", "1-a", "1-power", "cost"}
    assert shown == [[name, wanted[name]] for name, _ in shown]


def test_the_dice_stay_a_number_whatever_else_changes(shared: Opened) -> None:
    said = shared.frame.evaluate(
        """() => {
          const dice = document.querySelector("[data-show=dice]")
          const said = []
          const watch = new MutationObserver(() => said.push(dice.textContent))
          watch.observe(dice, { characterData: true, childList: true, subtree: true })
          specviz.set({ a: 0.41 })
          specviz.set({ k: 3 })
          said.push(dice.textContent, ...watch.takeRecords().map(() => dice.textContent))
          return said
        }"""
    )
    assert said == ["7"]


def test_words_are_put_where_others_have_put_elements(shared: Opened) -> None:
    # As a browser does that translates the page.
    assert shared.frame.evaluate(
        """async () => {
          const { put } = await import("specviz/put")
          const element = document.createElement("p")
          const said = ["none", "", "other"].map((text) => {
            const translated = document.createElement("font")
            translated.textContent = "translated"
            element.replaceChildren(translated)
            put(element, text)
            return element.textContent
          })
          const { firstChild } = element
          put(element, "last")
          return [...said, element.firstChild === firstChild, element.textContent]
        }"""
    ) == ["none", "", "other", True, "last"]


def test_the_fraction_gives_way_to_its_limit_where_every_draft_is_accepted(shared: Opened) -> None:
    fraction, limit = (shared.frame.locator(f".worked .{name}") for name in ("open", "limit"))
    expect(fraction).to_be_visible()
    expect(limit).to_be_hidden()
    set_slider(shared.frame, "a", 1)
    expect(fraction).to_be_hidden()
    expect(limit).to_contain_text("5")


def test_all_settings_of_the_grid_have_the_bits_and_the_text_of_python(shared: Opened) -> None:
    E, speedup, shown = shared.frame.evaluate(
        """async ({ rates, lengths, costs }) => {
          const { values, texts } = await import("specviz/readings")
          const all = rates.flatMap((a) => lengths.flatMap((k) =>
            costs.map((c) => values({ a, k, c, v: 1 }))))
          const bytes = (numbers) => btoa(Array.from(
            new Uint8Array(Float64Array.from(numbers).buffer),
            (byte) => String.fromCharCode(byte)).join(""))
          return [bytes(all.map(({ E }) => E)), bytes(all.map(({ speedup }) => speedup)),
            JSON.stringify(all.map(texts))]
        }""",
        {"rates": RATES, "lengths": LENGTHS, "costs": COSTS},
    )
    a, k, c = np.ix_(RATES, LENGTHS, COSTS)
    same_bits(E, np.broadcast_to(expected_tokens(a, k), (len(RATES), len(LENGTHS), len(COSTS))))
    same_bits(speedup, net_speedup(a, k, c))
    settings = product(RATES, LENGTHS, COSTS)
    differ = [
        (setting, one, other)
        for setting, one, other in zip(settings, json.loads(shown), grid_texts(), strict=True)
        if one != other
    ]
    assert differ == []


def test_the_grid_holds_ties_that_python_itself_would_round_the_other_way() -> None:
    assert f"{expected_tokens(0.5, 2) / 2:.2f}" == "0.88"
    ties = [text["power"] for text in grid_texts() if (text["a"], text["k"]) == ("0.50", "3")]
    assert set(ties) == {"0.063"}
    assert f"{0.5**4:.3f}" == "0.062"


@cache
def grid_texts() -> list[dict[str, str]]:
    return [texts(values(a, k, c, 1.0)) for a, k, c in product(RATES, LENGTHS, COSTS)]


def test_the_numbers_that_python_rendered_are_those_after_the_start(
    host: Host, opened: Opener
) -> None:
    assert shown(opened(host, until=None, java_script_enabled=False)) == shown(opened(host))


def test_a_served_page_renders_the_numbers_that_its_address_asks_for(
    served: Host, opened: Opener
) -> None:
    asked = "a=0.37&k=7&draft=weak&c=0.3"
    before = shown(opened(served, asked, until=None, java_script_enabled=False))
    assert before == shown(opened(served, asked))
    assert texts(values(0.37, 7, 0.3, 1.0))["speedup"] in before["texts"]


def shown(page: Opened) -> dict[str, Any]:
    found: dict[str, Any] = page.frame.evaluate(SHOWN)
    assert len(found["texts"]) > 20
    return found


def test_nothing_jumps_while_the_page_starts(opened: Opener, file: Host) -> None:
    moved = opened(file).frame.evaluate(
        """() => {
          const observer = new PerformanceObserver(() => {})
          observer.observe({ type: "layout-shift", buffered: true })
          return observer.takeRecords().reduce((sum, { value }) => sum + value, 0)
        }"""
    )
    assert moved < 0.02
