"""Films and pictures of the race, as the command line makes them."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pymupdf
import pytest
from PIL import Image, ImageSequence
from playwright.sync_api import Browser

from specviz.hosts.media.gif import gif

COMMAND = [sys.executable, "-m", "specviz", "export"]


def exported(path: Path, *options: str) -> bytes:
    done = subprocess.run([*COMMAND, path, *options], capture_output=True, text=True, check=False)
    # A bar is for those who watch a terminal.
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return path.read_bytes()


def painted(browser: Browser, address: str, width: int, height: int) -> Image.Image:
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        page = context.new_page()
        page.goto(address)
        return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """Mean difference of two pictures, coarsely, since letters are drawn a little differently."""
    size = (160, 90)
    left, right = (np.asarray(it.resize(size).convert("L"), float) for it in (one, other))
    return float(np.abs(left - right).mean())


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Image.Image:
    """The finished race at the default settings."""
    content = exported(tmp_path_factory.mktemp("picture") / "race.png")
    return Image.open(io.BytesIO(content)).convert("RGB")


def test_two_gifs_are_the_same_byte_for_byte_and_end_with_the_result(
    tmp_path: Path, picture: Image.Image
) -> None:
    options = ("--seconds", "4", "--width", "640")
    first, second = (exported(tmp_path / name, *options) for name in ("one.gif", "two.gif"))
    assert first == second
    assert len(first) < 1_500_000
    film = Image.open(io.BytesIO(first))
    assert film.size == (640, 360)
    assert film.info["loop"] == 0
    frames = [
        (frame.info["duration"], frame.convert("RGB")) for frame in ImageSequence.Iterator(film)
    ]
    assert sum(lasts for lasts, _ in frames) == 4000
    assert len(frames) > 30
    first_seen, last_seen = (difference(frames[at][1], picture) for at in (0, -1))
    assert last_seen < 3 < first_seen


def test_a_gif_shows_every_frame_as_it_was() -> None:
    shots = []
    for place in range(6):
        pixels = np.full((20, 30, 3), 250, np.uint8)
        pixels[4:9, 3 * place : 3 * place + 8] = (176, 70, 0)
        file = io.BytesIO()
        Image.fromarray(pixels).save(file, "PNG")
        shots += [file.getvalue()] * (1 + place % 2)
    film = Image.open(io.BytesIO(gif(shots, 12.5)))
    shown = [
        (frame.info["duration"], np.asarray(frame.convert("RGB")))
        for frame in ImageSequence.Iterator(film)
    ]
    assert [lasts for lasts, _ in shown] == [80, 160] * 3
    wanted = [shot for shot, after in pairwise([*shots, b""]) if shot != after]
    for (_, pixels), shot in zip(shown, wanted, strict=True):
        assert (pixels == np.asarray(Image.open(io.BytesIO(shot)))).all()


def test_a_film_is_what_powerpoint_and_keynote_play(tmp_path: Path) -> None:
    content = exported(tmp_path / "talk.mp4", "--seconds", "3", "--width", "641")
    assert content[4:8] == b"ftyp"
    assert b"avc1" in content
    # What a player needs first comes first.
    assert content.index(b"moov") < content.index(b"mdat")


def test_a_png_is_twice_as_fine_as_the_page(picture: Image.Image, tmp_path: Path) -> None:
    assert picture.size == (2560, 1440)
    narrow = Image.open(io.BytesIO(exported(tmp_path / "narrow.png", "--width", "700")))
    assert narrow.size[0] == 700


@pytest.mark.parametrize("view", ["slide", "widget", "page"])
def test_a_pdf_is_one_sheet_of_lines_and_letters(tmp_path: Path, view: str) -> None:
    first, second = (exported(tmp_path / name, "--view", view) for name in ("one.pdf", "two.pdf"))
    assert first == second
    document = pymupdf.open(stream=first, filetype="pdf")
    assert len(document) == 1
    sheet = document[0]
    # The map of the page is an image by nature.
    assert view == "page" or sheet.get_images() == []
    words = sheet.get_text()
    for word in ("accepted", "time, in target steps", "tokens identical", "Expected at"):
        assert word in words


def test_a_pdf_of_a_slide_has_the_slide_s_size(tmp_path: Path) -> None:
    exported(tmp_path / "slide.pdf")
    sheet = pymupdf.open(tmp_path / "slide.pdf")[0]
    assert (sheet.rect.width, sheet.rect.height) == (960, 540)


def test_an_svg_is_lines_alone_and_looks_as_the_page_does(
    tmp_path: Path, browser: Browser, picture: Image.Image
) -> None:
    text = exported(tmp_path / "race.svg", "--width", "800").decode()
    assert re.match(r'<svg [^>]*width="800" height="450"', text)
    assert "<title>" in text
    for absent in ("foreignObject", "<image", "<text", "http://fonts"):
        assert absent not in text
    drawn = painted(browser, (tmp_path / "race.svg").as_uri(), 800, 450)
    assert difference(drawn, picture) < 3


def test_pictures_show_no_button_that_nobody_can_press(tmp_path: Path) -> None:
    exported(tmp_path / "race.pdf")
    words = pymupdf.open(tmp_path / "race.pdf")[0].get_text()
    assert "New dice" not in words
    assert "0.80" in words


def test_settings_reach_the_picture(tmp_path: Path) -> None:
    exported(tmp_path / "race.pdf", "--draft", "weak", "--k", "7", "--c", "0.05")
    words = pymupdf.open(tmp_path / "race.pdf")[0].get_text()
    for word in ("0.50", "c = 0.05", "k = 7"):
        assert word in words


def test_a_section_gives_its_own_picture_and_nothing_around_it(tmp_path: Path) -> None:
    exported(tmp_path / "curve.pdf", "--section", "pays", "--a", "0.9")
    [sheet] = pymupdf.open(tmp_path / "curve.pdf")
    words = " ".join(sheet.get_text().split())
    rate, cost = Fraction(9, 10), Fraction(1, 10)
    gains = {k: (1 - rate ** (k + 1)) / (1 - rate) / (1 + k * cost) for k in range(1, 17)}
    assert f"best is k = {max(gains, key=lambda k: gains[k])} at" in words
    for absent in ("Where it pays", "What was measured", "Pass 1", "Settings"):
        assert absent not in words


def test_pictures_of_sections_stand_one_below_the_other_as_lines(tmp_path: Path) -> None:
    alone = re.compile(r'<svg [^>]*width="960" height="([\d.]+)"')
    heights = []
    for names in (["compare"], ["pair"], ["compare", "pair"]):
        options = [word for name in names for word in ("--section", name)]
        text = exported(tmp_path / "picture.svg", *options).decode()
        assert "<image" not in text
        found = alone.match(text)
        assert found is not None
        heights.append(float(found[1]))
    table, curves, both = heights
    assert max(table, curves) < both < table + curves


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("words.png", "'how' has no picture: it is words alone"),
        ("words.gif", "a film shows the race, which is not among how"),
    ],
)
def test_what_a_section_cannot_give_is_said_in_one_line(
    tmp_path: Path, name: str, words: str
) -> None:
    done = subprocess.run(
        [*COMMAND, tmp_path / name, "--section", "how"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"specviz: {words}\n"
    assert list(tmp_path.iterdir()) == []


def test_without_a_browser_one_line_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECVIZ_CHROMIUM", str(tmp_path / "none"))
    done = subprocess.run(
        [*COMMAND, tmp_path / "race.gif"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "playwright install" in done.stderr
    assert list(tmp_path.iterdir()) == []
