"""A page with a recording of somebody else's pair can be used by everybody, as any page can."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.test_access import AXE, PAINTED, axe
from tests.recording.pairs import pair, timed

import specviz
from specviz.recording import recording_of


@pytest.mark.parametrize("agreeing", ["sometimes", "always", "never"])
def test_it_is_axe_clean_and_plays(agreeing: str, browser: Browser, tmp_path: Path) -> None:
    rule = {"sometimes": lambda i: i % 3 != 0, "always": lambda _: True, "never": lambda _: False}
    own = recording_of(timed(pair(rule[agreeing], prompts=12)))
    path = tmp_path / "page.html"
    specviz.export_html(specviz.SpeculativeDecoding(), path, recording=own)
    page = browser.new_page(reduced_motion="reduce", viewport={"width": 320, "height": 800})
    said: list[str] = []
    page.on(
        "console",
        lambda message: said.append(message.text) if message.type in {"warning", "error"} else None,
    )
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{path.as_uri()}?kind=recorded&prompt=text-3")
    expect(page.locator("html")).to_have_attribute("data-specviz", "ready")
    assert page.locator('select[name="prompt"] option').count() == 8
    page.locator("#pair").scroll_into_view_if_needed()
    page.evaluate(PAINTED)
    page.evaluate(axe())
    assert page.evaluate(AXE) == []
    assert said == []
    page.close()
