from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser

import pytest

import specviz
from specviz import SpeculativeDecoding
from specviz.hosts.export import html
from specviz.hosts.frame import frame, srcdoc

LIGHT_ENOUGH = 600_000
"""Bytes that one display may add to a notebook; most of it is the widget page itself."""


class Elements(HTMLParser):
    """The elements of a piece of HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_a_notebook_gets_one_frame_and_no_script_beside_it() -> None:
    # This is all that VS Code, too, needs to be able to show.
    [(tag, attributes)] = Elements(frame(SpeculativeDecoding())).found
    assert tag == "iframe"
    assert attributes["title"] == "Speculative decoding, to play with"
    assert attributes["srcdoc"] == srcdoc(SpeculativeDecoding())
    assert "src" not in attributes


def test_the_frame_carries_the_widget_of_its_own_model() -> None:
    model = SpeculativeDecoding(a=0.9, k=6, draft="weak")
    before, fit, after = srcdoc(model).partition("<script>// Fits the frame")
    _, end, rest = after.partition("</script>\n")
    assert fit
    assert end
    assert before + rest == html(model, "widget")


def test_a_frame_shows_the_sections_that_are_named() -> None:
    shown = srcdoc(SpeculativeDecoding(), ["pair", "compare"])
    assert 'data-view="widget" data-sections="pair compare"' in shown
    assert specviz.frame(SpeculativeDecoding(), sections=["how"]).startswith("<iframe")
    with pytest.raises(ValueError, match=r"section must be one of race, .* got 'curve'"):
        frame(SpeculativeDecoding(), sections=["curve"])


def test_a_notebook_stays_light() -> None:
    assert len(frame(SpeculativeDecoding()).encode("utf-8")) < LIGHT_ENOUGH


def test_the_same_model_gives_the_same_bytes_so_that_notebooks_differ_only_where_they_do() -> None:
    assert frame(SpeculativeDecoding(a=0.3)) == frame(SpeculativeDecoding(a=0.3))


def test_showing_a_model_in_a_notebook_needs_no_panel() -> None:
    program = (
        "import sys, specviz; before = 'bokeh' in sys.modules\n"
        "shown = specviz.SpeculativeDecoding()._repr_html_()\n"
        "print(before, shown[:7], 'panel' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "<iframe", "False"]
