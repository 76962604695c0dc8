"""The race: what starts a run and what does not, and that what is played is Python's run."""

from __future__ import annotations

import json
import math
import re
from dataclasses import asdict
from functools import cache
from itertools import product
from typing import Any, NamedTuple, get_args

import numpy as np
import pytest
from playwright.sync_api import Frame, Locator, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import Host, Opened, View
from tests.browser.test_twins import LENGTHS

from specviz import theory
from specviz.recording import acceptance_rate, recording
from specviz.theory import passes
from specviz.theory.dice import dice
from specviz.theory.passes import Pass
from specviz.theory.rounding import rounded

TOKENS = 32
"""The race goes on until this many are written."""

RATES = (0.0, 0.3, 0.8, 1.0)
DRAFTS = ("aligned", "weak")
KINDS = ("independent", "recorded")

LISTEN = """() => {
  window.heard = []
  const E = document.querySelector("output[name=E]")
  const speedup = document.querySelector("output[name=speedup]")
  const rows = document.querySelector("#settings tr.live")
  window.listener ??= document.addEventListener("input", ({ target }) => {
    if (target.name === "a") window.heard.push([target.valueAsNumber,
      Number(E.dataset.value), E.textContent, Number(speedup.dataset.value),
      rows.querySelector("[data-col=E]").textContent])
  }) ?? true
}"""
"""Hears each step of a drag behind the page's own listeners, before anything is painted."""

TO_THE_END = """() => {
  const race = document.querySelector("#race")
  const seen = []
  for (let before = -1; ; ) {
    const now = race.dataset.pass + document.querySelector("#race-result").textContent
    if (now === before) return seen
    before = now
    const spans = (id) => [...document.querySelector(id).children]
      .map((span) => [span.textContent, span.className])
    seen.push({
      pass: Number(race.dataset.pass),
      plain: spans("#plain-text"),
      speculative: spans("#speculative-text"),
      account: document.querySelector("#pass-account").textContent,
      identical: document.querySelector("#same").textContent,
      result: document.querySelector("#race-result").textContent,
    })
    specviz.step()
  }
}"""
"""With reduced motion each step shows its end at once: what is to be seen at every one."""


class Setting(NamedTuple):
    """What a run is a function of."""

    a: float
    k: int
    prompt: str
    draft: str = "aligned"
    kind: str = "independent"
    dice: int = 7
    c: float = 0.1
    v: float = 1.0


def prompts() -> list[str]:
    return [prompt.name for prompt in recording().prompts]


def run_of(setting: Setting) -> list[Pass]:
    a, k, prompt, draft, kind, seed, c, v = setting
    agrees = next(each for each in recording().prompts if each.name == prompt).drafts[draft].agrees
    verdict = (
        passes.recorded(agrees, k)
        if kind == "recorded"
        else passes.independent(dice(seed, TOKENS + k), a, k)
    )
    return passes.run(verdict, k, TOKENS, c, v)


def words_of(setting: Setting, run: list[Pass]) -> list[dict[str, list[str]]]:
    """The recording's own words for each pass, as numbers of its vocabulary tell them."""
    prompt = next(each for each in recording().prompts if each.name == setting.prompt)
    draft, found = prompt.drafts[setting.draft], []
    for each in run:
        end = each.first + each.accepted
        behind = draft.rejected[end][: setting.k - each.accepted] if each.own != "bonus" else []
        found.append(
            {
                "drafted": recording().words(np.array([*prompt.target[each.first : end], *behind])),
                "emitted": recording().words(prompt.target[each.first : each.first + each.emitted]),
            }
        )
    return found


def race(frame: Frame) -> Locator:
    return frame.locator("#race")


def runs(frame: Frame) -> int:
    return int(race(frame).get_attribute("data-run") or "")


def configure(frame: Frame, settings: dict[str, Any]) -> None:
    frame.evaluate("(settings) => specviz.set(settings)", settings)


def hear_true_numbers(frame: Frame, least: int) -> list[float]:
    """What was heard during a drag belongs to the slider's value at that moment."""
    heard = frame.evaluate("window.heard")
    assert len(heard) >= least
    for a, E, text, speedup, row in heard:
        assert theory.expected_tokens(a, 4) == E
        assert text == row == rounded(E)
        assert theory.net_speedup(a, 4) == speedup
    return [a for a, *_ in heard]


def place_on_slider(frame: Frame, a: float) -> tuple[float, float]:
    """Where the thumb's middle stands at a, on the screen."""
    box = frame.locator("input[name=a]").bounding_box()
    assert box is not None
    return box["x"] + 11 + a * (box["width"] - 22), box["y"] + box["height"] / 2


def test_a_drag_with_the_mouse_changes_the_numbers_at_each_step_and_starts_no_run(
    shared: Opened,
) -> None:
    frame, mouse, before = shared.frame, shared.page.mouse, runs(shared.frame)
    frame.evaluate(LISTEN)
    mouse.move(*place_on_slider(frame, 0.8))
    mouse.down()
    mouse.move(*place_on_slider(frame, 0.2), steps=12)
    mouse.up()
    rates = hear_true_numbers(frame, least=8)
    assert rates == sorted(rates, reverse=True)
    assert rates[-1] == pytest.approx(0.2, abs=0.02)
    assert runs(frame) == before
    assert race(frame).get_attribute("data-a") == "0.8"


def test_the_arrow_keys_change_the_numbers_at_each_step_and_start_no_run(shared: Opened) -> None:
    frame, before = shared.frame, runs(shared.frame)
    frame.evaluate(LISTEN)
    slider = frame.locator("input[name=a]")
    for key in ["ArrowRight"] * 5 + ["ArrowLeft"] * 3 + ["Home", "End", "PageDown"]:
        slider.press(key)
    rates = hear_true_numbers(frame, least=11)
    steps = [0.81, 0.82, 0.83, 0.84, 0.85, 0.84, 0.83, 0.82, 0.0, 1.0]
    assert rates[:10] == steps
    assert runs(frame) == before


def test_a_drag_with_a_finger_changes_the_numbers_and_starts_no_run(
    host: Host, opened: Opener
) -> None:
    page = opened(host, viewport={"width": 375, "height": 812}, has_touch=True)
    frame, before = page.frame, runs(page.frame)
    frame.evaluate(LISTEN)
    frame.locator("input[name=a]").scroll_into_view_if_needed()
    finger = page.page.context.new_cdp_session(page.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    touch("touchStart", place_on_slider(frame, 0.8))
    for a in (0.75, 0.7, 0.6, 0.5, 0.4, 0.3):
        touch("touchMove", place_on_slider(frame, a))
    touch("touchEnd")
    rates = hear_true_numbers(frame, least=4)
    assert rates[-1] == pytest.approx(0.3, abs=0.02)
    assert runs(frame) == before


def test_another_k_starts_a_run_that_plays_the_present_a(shared: Opened) -> None:
    frame, before = shared.frame, runs(shared.frame)
    frame.locator("input[name=a]").fill("0.63")
    expect(race(frame)).to_have_attribute("data-a", "0.8")
    frame.locator("input[name=k]").press("ArrowRight")
    expect(race(frame)).to_have_attribute("data-run", str(before + 1))
    for name, value in {"a": "0.63", "k": "5", "playing": "true"}.items():
        expect(race(frame)).to_have_attribute(f"data-{name}", value)
    expect(race(frame)).to_have_attribute("data-pass", "1")


def test_the_toggle_sets_a_and_starts_a_run_that_plays_it(shared: Opened) -> None:
    frame, before = shared.frame, runs(shared.frame)
    frame.locator("input[name=a]").fill("0.9")
    for count, (draft, a) in enumerate((("weak", 0.5), ("aligned", 0.8)), start=1):
        frame.locator(f"input[name=draft][value={draft}]").check()
        expect(frame.locator(f"input[name=draft][value={draft}]")).to_be_checked()
        expect(frame.locator("input[name=a]")).to_have_value(str(a))
        E = theory.expected_tokens(a, 4)
        expect(frame.locator("output[name=E]")).to_have_text(rounded(E))
        expect(race(frame)).to_have_attribute("data-run", str(before + count))
        expect(race(frame)).to_have_attribute("data-a", str(a))
        expect(race(frame)).to_have_attribute("data-playing", "true")


def test_a_toggle_that_changes_nothing_starts_no_run(shared: Opened) -> None:
    frame, before = shared.frame, runs(shared.frame)
    configure(frame, {"draft": "aligned", "k": 4})
    configure(frame, {"a": 0.5})
    assert runs(frame) == before


def test_ten_changes_in_a_second_leave_one_run_playing_the_last(shared: Opened) -> None:
    before = runs(shared.frame)
    seen, loops, took = shared.frame.evaluate(
        """async () => {
          const race = document.querySelector("#race")
          const paint = window.requestAnimationFrame
          const next = () => new Promise((resolve) => paint(resolve))
          // The player's own callback is the one that it calls frame.
          const perPaint = []
          let ran = 0
          window.requestAnimationFrame = (callback) => paint(callback.name !== "frame" ? callback :
            (now) => { ran += 1; callback(now) })
          const seen = []
          const observer = new MutationObserver(() =>
            seen.push(["run", "k", "pass"].map((name) => Number(race.dataset[name]))))
          observer.observe(race, { attributes: true })
          document.querySelector('[name=speed][value="8"]').click()
          const begun = performance.now()
          for (const k of [5, 6, 7, 8, 9, 10, 11, 12, 13, 2]) {
            specviz.set({ k })
            await next()
            await next()
          }
          const took = performance.now() - begun
          await next()
          while (Number(race.dataset.pass) < 4) {
            ran = 0
            await next()
            perPaint.push(ran)
          }
          observer.disconnect()
          window.requestAnimationFrame = paint
          return [seen, perPaint, took]
        }"""
    )
    assert took < 1000 or len(seen) > 10
    order = [run for run, _, _ in seen]
    assert order == sorted(order)
    assert set(order) == set(range(before + 1, before + 11))
    lengths = [5, 6, 7, 8, 9, 10, 11, 12, 13, 2]
    assert all(k == lengths[run - before - 1] for run, k, _ in seen)
    last = [number for run, _, number in seen if run == before + 10]
    assert last == sorted(last)
    assert last[-1] == 4
    assert max(loops) == 1
    expect(race(shared.frame)).to_have_attribute("data-playing", "true")
    expect(race(shared.frame)).to_have_attribute("data-k", "2")


def test_every_run_is_that_of_python_with_the_words_of_the_recording(shared: Opened) -> None:
    there = shared.frame.evaluate(
        """async (settings) => {
          const [{ played }, { passages }, { parts }] = await Promise.all(
            ["race/scene", "race/tokens", "shown"].map((name) => import(`specviz/${name}`)))
          const passage = passages(parts.find(({ name }) => name === "race").data)
          return JSON.stringify(settings.map((each) =>
            played(each, passage(each.prompt, each.draft))))
        }""",
        [setting._asdict() for setting in settings()],
    )
    differ = [
        (setting, one, other)
        for setting, one, other in zip(settings(), json.loads(there), played(), strict=True)
        if one != other
    ]
    assert differ[:1] == []


def test_committed_text_is_the_target_s_at_every_a_and_k_of_every_prompt_and_draft() -> None:
    target = {each.name: recording().words(each.target) for each in recording().prompts}
    for setting, run in zip(settings(), played(), strict=True):
        written = [word for words in run["words"] for word in words["emitted"]]
        assert TOKENS <= len(written) <= TOKENS + setting.k
        assert written == target[setting.prompt][: len(written)]


def test_a_recorded_run_shows_what_the_draft_really_wrote() -> None:
    for setting, run in zip(settings(), played(), strict=True):
        if setting.kind == "recorded":
            prompt = next(each for each in recording().prompts if each.name == setting.prompt)
            for each, words in zip(run["run"], run["words"], strict=True):
                wrote = prompt.drafts[setting.draft].drafted(each["first"], setting.k)
                assert words["drafted"] == recording().words(wrote)


@cache
def settings() -> list[Setting]:
    grid = product(RATES, LENGTHS, prompts(), DRAFTS, KINDS)
    return [Setting(*each) for each in grid if each[4] == "independent" or each[0] == RATES[0]]


@cache
def played() -> list[dict[str, Any]]:
    runs = [run_of(setting) for setting in settings()]
    return [
        {
            "run": [asdict(each) | {"outcomes": list(each.outcomes)} for each in run],
            "words": words_of(setting, run),
        }
        for setting, run in zip(settings(), runs, strict=True)
    ]


@pytest.mark.parametrize(
    "setting",
    [
        Setting(0.8, 4, "", dice=7),
        Setting(0.0, 3, "", draft="weak", dice=8),
        Setting(1.0, 16, "", dice=9, c=0.3, v=1.9),
        Setting(0.37, 1, "", draft="weak", dice=2**32 - 1, c=0.0),
        Setting(0.5, 6, "", draft="weak", kind="recorded"),
    ],
    ids=str,
)
def test_each_pass_that_is_shown_is_that_of_python(
    setting: Setting, file: Host, opened: Opener
) -> None:
    setting = setting._replace(prompt=prompts()[-1])
    frame = opened(file, f"dice={setting.dice}", "widget", reduced_motion="reduce").frame
    configure(frame, setting._asdict())
    run = run_of(setting)
    words = [word for each in words_of(setting, run) for word in each["emitted"]]
    marks = [mark for each in run for mark in ["accepted"] * each.accepted + [each.own]]
    stops = frame.evaluate(TO_THE_END)
    assert [stop["pass"] for stop in stops] == [*range(1, len(run) + 1), len(run)]
    for each, stop in zip(run, stops[:-1], strict=True):
        written, plain = each.first + each.emitted, min(len(words), math.floor(each.ends + 1e-9))
        assert stop["speculative"] == pairs(words[:written], marks[:written])
        assert stop["plain"] == pairs(words[:plain], ["plain"] * plain)
        assert numbers(stop["account"]) == [each.emitted, steps(each.ends - each.begins)]
        assert numbers(stop["identical"])[:2] == [min(plain, written)] * 2
    assert stops[-1]["speculative"] == pairs(words, marks)
    assert stops[-1]["plain"] == pairs(words, ["plain"] * len(words))
    assert numbers(stops[-1]["identical"]) == [len(words)] * 2
    ends = run[-1].ends
    a = acceptance_rate(setting.draft) if setting.kind == "recorded" else setting.a
    expected = theory.net_speedup(a, setting.k, setting.c, setting.v)
    assert numbers(stops[-1]["result"]) == [
        *(len(words), steps(ends), float(rounded(len(words) / ends))),
        *(float(rounded(a)), setting.k, float(rounded(expected))),
    ]


def pairs(words: list[str], classes: list[str]) -> list[list[str]]:
    return [list(pair) for pair in zip(words, classes, strict=True)]


def numbers(sentence: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", sentence)]


def steps(clock: float) -> float:
    return float(rounded(clock))


def test_a_run_played_to_its_end_shows_both_texts_whole(host: Host, opened: Opener) -> None:
    page = opened(host, "dice=7&k=6", "widget")
    run = run_of(Setting(0.8, 6, prompts()[0]))
    words = "".join(
        w for each in words_of(Setting(0.8, 6, prompts()[0]), run) for w in each["emitted"]
    )
    page.frame.locator('[name=speed][value="8"]').check()
    expect(race(page.frame)).to_have_attribute("data-pass", str(len(run)), timeout=30_000)
    expect(race(page.frame)).to_have_attribute("data-playing", "false", timeout=30_000)
    for name in ("#plain-text", "#speculative-text"):
        assert page.frame.locator(name).text_content() == words
    assert numbers(page.frame.locator("#race-result").inner_text())[:1] == [
        run[-1].first + run[-1].emitted
    ]


def test_the_lanes_are_drawn_to_the_clock_of_the_run(file: Host, opened: Opener) -> None:
    frame = opened(file, "dice=7&c=0.2", "widget", reduced_motion="reduce").frame
    run = run_of(Setting(0.8, 4, prompts()[0], c=0.2))
    frame.evaluate(TO_THE_END)
    # An animation frame draws what was last set.
    left = frame.evaluate(
        """() => Bokeh.documents.flatMap((doc) => [...doc._all_models.values()])
          .find(({ name }) => name === "blocks" ).data.left"""
    )
    drafts = [each.begins + i * 0.2 for each in run for i in range(4)]
    for begins in [*drafts, *(each.verifies for each in run)]:
        assert any(begins == pytest.approx(place) for place in left)


@pytest.mark.parametrize("seed", [1, 2**31])
def test_over_a_hundred_thousand_passes_the_mean_is_the_expected_one(
    shared: Opened, seed: int
) -> None:
    count = 100_000
    pairs = [(a, k) for a in (0.0, 0.2, 0.5, 0.8, 0.95, 1.0) for k in (1, 4, 16)]
    means = shared.frame.evaluate(
        """async ({ pairs, seed, count }) => {
          const [{ dice }, { acceptedPerPass, meanAndError }] = await Promise.all(
            ["dice", "passes"].map((name) => import(`specviz/${name}`)))
          return pairs.map(([a, k]) => {
            const accepted = acceptedPerPass(dice(seed, count * k), a, k).slice(0, count)
            return [accepted.length, 1 + meanAndError(accepted)[0]]
          })
        }""",
        {"pairs": pairs, "seed": seed, "count": count},
    )
    for (a, k), (played, mean) in zip(pairs, means, strict=True):
        chances = theory.tokens_per_pass_distribution(a, k)
        E = theory.expected_tokens(a, k)
        spread = math.sqrt(max(0.0, float(chances @ np.arange(1, k + 2) ** 2) - E**2))
        assert played == count
        assert abs(mean - E) <= 4 * spread / math.sqrt(count) + 1e-12


def test_play_and_pause_step_and_back(shared: Opened) -> None:
    frame = shared.frame
    click(frame, "play")
    expect(race(frame)).to_have_attribute("data-playing", "true")
    expect(frame.locator("button[name=play]")).to_have_text("Pause")
    click(frame, "play")
    expect(race(frame)).to_have_attribute("data-playing", "false")
    expect(frame.locator("button[name=play]")).to_have_text("Play")
    frame.locator('[name=speed][value="8"]').check()
    for number in (1, 2, 3):
        click(frame, "step")
        expect(race(frame)).to_have_attribute("data-pass", str(number))
        expect(race(frame)).to_have_attribute("data-playing", "false")
        expect(frame.locator("#pass-account")).not_to_be_empty()
    click(frame, "back")
    expect(race(frame)).to_have_attribute("data-pass", "2")
    click(frame, "back")
    click(frame, "back")
    expect(race(frame)).to_have_attribute("data-pass", "0")
    expect(frame.locator("#speculative-text span")).to_have_count(0)


def test_steps_faster_than_the_show_lose_none(shared: Opened) -> None:
    for number in (1, 2, 3, 4):
        click(shared.frame, "step")
        expect(race(shared.frame)).to_have_attribute("data-pass", str(number), timeout=500)


def test_replay_starts_the_same_run_again(shared: Opened) -> None:
    frame, before = shared.frame, runs(shared.frame)
    for _ in range(3):
        click(frame, "step")
    click(frame, "replay")
    expect(race(frame)).to_have_attribute("data-run", str(before + 1))
    expect(race(frame)).to_have_attribute("data-pass", "1")
    expect(race(frame)).to_have_attribute("data-playing", "true")
    expect(race(frame)).to_have_attribute(
        "data-passes", str(len(run_of(Setting(0.8, 4, prompts()[0]))))
    )


def test_new_dice_are_the_next_seed_and_start_a_run(shared: Opened) -> None:
    frame, before = shared.frame, runs(shared.frame)
    for seed in (8, 9):
        click(frame, "dice")
        expect(frame.locator("[data-show=dice]")).to_have_text(str(seed))
        expect(race(frame)).to_have_attribute(
            "data-passes", str(len(run_of(Setting(0.8, 4, prompts()[0], dice=seed))))
        )
    expect(race(frame)).to_have_attribute("data-run", str(before + 2))


def test_the_show_is_paced_by_time_and_speed_not_by_frames(shared: Opened) -> None:
    few, many, fast, slept = shared.frame.evaluate(
        """async () => {
          const { createPlayer } = await import("specviz/race/player")
          const hand = { moves: () => false, watch: () => undefined }
          const paint = window.requestAnimationFrame
          const shown = (times, speed) => {
            let queue = []
            let t = 0
            window.requestAnimationFrame = (callback) => queue.push(callback)
            const player = createPlayer(
              { show: (now) => { t = now }, still: () => false, hand })
            player.load({ segments: [], stops: [100], total: 100 })
            player.pace(speed)
            player.play()
            for (const now of times) {
              const due = queue
              queue = []
              for (const callback of due) callback(now)
            }
            return t
          }
          try {
            const every = (ms) => Array.from({ length: 1 + 1200 / ms }, (_, i) => i * ms)
            return [shown(every(200), 1), shown(every(10), 1), shown(every(10), 8),
              shown([0, 600_000], 1)]
          } finally {
            window.requestAnimationFrame = paint
          }
        }"""
    )
    assert few == pytest.approx(1.2)
    assert many == pytest.approx(1.2)
    assert fast == pytest.approx(9.6)
    assert slept < 1


def test_while_the_hand_moves_a_slider_the_race_stands_still_and_then_goes_on(
    shared: Opened,
) -> None:
    moving, after = shared.frame.evaluate(
        """async () => {
          const { createPlayer } = await import("specviz/race/player")
          const { createHand } = await import("specviz/hand")
          let moved = () => undefined
          const store = { subscribe: (listener) => { moved = listener } }
          const hand = createHand(document.createElement("div"), store)
          const frame = () => new Promise(requestAnimationFrame)
          let t = 0
          const player = createPlayer(
            { show: (now) => { t = now }, still: () => false, hand })
          player.load({ segments: [], stops: [100], total: 100 })
          player.play()
          const begun = performance.now()
          // Longer than one rest lasts: each step of the hand begins it anew.
          while (performance.now() - begun < 500) {
            moved()
            await frame()
          }
          const moving = t
          while (t === moving && performance.now() - begun < 20_000) await frame()
          return [moving, t]
        }"""
    )
    assert moving == 0
    assert 0 < after < 1


def test_a_new_scale_before_the_first_frame_stops_nothing(shared: Opened) -> None:
    assert shared.frame.evaluate(
        """async () => {
          const { createPlayer } = await import("specviz/race/player")
          const hand = { moves: () => true, watch: () => undefined }
          const player = createPlayer({ show: () => undefined, still: () => false, hand })
          player.load({ segments: [], stops: [100], total: 100 })
          player.play()
          player.load({ segments: [], stops: [50], total: 50 }, 0)
          const { playing } = player.place()
          player.pause()
          return playing
        }"""
    )


def test_a_run_that_the_slider_has_left_says_so_and_offers_to_replay(shared: Opened) -> None:
    frame, before = shared.frame, runs(shared.frame)
    stale = frame.locator("#stale")
    expect(stale).to_be_hidden()
    slider = frame.locator("input[name=a]")
    slider.fill("0.35")
    expect(stale).to_be_visible()
    expect(stale).to_contain_text("0.80")
    expect(stale).to_contain_text("0.35")
    slider.fill("0.8")
    expect(stale).to_be_hidden()
    slider.fill("0.36")
    stale.get_by_role("button").click()
    expect(stale).to_be_hidden()
    expect(race(frame)).to_have_attribute("data-run", str(before + 1))
    expect(race(frame)).to_have_attribute("data-a", "0.36")


PLACES = """() => [...document.querySelectorAll("#race > :not(#stale), #race ~ *")].map(
  (each) => each.getBoundingClientRect().top + scrollY
).concat(document.documentElement.scrollHeight)"""


@pytest.mark.parametrize("view", get_args(View))
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (375, 812)])
def test_nothing_jumps_when_the_slider_leaves_a_run(
    width: int, height: int, view: View, file: Host, opened: Opener
) -> None:
    frame = opened(file, "dice=7", view, viewport={"width": width, "height": height}).frame
    frame.evaluate("specviz.pause()")
    before = frame.evaluate(PLACES)
    frame.evaluate("specviz.set({ a: 0.79 })")
    expect(frame.locator("#stale")).to_be_visible()
    frame.wait_for_function("!document.querySelector('.moving')")
    assert frame.evaluate(PLACES) == before


def test_another_cost_puts_the_same_run_on_another_scale(file: Host, opened: Opener) -> None:
    frame = opened(file, "dice=7", "widget", reduced_motion="reduce").frame
    frame.evaluate(TO_THE_END)
    before = runs(frame)
    frame.locator(".costs summary").click()
    for c in (0.3, 0.05):
        frame.locator("input[name=c]").fill(str(c))
        run = run_of(Setting(0.8, 4, prompts()[0], c=c))
        tokens, ends = run[-1].first + run[-1].emitted, run[-1].ends
        result = numbers(frame.locator("#race-result").inner_text())
        assert result[:3] == [tokens, steps(ends), float(rounded(tokens / ends))]
        assert result[-1] == float(rounded(theory.net_speedup(0.8, 4, c)))
    assert runs(frame) == before
    expect(race(frame)).to_have_attribute("data-pass", str(len(run)))


def test_another_cost_leaves_the_place_in_a_run_alone(shared: Opened) -> None:
    frame, before = shared.frame, runs(shared.frame)
    frame.locator('[name=speed][value="8"]').check()
    for _ in range(3):
        click(frame, "step")
    expect(race(frame)).to_have_attribute("data-playing", "false")
    text = frame.locator("#speculative-text").text_content()
    configure(frame, {"c": 0.4})
    expect(race(frame)).to_have_attribute("data-pass", "3")
    assert frame.locator("#speculative-text").text_content() == text
    assert runs(frame) == before


@pytest.mark.parametrize(("a", "k"), [(0.8, 4), (0.37, 1), (1.0, 16), (0.0, 5)])
def test_a_thousand_passes_at_once_are_those_of_python(shared: Opened, a: float, k: int) -> None:
    frame = shared.frame
    click(frame, "many")
    configure(frame, {"a": a, "k": k})
    tokens = 1 + passes.accepted_per_pass(dice(7, 1000 * k), a, k)[:1000]
    mean, error = passes.mean_and_error(tokens)
    said = frame.locator("#many-result")
    expect(said).to_contain_text(f"{rounded(mean, 3)} ± {rounded(error, 3)}")
    expect(said).to_contain_text(f"E = {rounded(theory.expected_tokens(a, k), 3)}")
    counted = np.bincount(tokens, minlength=k + 2)[1:] / 1000
    expected = theory.tokens_per_pass_distribution(a, k)
    frame.wait_for_function(
        """(wanted) => {
          const models = Bokeh.documents.flatMap((doc) => [...doc._all_models.values()])
          return Object.entries(wanted).every(([name, top]) => JSON.stringify(top) ===
            JSON.stringify([...models.find((model) => model.name === name).data.top]))
        }""",
        arg={"seen": counted.tolist(), "expected": expected.tolist()},
    )


def click(frame: Frame, name: str) -> None:
    frame.locator(f"button[name={name}]").click()
