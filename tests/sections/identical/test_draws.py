"""The draws of the section "Why the text is identical": one in steps, ten thousand on p."""

from __future__ import annotations

import re
from typing import get_args

import numpy as np
import pytest
from playwright.sync_api import Locator, expect
from scipy import stats
from tests.browser.fixtures import Opener
from tests.browser.hosts import Host, Opened, only
from tests.sections.identical.test_identical import section

from specviz.sections.identical import chance, place
from specviz.sections.identical.positions import sentence
from specviz.theory.dice import dice
from specviz.theory.goodness import chi_square, tail
from specviz.theory.sampling import Rule, draws, emitted


def steps(page: Opened) -> Locator:
    return section(page).locator("#identical-draw li")


def reached(page: Opened) -> int:
    """How many steps of the draw are to be seen."""
    return sum(step.is_visible() for step in steps(page).all())


def draw(page: Opened, index: int) -> None:
    """Go to the draw of an index, at its end."""
    for _ in range(index):
        section(page).locator("[name=identical-again]").click()
    while reached(page) < len(chance.STEPS):
        section(page).locator("[name=identical-step]").click()


@only("file")
def test_a_draw_goes_forth_and_back_by_button_and_by_key(host: Host, opened: Opener) -> None:
    page = opened(host, reduced_motion="reduce")
    position = sentence()[0]
    told = chance.one(position.words, *position.pair("aligned", 1.0), chance.SEED, 0).texts
    names = [f"{name}. {text}" for name, text in zip(chance.STEPS, told, strict=True)]
    expect(steps(page)).to_have_text(names)
    for left in (4, 3, 2, 1, 0):
        section(page).locator("[name=identical-back]").click()
        assert reached(page) == left
    expect(section(page).locator("[name=identical-back]")).to_be_disabled()
    # The button that switched itself off gave the focus on: the keys go on working.
    for count in (1, 2, 3):
        page.page.keyboard.press("ArrowRight")
        assert reached(page) == count
        expect(page.frame.locator("#announcement")).to_have_text(names[count - 1])
    page.page.keyboard.press("PageUp")
    assert reached(page) == 2
    residual = section(page).locator("#identical-table")
    expect(residual).to_have_class(re.compile("resting"))
    for _ in range(2):
        page.page.keyboard.press("PageDown")
    expect(residual).not_to_have_class(re.compile("resting"))
    expect(section(page).locator("tr.drafted th")).to_have_text("The")
    page.page.keyboard.press("ArrowRight")
    expect(section(page).locator("tr.out th")).to_have_text("As")


@only("file")
def test_a_draw_plays_to_its_end_and_can_be_halted(host: Host, opened: Opener) -> None:
    page = opened(host, reduced_motion="reduce")
    play = section(page).locator("[name=identical-play]")
    play.focus()
    page.page.clock.install()
    page.page.keyboard.press("Space")
    expect(play).to_have_text("Pause")
    assert reached(page) == 1
    page.page.clock.run_for(1500)
    assert reached(page) == 2
    page.page.keyboard.press("Space")
    page.page.clock.run_for(10_000)
    assert reached(page) == 2
    page.page.keyboard.press("Space")
    page.page.clock.run_for(10_000)
    assert reached(page) == len(chance.STEPS)
    expect(play).to_have_text("Play the draw")


@pytest.mark.parametrize(("draft", "temperature"), [("aligned", "1.0"), ("weak", "0.0")])
@only("file")
def test_every_draw_is_told_as_python_tells_it(
    host: Host, opened: Opener, draft: str, temperature: str
) -> None:
    page = opened(host, f"draft={draft}", reduced_motion="reduce")
    section(page).locator(f"[name=identical-temperature][value='{temperature}']").check(force=True)
    position = sentence()[0]
    p, q = position.pair(draft, float(temperature))
    for index in range(4):
        draw(page, int(index > 0))
        told = chance.one(position.words, p, q, chance.SEED, index)
        expect(steps(page).locator("span")).to_have_text(told.texts)
        for name, token in (("drafted", told.drafted), ("out", told.out)):
            row = section(page).locator("#identical-table tbody tr").nth(min(token, 8))
            expect(row).to_have_class(re.compile(name))


MANY = """async ([rules, bends]) => {
  const { parts } = await import("specviz/shown")
  const { pair } = await import("specviz/identical/place")
  const { counted, manyDraws, verdict } = await import("specviz/identical/chance")
  const { dice } = await import("specviz/dice")
  const { data } = parts.find(({ name }) => name === "identical")
  const rolled = dice(10, 30000)
  return rules.flatMap((rule) => bends.map((bend) => {
    const choice = { at: 0, draft: "aligned", temperature: 1, bend }
    const [p, q] = pair(data, choice)
    const counts = counted(manyDraws(p, q, rule, rolled).out, p.length)
    return { rule, bend, counts, verdict: verdict(counts, p) }
  }))
}"""


@only("file")
def test_ten_thousand_draws_land_on_p_by_the_right_rule_alone(host: Host, opened: Opener) -> None:
    rules = list(get_args(Rule))
    found = opened(host).frame.evaluate(MANY, [rules, [0.5, 1, 1.5, 2]])
    p, _ = sentence()[0].pair("aligned", 1.0)
    for there in found:
        assert there["verdict"] == chance.verdict(there["counts"], p)
        right = "Nothing speaks against p." in there["verdict"]
        assert right == (there["rule"] == "right"), there
        assert ("This is not p." in there["verdict"]) == (not right)


@only("file")
def test_the_bars_land_where_the_rule_says(host: Host, opened: Opener) -> None:
    page = opened(host, reduced_motion="reduce")
    p, q = sentence()[0].pair("aligned", 1.0)
    panel = section(page).locator("#identical-many")
    expect(panel.locator("th.limit")).to_be_hidden()
    for rule in ("keep", "resample", "right"):
        panel.locator(f"[name=identical-rule][value={rule}]").check(force=True)
        _, kept, out = draws(p, q, dice(chance.SEED, 3 * chance.DRAWS), rule)
        counts = np.bincount(out, minlength=len(p))
        expect(panel.locator("[data-identical=verdict]")).to_have_text(
            chance.verdict(counts.tolist(), p)
        )
        expect(panel.locator("[data-identical=kept]")).to_contain_text(f"{kept.sum():,} of 10,000")
        limit = emitted(p, q, rule)
        for i in range(8):
            line = panel.locator("tbody tr").nth(i)
            expect(line.locator("td").nth(1)).to_have_text(place.percent(counts[i] / chance.DRAWS))
            for name, share in (("wanted", p[i]), ("limit", limit[i])):
                tick = line.locator(f"line.{name}")
                assert tick.get_attribute("x1") == f"{place.percent(share)}%"
    expect(panel.locator("[data-identical=limit]")).to_have_text("")


@only("file")
def test_new_dice_fill_the_bars_anew(host: Host, opened: Opener) -> None:
    page = opened(host)
    panel = section(page).locator("#identical-many")
    p, q = sentence()[0].pair("aligned", 1.0)
    panel.locator("[name=identical-many]").click()
    _, _, out = draws(p, q, dice(chance.SEED + 1, 3 * chance.DRAWS))
    counts = np.bincount(out, minlength=len(p))
    for i in range(8):
        cell = panel.locator("tbody tr").nth(i).locator("td").nth(1)
        expect(cell).to_have_text(place.percent(counts[i] / chance.DRAWS))


@pytest.mark.parametrize(
    ("counts", "p", "words"),
    [
        ([9, 1], [1.0, 0.0], "Tokens came out that p never gives: this is not p."),
        ([10, 0], [1.0, 0.0], "Only one token can come out, and it did: this is p."),
        (
            [50, 50],
            [0.5, 0.5],
            (
                "χ² = 0.0 with 1 degree of freedom: draws from p go as far or farther in 100 % of "
                "tries. Nothing speaks against p."
            ),
        ),
        (
            [65, 35],
            [0.5, 0.5],
            (
                "χ² = 9.0 with 1 degree of freedom: draws from p go as far or farther in 0.27 % of "
                "tries. That is rare; try other dice."
            ),
        ),
        (
            [80, 20],
            [0.5, 0.5],
            (
                "χ² = 36.0 with 1 degree of freedom: draws from p go so far in less than 0.01 % of "
                "tries. This is not p."
            ),
        ),
    ],
)
def test_the_test_s_outcome_reads_in_words(counts: list[int], p: list[float], words: str) -> None:
    assert chance.verdict(counts, np.array(p)) == words


def test_p_values_are_uniform_by_the_right_rule_and_vanish_by_each_wrong_one() -> None:
    p, q = sentence()[0].pair("aligned", 1.0)
    for rule in get_args(Rule):
        values = []
        for seed in range(200):
            _, _, out = draws(p, q, np.random.default_rng(seed).random(3 * 2000), rule)
            statistic, freedom = chi_square(np.bincount(out, minlength=len(p)), p)
            values.append(tail(statistic, freedom))
            assert values[-1] == pytest.approx(stats.chi2.sf(statistic, freedom), abs=1e-12)
        if rule == "right":
            assert stats.kstest(values, "uniform").pvalue > 0.01
        else:
            assert max(values) < 1e-6
