"""Clocks, languages, directions, zooms and slow machines change nothing that the page says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Frame, ViewportSize, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import PATIENCE, Exports, File, Opened, View
from tests.hostile.site import Site

from specviz.page.snippet import snippet
from specviz.theory import expected_tokens, net_speedup
from specviz.theory.rounding import rounded

Colours = Literal["light", "dark"]

PHONE: ViewportSize = {"width": 320, "height": 640}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}

SIDEWAYS = """() => {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth - clientWidth
}"""


def right(frame: Frame) -> None:
    """The numbers are right, in whatever way they are set."""
    for a, k in ((0.37, 7), (0.8, 4)):
        frame.locator("input[name=a]").fill(str(a))
        frame.locator("input[name=k]").fill(str(k))
        expect(frame.locator("output[name=E]")).to_have_text(rounded(expected_tokens(a, k)))
        speedup = f"{rounded(net_speedup(a, k))}×"
        expect(frame.locator("output[name=speedup]")).to_have_text(speedup)
        expect(frame.locator("tr.live [data-col=E]")).to_have_text(rounded(expected_tokens(a, k)))


def drawn(frame: Frame, *places: str) -> None:
    for place in places:
        frame.locator(place).scroll_into_view_if_needed()
        expect(frame.locator(f"{place} canvas").first).to_be_visible()
        box = frame.locator(f"{place} canvas").first.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) > 20


def whole(page: Opened) -> None:
    """Ready, right, drawn, and no wider than the window."""
    drawn(page.frame, "#microscope", "#lanes")
    right(page.frame)
    assert page.frame.evaluate(SIDEWAYS) <= 0


PLACES = {
    "de-DE": "Europe/Berlin",
    "ar-EG": "Africa/Cairo",
    "fa-IR": "Asia/Tehran",
    "hi-IN-u-nu-deva": "Australia/Eucla",
    "tr-TR": "Pacific/Apia",
    "ja-JP-u-ca-japanese": "UTC",
}
"""Decimal commas, other digits, other directions, dotless letters, other calendars."""


@pytest.mark.parametrize(("place", "zone"), [*PLACES.items()])
def test_a_reader_of_any_language_and_time_zone_reads_the_same_numbers(
    place: str, zone: str, file: File, opened: Opener
) -> None:
    page = opened(file, "a=0.9&k=2&dice=7", locale=place, timezone_id=zone)
    assert page.frame.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone") == zone
    expect(page.frame.locator("output[name=E]")).to_have_text("2.71")
    whole(page)


COMMAND = """
import contextlib, locale, sys
with contextlib.suppress(locale.Error):
    locale.setlocale(locale.LC_ALL, "")
from specviz.cli import run
table = run(["table", "--a", "0.37", "--format", "csv"])
page = run(["export", "-", "--view", "widget", "--resources", "cdn"])
print(locale.localeconv()["decimal_point"], file=sys.stderr)
sys.exit(table or page)
"""


def written(place: str, zone: str, **more: str) -> tuple[bytes, str]:
    """What the command writes there, and the sign that the locale puts before decimals."""
    done = subprocess.run(
        [sys.executable, "-c", COMMAND],
        capture_output=True,
        check=True,
        env=os.environ | {"LC_ALL": place, "LANG": place, "TZ": zone} | more,
        timeout=4 * PATIENCE,
    )
    return done.stdout, done.stderr.decode().strip()


def test_the_command_writes_the_same_in_any_locale_and_time_zone(tmp_path: Path) -> None:
    plain, point = written("C", "UTC")
    assert point == "."
    assert b"0.37,4," in plain
    assert written("C.UTF-8", "Pacific/Apia")[0] == plain
    assert written("nowhere", "Nowhere/Nowhere")[0] == plain
    made = subprocess.run(
        ["localedef", "-i", "de_DE", "-f", "UTF-8", str(tmp_path / "de_DE.UTF-8")],  # noqa: S607 wherever the system has it
        capture_output=True,
        check=False,
        text=True,
    )
    if made.returncode:
        pytest.skip(f"no locale with decimal commas can be made here: {made.stderr}")
    assert written("de_DE.UTF-8", "Europe/Berlin", LOCPATH=str(tmp_path)) == (plain, ",")


HOST = """<!doctype html>
<html lang="ar" dir="rtl">
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>درس</title>
<body style="margin: 0"><p>درس</p>
SNIPPET
"""


def test_a_page_that_reads_from_right_to_left_frames_it_whole(
    exports: Exports, opened: Opener, tmp_path: Path
) -> None:
    course = tmp_path / "course.html"
    (tmp_path / "lesson.html").write_bytes(exports("widget", "inline").read_bytes())
    course.write_text(HOST.replace("SNIPPET", snippet("lesson.html")), "utf-8")
    page = opened(Site(course.as_uri()), until=None, viewport=LAPTOP)
    inner = Opened(page.page, page.page.frames[1], page.console)
    inner.wait_until("ready")
    whole(inner)
    assert page.page.evaluate(SIDEWAYS) <= 0


@pytest.mark.parametrize("view", ["page", "widget"])
def test_a_page_turned_from_right_to_left_stays_whole(
    view: View, file: File, opened: Opener
) -> None:
    # As extensions that translate a page do to it.
    page = opened(file, "", view, viewport=LAPTOP)
    page.frame.evaluate("document.documentElement.dir = 'rtl'")
    whole(page)


@pytest.mark.parametrize("zoom", [0.5, 0.67, 1.25, 2, 4])
def test_the_page_can_be_zoomed(zoom: float, file: File, opened: Opener) -> None:
    # Zoom leaves fewer and larger pixels of CSS: at 400 % of a laptop, those of a phone.
    viewport: ViewportSize = {
        "width": round(LAPTOP["width"] / zoom),
        "height": round(LAPTOP["height"] / zoom),
    }
    page = opened(file, "dice=7", viewport=viewport, device_scale_factor=zoom)
    whole(page)
    drawn(page.frame, "#curve", "#heatmap", "#pair-tokens")
    assert page.frame.evaluate(SIDEWAYS) <= 0


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_with_forced_colours_all_is_there(colours: Colours, file: File, opened: Opener) -> None:
    page = opened(file, "dice=7", forced_colors="active", color_scheme=colours, viewport=LAPTOP)
    assert page.frame.evaluate("matchMedia('(forced-colors: active)').matches")
    whole(page)
    drawn(page.frame, "#curve", "#heatmap", "#predictions", "#pair-tokens")


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_at_a_quarter_of_the_speed_the_page_is_ready_and_right(
    viewport: ViewportSize, exports: Exports, opened: Opener
) -> None:
    page = opened(Site("about:blank"), until=None, viewport=viewport)
    cdp = page.page.context.new_cdp_session(page.page)
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.page.goto(f"{exports('page', 'inline').as_uri()}?dice=7", wait_until="commit")
    page.wait_until("numbers")
    right(page.frame)
    page.wait_until("ready")
    whole(page)
    # The race goes on by the clock, however few frames there are.
    race = page.frame.locator("#race")
    page.frame.locator("[name=speed][value='8']").check(force=True)
    page.frame.locator("button[name=replay]").click()
    expect(race).to_have_attribute("data-playing", "true")
    expect(race).to_have_attribute("data-playing", "false", timeout=4 * PATIENCE * 1000)
    expect(page.frame.locator("#race-result")).not_to_be_empty()
