"""The section "Why the text is identical": p and q at every place, and what comes of them."""

from __future__ import annotations

import re

import numpy as np
import pytest
from playwright.sync_api import Locator, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import Host, Opened, only

from specviz.sections.identical import place
from specviz.sections.identical.positions import rates, recorded, sentence
from specviz.theory import net_speedup
from specviz.theory.rounding import rounded
from specviz.theory.sampling import emitted, overlap

TEMPERATURES: list[float] = recorded()["temperatures"]

WALK = """async () => {
  const { parts } = await import("specviz/shown")
  const { pair, rows } = await import("specviz/identical/place")
  const { emitted } = await import("specviz/sampling")
  const { data } = parts.find(({ name }) => name === "identical")
  const choices = ["aligned", "weak"].flatMap((draft) => data.temperatures.map((temperature) =>
    ({ draft, temperature, bend: 1 })))
  return choices.map((choice) => ({
    ...choice,
    places: data.places.map((_, at) => {
      const [p, q] = pair(data, { ...choice, at })
      return { p, q, out: emitted(p, q), rows: rows(p, q) }
    }),
  }))
}"""


def section(page: Opened) -> Locator:
    return page.frame.locator("#identical")


def said(page: Opened) -> list[str]:
    """All words and numbers of the section that depend on a choice."""
    texts: list[str] = section(page).locator("[data-identical], td, tbody th").all_text_contents()
    return texts


@only("file")
def test_the_page_has_the_recorded_p_and_q_of_every_place_bit_by_bit(
    host: Host, opened: Opener
) -> None:
    for there in opened(host).frame.evaluate(WALK):
        for position, shown in zip(sentence(), there["places"], strict=True):
            p, q = position.pair(there["draft"], there["temperature"])
            assert shown["p"] == p.tolist()
            assert shown["q"] == q.tolist()
            assert shown["out"] == emitted(p, q).tolist()
            rows = place.rows(position.words, p, q)
            for there_row, row in zip(shown["rows"], rows, strict=True):
                assert there_row == {name: getattr(row, name) for name in there_row}


BENT = """async (bends) => {
  const { parts } = await import("specviz/shown")
  const { pair, overlaps } = await import("specviz/identical/place")
  const { emitted } = await import("specviz/sampling")
  const { data } = parts.find(({ name }) => name === "identical")
  const choices = ["aligned", "weak"].flatMap((draft) => data.temperatures.map((temperature) =>
    bends.map((bend) => ({ draft, temperature, bend }))))
  return choices.map((each) => each.map((choice) => {
    const places = data.places.map((_, at) => pair(data, { ...choice, at }))
    const worst = (of) => Math.max(...places.map(of))
    return {
      overlaps: overlaps(data, choice),
      last: places.map(([p]) => p[7]),
      missed: worst(([p, q]) => Math.max(...emitted(p, q).map((out, i) => Math.abs(out - p[i])))),
      sum: worst(([, q]) => Math.abs(q.reduce((sum, it) => sum + it, 0) - 1)),
      below: worst(([, q]) => -Math.min(...q)),
      crossed: worst(([p, q]) => Math.max(q[8] - p[8], p[9] - q[9])),
    }
  }))
}"""
"""By draft and temperature, what every place comes to as the draft is bent."""


@only("file")
def test_a_bent_draft_is_slower_and_what_comes_out_stays_p(host: Host, opened: Opener) -> None:
    bends = [0, 0.5, 1, 1.25, 1.5, 2]
    for choices in opened(host).frame.evaluate(BENT, bends):
        for there in choices:
            assert max(there["missed"], there["sum"]) < 1e-14
            assert there["below"] <= 0
            # All tokens of a group lie on one side of p = q; so they must when the draft is bent.
            assert there["crossed"] < 1e-15
        chances = np.array([there["overlaps"] for there in choices])
        # Straight from q = p to the recorded draft; from there on down, but for the little that
        # the last word may gain.
        straight = 1 - np.outer(bends[:3], 1 - chances[2])
        np.testing.assert_allclose(chances[:3], straight, atol=1e-14)
        assert (chances[3:] <= chances[2] + choices[0]["last"]).all()
        assert (np.diff(chances.mean(axis=1)) <= 0).all()


def test_every_choice_changes_words_bars_and_numbers(host: Host, opened: Opener) -> None:
    page = opened(host)
    section(page).locator("[name=identical-place]").nth(16).check(force=True)
    section(page).locator("[name=identical-temperature][value='0.7']").check(force=True)
    page.frame.locator("[name=draft][value=weak]").check()
    position = sentence()[16]
    p, q = position.pair("weak", 0.7)
    words = section(page).locator("[data-identical=here]")
    expect(words).to_have_text(place.here(p, q))
    expect(section(page).locator("[data-identical=before]")).to_have_text(place.before(16))
    expect(section(page).locator("[data-identical=comes]")).to_have_text(
        place.comes(position.words, p, q)
    )
    pairs = [each.pair("weak", 0.7) for each in sentence()]
    expect(section(page).locator("[data-identical=along]")).to_have_text(
        place.along(pairs, 4, 0.1, 1)
    )
    lines = section(page).locator("#identical-table tbody tr")
    for i, row in enumerate(place.rows(position.words, p, q)):
        numbers = [place.percent(each) for each in (row.p, row.q, row.kept, row.missing)]
        assert lines.nth(i).locator("td").all_text_contents() == ["", *numbers]
        for name in ("p", "q", "both"):
            width = lines.nth(i).locator(f"rect.{name}").get_attribute("width")
            assert width == f"{place.percent(getattr(row, name))}%"
    for i, (one, other) in enumerate(pairs):
        meter = section(page).locator(".sentence .both").nth(i)
        assert meter.get_attribute("width") == f"{place.percent(float(overlap(one, other)))}%"


@only("file")
def test_the_mean_becomes_the_a_of_the_slider(host: Host, opened: Opener) -> None:
    page = opened(host, "draft=weak")
    page.frame.locator("input[name=k]").fill("2")
    rate = rounded(rates("weak")[TEMPERATURES.index(1.0)].mean)
    section(page).locator("button[name=identical-rate]").click()
    expect(page.frame.locator("input[name=a]")).to_have_value(rate)
    mean = float(np.mean([overlap(*each.pair("weak", 1.0)) for each in sentence()]))
    expect(section(page).locator("[data-identical=along]")).to_contain_text(
        f"k = 2, that is a net speedup of {rounded(net_speedup(mean, 2))}×"
    )


@only("file")
def test_at_temperature_0_acceptance_is_agreement(host: Host, opened: Opener) -> None:
    page = opened(host)
    section(page).locator("[name=identical-temperature][value='0.0']").check(force=True)
    words = section(page).locator("[data-identical=here]")
    expect(words).to_contain_text("agree, and it is accepted: that is the race’s own rule.")
    section(page).locator("[name=identical-place]").nth(1).check(force=True)
    expect(words).to_contain_text("differ, and the draft’s falls: that is the race’s own rule.")
    for at in (0, 1):
        assert place.here(*sentence()[at].pair("aligned", 0.0)).startswith("At temperature 0")


@pytest.mark.parametrize("draft", ["aligned", "weak"])
@only("file")
def test_it_reads_without_javascript_and_comes_back_to_the_same_words(
    host: Host, opened: Opener, draft: str
) -> None:
    page = opened(host, f"draft={draft}")
    section(page).locator("[name=identical-place]").nth(3).check(force=True)
    section(page).locator("[name=identical-place]").nth(0).check(force=True)
    section(page).locator("[name=identical-bend]").fill("0.5")
    section(page).locator("[name=identical-bend]").fill("1")
    if draft == "aligned":
        still = opened(host, until=None, java_script_enabled=False)
        assert said(still) == said(page)
        expect(section(still).locator("#identical-table")).to_be_visible()
    position = sentence()[0]
    expect(section(page).locator("[data-identical=here]")).to_have_text(
        place.here(*position.pair(draft, 1.0))
    )


@only("file")
def test_the_walk_and_the_bend_go_by_keyboard(host: Host, opened: Opener) -> None:
    page = opened(host)
    section(page).locator("[name=identical-place]").first.focus()
    for _ in range(3):
        page.page.keyboard.press("ArrowRight")
    caption = section(page).locator("[data-identical=before]")
    expect(caption).to_have_text("After “The sun had”")
    expect(page.frame.locator("#announcement")).to_have_text(re.compile("accepted with a chance"))
    page.page.keyboard.press("ArrowLeft")
    expect(caption).to_have_text("After “The sun”")
    bend = section(page).locator("[name=identical-bend]")
    bend.press("Home")
    expect(bend).to_have_attribute("aria-valuetext", "q = p")
    expect(section(page).locator("[data-identical=along]")).to_contain_text("the mean is 1.00")
    bend.press("End")
    expect(bend).to_have_attribute("aria-valuetext", "foolish")


@pytest.mark.parametrize(
    ("piece", "shown"),
    [(" sun", "sun"), ("ighth", "…ighth"), ("The", "The"), (",", ","), ("\n", "↵")],
)
def test_a_token_reads_as_a_word(piece: str, shown: str) -> None:
    assert place.shown(piece) == shown


@only("file")
def test_the_rates_by_temperature_and_what_is_not_identical_are_told_with_sources(
    host: Host, opened: Opener
) -> None:
    page = opened(host, until=None, java_script_enabled=False)
    lines = section(page).locator("#identical-rates tbody tr")
    expect(lines).to_have_count(len(TEMPERATURES))
    for i, (one, other) in enumerate(zip(rates("aligned"), rates("weak"), strict=True)):
        for rate in (one, other):
            told = f"{rounded(rate.mean)} ({rounded(rate.low)} to {rounded(rate.high)})"
            expect(lines.nth(i)).to_contain_text(told)
    for link in section(page).locator("#identical-practice a").all():
        assert (link.get_attribute("href") or "").startswith("https://")
        expect(link).to_have_text(re.compile(r"read \d{4}-\d\d-\d\d"))
