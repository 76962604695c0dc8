"""The section "Does a real pair behave so?" shows what Python found, for the chosen draft and k."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import Host, Opened, only

from specviz.recording import drawn, findings

SOURCES = """name => {
  const figure = document.getElementById(name)
  const view = [...Bokeh.index.roots].find((each) => figure.contains(each.el))
  return Object.fromEntries(view.model.renderers.map(({ data_source: source }) =>
    [source.name, Object.fromEntries([...Object.entries(source.data)].map(([column, values]) =>
      [column, [...values]]))]))
}"""


def shown(page: Opened) -> Opened:
    """Scroll to the plots, which begin when they come near the screen."""
    for name in ("pair-tokens", "pair-reached", "pair-conditional"):
        plot = page.frame.locator(f"#{name}")
        plot.scroll_into_view_if_needed()
        expect(plot).to_have_attribute("aria-label", re.compile("measured"))
    return page


@pytest.mark.parametrize("draft", ["aligned", "weak"])
@only("file")
def test_the_plots_hold_what_was_measured_beside_the_formula(
    host: Host, opened: Opener, draft: str
) -> None:
    page = shown(opened(host, f"draft={draft}&k=5"))
    found = drawn(findings(draft))
    tokens = page.frame.evaluate(SOURCES, "pair-tokens")
    assert tokens["seen"]["y"] == [seen for seen, _ in found["tokens"]]
    assert tokens["formula"]["y"] == found["expected"]
    assert tokens["yours"] == {"x": [5], "y": [found["tokens"][4][0]]}
    reached = page.frame.evaluate(SOURCES, "pair-reached")
    a = findings(draft).rate
    assert reached["formula"]["y"] == pytest.approx([a**i for i in range(1, 17)])
    assert reached["errors"]["high"] == pytest.approx([m + e for m, e in found["reached"]])
    conditional = page.frame.evaluate(SOURCES, "pair-conditional")
    assert set(conditional["formula"]["y"]) == {a}


def test_words_follow_the_toggle_and_k(host: Host, opened: Opener) -> None:
    page = opened(host)
    page.frame.locator("[name=draft][value=weak]").check()
    page.frame.locator("input[name=k]").fill("7")
    expect(page.frame.locator("[data-pair=at]")).to_have_text(findings("weak").at(7))
    expect(page.frame.locator("[data-pair=verdict]")).to_have_text(findings("weak").verdict)
    expect(page.frame.locator("[data-pair=draft]")).to_have_text("weak")


@only("file")
def test_the_words_read_before_and_without_javascript(host: Host, opened: Opener) -> None:
    page = opened(host, until=None, java_script_enabled=False)
    expect(page.frame.locator("[data-pair=at]")).to_have_text(findings("aligned").at(4))
