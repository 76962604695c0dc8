"""A page that is left playing in an exhibition takes no more memory in the end than at first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from playwright.sync_api import CDPSession, expect
from tests.browser.conftest import Opener
from tests.browser.hosts import PATIENCE, File, Opened

RUNS_FIRST = 2
"""Runs until all code that is ever called has been, and its caches are full."""

GROWTH = 400_000
"""Bytes that the engine's own caches may take meanwhile, of about thirty million."""


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


def play_once(page: Opened) -> None:
    """Press Play, as a reader does where a run has ended, and watch it to its end."""
    race = page.frame.locator("#race")
    page.frame.locator("button[name=play]").click()
    expect(race).to_have_attribute("data-playing", "true")
    expect(race).to_have_attribute("data-playing", "false", timeout=4 * PATIENCE * 1000)


def test_a_page_left_playing_at_eightfold_speed_holds_what_it_held(
    file: File,
    opened: Opener,
    lasting: Callable[[float, float], float],
    record_property: Callable[[str, object], None],
) -> None:
    page = opened(file, "dice=7")
    cdp = page.page.context.new_cdp_session(page.page)
    page.frame.locator("[name=speed][value='8']").check(force=True)
    expect(page.frame.locator("#race")).to_have_attribute(
        "data-playing", "false", timeout=4 * PATIENCE * 1000
    )
    for _ in range(RUNS_FIRST):
        play_once(page)
    before = held(cdp)
    over = monotonic() + lasting(20, 600)
    runs = 0
    while monotonic() < over or runs < RUNS_FIRST:
        play_once(page)
        runs += 1
    after = held(cdp)
    for name, value in {"runs": runs, "before": before, "after": after}.items():
        record_property(name, str(value))
    assert (after.nodes, after.listeners) == (before.nodes, before.listeners)
    assert after.heap - before.heap < GROWTH
