"""A figure looks the same, whichever BokehJS draws it."""

from __future__ import annotations

import io
import re
from pathlib import Path

from bokeh.util.paths import bokehjs_path
from PIL import Image, ImageChops
from tests.engines.engine import WIDTH, Engine
from tests.engines.page import Page, opened

from specviz import SpeculativeDecoding
from specviz.hosts.export import html
from specviz.page.item import figures
from specviz.page.packing import packed
from specviz.sections import SECTIONS, section

FIGURES = figures(tuple(map(section, SECTIONS)))

SHOWN = """async (name) => {
  const element = document.getElementById(name)
  for (let around = element; around; around = around.parentElement)
    if (around.tagName === "DETAILS") around.open = true
  element.scrollIntoView({ block: "center" })
}"""
DRAWN = "document.getElementById(given).querySelector('.bk-Plot')"


def test_every_figure_is_the_same_with_the_lean_bokehjs_and_with_the_whole(
    engine: Engine, tmp_path: Path
) -> None:
    lean = html(SpeculativeDecoding())
    code = (bokehjs_path() / "js" / "bokeh.min.js").read_text("utf-8")
    whole, replaced = re.subn(r"(?<=data-packed>)[^<]+", packed(code), lean, count=1)
    assert replaced == 1
    assert whole != lean, "this page carries the whole BokehJS: run make bokehjs"
    seen = {}
    for name, text in {"lean": lean, "whole": whole}.items():
        path = tmp_path / f"{name}.html"
        path.write_text(text, "utf-8")
        seen[name] = pictures(engine, path)
    for figure in FIGURES:
        one, other = seen["lean"][figure], seen["whole"][figure]
        assert one.size == other.size
        assert ImageChops.difference(one, other).getbbox() is None, figure
        assert len(one.getcolors(1 << 20) or ()) > 1, figure


def pictures(engine: Engine, path: Path) -> dict[str, Image.Image]:
    """Every figure of a page, its race finished, as the screen shows it."""
    page = opened(engine, f"{path.as_uri()}?dice=7")
    page.click('label:has(input[name="speed"][value="8"])')
    page.wait("document.querySelector('#race-result').textContent !== ''")
    page.wait("document.querySelector('#race').dataset.playing === 'false'")
    page.click('button[name="many"]')
    return {figure: picture(page, figure) for figure in FIGURES}


def picture(page: Page, figure: str) -> Image.Image:
    """One figure, painted: as it stays, since the last frame may still be on its way."""
    page.engine.evaluate(SHOWN, figure)
    page.wait(DRAWN, figure)
    before, now = None, shot_of(page, figure)
    while before != now or len(now.getcolors(1 << 20) or ()) < 2:
        before, now = now, shot_of(page, figure)
    return now


def shot_of(page: Page, figure: str) -> Image.Image:
    """The place of a figure on the screen, as it is now."""
    x, y, width, height = page.place(f"#{figure}")
    with Image.open(io.BytesIO(page.engine.screenshot())) as shot:
        scale = shot.width / WIDTH
        left, top, right, bottom = (round(scale * edge) for edge in (x, y, x + width, y + height))
        return shot.convert("RGB").crop((left, top, right, bottom))
