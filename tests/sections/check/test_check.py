"""The section "Why a check costs one step": its words, its figures, its button, in a browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import Exports, Host, Opened, only

from specviz.model import SpeculativeDecoding
from specviz.recording.published import machine, shape
from specviz.sections import section
from specviz.sections.check.setting import Setting
from specviz.sections.check.words import batch_words, expert_words, pass_words
from specviz.theory.roofline import draft_cost
from specviz.theory.rounding import rounded

CHOSEN = (
    ("h100", "llama-3.1-8b", 0.8, 4, 60, 0),
    ("h100", "llama-3.1-8b", 0.5, 7, 1024, 131_072),
    ("rtx-4090", "llama-3.1-70b-4bit", 0.95, 16, 1, 2048),
    ("xeon-9462", "smollm2-135m", 0.3, 1, 174, 128),
    ("b200", "mixtral-8x7b", 0.8, 4, 1, 0),
    ("mi300x", "deepseek-v3-8bit", 0.9, 3, 175, 1024),
    ("m1-max", "qwen3-30b-a3b-4bit", 1.0, 2, 8, 0),
)

TURN = """([id, value]) => {
  const control = document.getElementById(id)
  control.value = value
  for (const kind of ["input", "change"]) control.dispatchEvent(new Event(kind, { bubbles: true }))
}"""


def said(page: Opened, name: str) -> str:
    text = page.frame.locator(f"#check-{name}").text_content() or ""
    return text.replace("\u00a0", " ")


def turn(page: Opened, name: str, value: str) -> None:
    page.frame.evaluate(TURN, [f"check-{name}", value])


def typed(page: Opened, name: str, value: str) -> None:
    """Type a value of one's own."""
    page.frame.evaluate("document.querySelector('#check-own').open = true")
    field = page.frame.locator(f"[data-own={name}]")
    field.fill(value)
    field.press("Tab")


def now(chosen: tuple[str, str, float, int, int, int], c: float = 0.1) -> Setting:
    by, target, a, k, batch, context = chosen
    return Setting(machine(by).hardware, shape(target).model, a, k, c, batch, context)


@only("file")
def test_the_words_are_those_of_python_whatever_is_chosen(host: Host, opened: Opener) -> None:
    page = opened(host)
    page.frame.locator("#check").scroll_into_view_if_needed()
    for chosen in CHOSEN:
        by, target, a, k, batch, context = chosen
        page.frame.evaluate(f"specviz.set({{ a: {a}, k: {k} }})")
        turn(page, "hardware", by)
        turn(page, "model", target)
        typed(page, "batch", str(batch))
        typed(page, "context", str(context))
        setting = now(chosen)
        assert said(page, "pass-words") == pass_words(setting)
        assert said(page, "batch-words") == batch_words(setting)
        assert said(page, "expert-words") == expert_words(setting)


def test_the_page_reads_whole_without_javascript(exports: Exports) -> None:
    text = exports("page", "inline").read_text("utf-8")
    words = section("check").context(SpeculativeDecoding())
    for name in ("passes", "batches", "experts"):
        assert words[name] in text
    assert "takes as long: v = 1.00" in words["passes"]
    assert "compute-bound from 296 positions on" in words["passes"]
    assert "from batch 60 on" in words["batches"]
    assert "From batch 175 on plain decoding is faster" in words["batches"]


@only("file")
def test_a_longer_context_makes_speculation_gain_again(host: Host, opened: Opener) -> None:
    page = opened(host)
    page.frame.locator("#check").scroll_into_view_if_needed()
    typed(page, "batch", "256")
    assert "off is best" in said(page, "batch-words")
    typed(page, "context", "8192")
    assert "Speculation does not lose at any batch" in said(page, "batch-words")


@only("file")
def test_a_chosen_draft_gives_c_by_the_same_roofline(host: Host, opened: Opener) -> None:
    page = opened(host)
    page.frame.locator("#check").scroll_into_view_if_needed()
    turn(page, "model", "llama-3.1-70b")
    turn(page, "draft", "llama-3.1-8b")
    by, draft, target = machine("h100").hardware, shape("llama-3.1-8b"), shape("llama-3.1-70b")
    c = float(draft_cost(by, draft.model, target.model))
    assert said(page, "c") == rounded(c)
    typed(page, "overhead", "5")
    c = float(draft_cost(by, draft.model, target.model, overhead=5e-3))
    assert said(page, "c") == rounded(c)


@only("file")
def test_the_button_sets_v_and_c_and_v_is_taken_back_with_its_k(host: Host, opened: Opener) -> None:
    page = opened(host)
    button = page.frame.locator("#check-set")
    button.scroll_into_view_if_needed()
    typed(page, "batch", "96")
    turn(page, "draft", "smollm2-135m")
    setting = now(("h100", "llama-3.1-8b", 0.8, 4, 96, 0))
    v = float(rounded(setting.check / setting.seconds))
    assert v > 1
    button.click()
    got: dict[str, Any] = page.frame.evaluate("specviz.get()")
    assert got["v"] == v
    assert got["c"] == float(said(page, "c")) < 0.1
    expect(page.frame.locator("#check-set-words")).to_contain_text("right for k = 4 alone")
    page.frame.evaluate("specviz.set({ k: 6 })")
    expect(page.frame.locator("#check-set-words")).to_contain_text(
        f"v = {rounded(v)} was right for k = 4 alone: it is 1.00 again"
    )
    assert page.frame.evaluate("specviz.get().v") == 1


@only("file")
def test_a_v_that_the_reader_sets_stays_when_k_changes(host: Host, opened: Opener) -> None:
    page = opened(host)
    page.frame.locator("#check-set").scroll_into_view_if_needed()
    typed(page, "batch", "96")
    page.frame.locator("#check-set").click()
    page.frame.evaluate("specviz.set({ v: 3 })")
    page.frame.evaluate("specviz.set({ k: 6 })")
    assert page.frame.evaluate("specviz.get().v") == 3


@only("file")
def test_a_v_beyond_the_pages_own_cannot_be_set(host: Host, opened: Opener) -> None:
    page = opened(host, "k=16")
    page.frame.locator("#check-set").scroll_into_view_if_needed()
    turn(page, "hardware", "m1-max")
    typed(page, "batch", "512")
    expect(page.frame.locator("#check-set")).to_be_disabled()
    expect(page.frame.locator("#check-set-words")).to_contain_text("more than the page’s own")


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("bandwidth", "0", "memory, in TB/s, must lie in 0.001..1000, got 0"),
        ("peak", "-1", "peak, in Tflop/s, must lie in 0.001..1000000, got -1"),
        ("batch", "0", "batch must be a whole number in 1..1024, got 0"),
        ("context", "1.5", "context must be a whole number in 0..1048576, got 1.5"),
        ("activeExperts", "2", "experts a token chooses must be a whole number in 1..1, got 2"),
        ("parameters", "", "parameters, in 10⁹, must lie in 0.001..100000, got NaN"),
    ],
)
@only("file")
def test_a_bad_value_of_ones_own_is_named_and_nothing_is_lost(
    host: Host, opened: Opener, name: str, value: str, sentence: str
) -> None:
    page = opened(host)
    page.frame.locator("#check").scroll_into_view_if_needed()
    before = said(page, "pass-words")
    typed(page, name, value)
    expect(page.frame.locator("#check-problem")).to_have_text(f"{sentence}. The old value stays.")
    assert said(page, "pass-words") == before


@only("file")
def test_ones_own_machine_and_model_move_everything(host: Host, opened: Opener) -> None:
    page = opened(host)
    page.frame.locator("#check").scroll_into_view_if_needed()
    typed(page, "bandwidth", "6.7")
    assert "A plain step takes 2.40 ms" in said(page, "pass-words")
    assert page.frame.evaluate("document.querySelector('#check-hardware').value") == ""
    typed(page, "parameters", "16.06")
    assert "A plain step takes 4.79 ms" in said(page, "pass-words")
    typed(page, "experts", "8")
    assert "Each token chooses 1 of 8 experts" in said(page, "expert-words")


@only("file")
def test_a_measured_series_is_shown_with_its_machine(host: Host, opened: Opener) -> None:
    page = opened(host)
    row = page.frame.locator("[data-series=llama-cpp-rtx-3090]")
    row.scroll_into_view_if_needed()
    row.click()
    expect(row).to_have_attribute("aria-pressed", "true")
    assert page.frame.evaluate("document.querySelector('#check-hardware').value") == "rtx-3090"
    assert "A plain step takes 17.2 ms" in said(page, "pass-words")
    row.click()
    expect(row).to_have_attribute("aria-pressed", "false")


def test_the_figures_say_in_words_what_they_show(host: Host, opened: Opener) -> None:
    page = opened(host)
    for name, words in (("passes", "both logarithmic"), ("batches", "sequences at once")):
        figure = page.frame.locator(f"#check-{name}")
        figure.scroll_into_view_if_needed()
        expect(figure).to_have_attribute("aria-label", re.compile(words))
        expect(figure.locator("canvas").first).to_be_attached()
