"""A page that is left playing in an exhibition takes no more memory in the end than at first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import CDPSession, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import PATIENCE, File, Opened

GROWTH = 400_000
"""Bytes that the engine's own caches may take meanwhile, of about ten million."""


@dataclass(frozen=True)
class Held:
    """What a page holds after a collection of garbage."""

    heap: int
    nodes: int
    listeners: int


def held(cdp: CDPSession) -> Held:
    # What finalisers let go is only collected by the next one.
    for _ in range(3):
        cdp.send("HeapProfiler.collectGarbage")
    heap = cdp.send("Runtime.getHeapUsage")["usedSize"]
    counted = cdp.send("Memory.getDOMCounters")
    return Held(int(heap), counted["nodes"], counted["jsEventListeners"])


PLAY = """() => {
  window.runs = 0
  window.reader = setInterval(() => {
    if (document.querySelector("#race").dataset.playing === "true") return
    window.runs += 1
    document.querySelector("[name=play]").click()
  }, 50)
}"""
"""Presses Play where a run has ended; from within, since a driver's visits stay in the heap."""


def play(page: Opened, seconds: float) -> int:
    """Play run after run for so long, two at least, and the last to its end; how many."""
    page.frame.evaluate(PLAY)
    enough = f"performance.now() > {page.frame.evaluate('performance.now()') + 1000 * seconds}"
    page.frame.wait_for_function(
        f"{enough} && window.runs > 2", timeout=1000 * (seconds + 4 * PATIENCE), polling=1000
    )
    page.frame.evaluate("clearInterval(window.reader)")
    at_rest(page)
    return int(page.frame.evaluate("window.runs"))


def at_rest(page: Opened) -> None:
    expect(page.frame.locator("#race")).to_have_attribute(
        "data-playing", "false", timeout=4 * PATIENCE * 1000
    )


def test_a_page_left_playing_at_eightfold_speed_holds_what_it_held(
    file: File,
    opened: Opener,
    lasting: Callable[[float, float], float],
    record_property: Callable[[str, object], None],
) -> None:
    page = opened(file, "dice=7")
    cdp = page.page.context.new_cdp_session(page.page)
    page.frame.locator("[name=speed][value='8']").check(force=True)
    at_rest(page)
    play(page, 0)
    before = held(cdp)
    runs = play(page, lasting(20, 600))
    after = held(cdp)
    for name, value in {"runs": runs, "before": before, "after": after}.items():
        record_property(name, str(value))
    assert (after.nodes, after.listeners) == (before.nodes, before.listeners)
    assert after.heap - before.heap < GROWTH
