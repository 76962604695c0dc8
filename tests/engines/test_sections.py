"""Every section alone, wherever a page may live, in every engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]  # ships no types
from tests.browser.hosts import APP, serving, static_server
from tests.engines.engine import Engine
from tests.engines.page import LISTENER, Page, opened

import specviz
from specviz.sections import SECTIONS

NARROW = 320
"""CSS pixels across the narrowest phone."""

COURSE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>A course</title>
<h1>A lesson</h1>
<iframe title="Speculative decoding" width="320" height="700" style="border: 0" src="{}"></iframe>
"""

FOUND = """async (axe) => {
  const frame = document.querySelector("iframe")
  const there = frame ? frame.contentWindow : window
  there.eval(axe)
  const { violations } = await there.axe.run(there.document)
  const root = there.document.documentElement
  return {
    sections: [...there.document.querySelectorAll("[data-section]")]
      .map(({ dataset }) => dataset.section),
    violations: violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]),
    wide: [root.scrollWidth, root.clientWidth],
    heard: there.heard ?? [],
  }
}"""
"""What a reader would meet in a section that is alone on its page."""


@pytest.fixture(scope="session")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A section as one file, which hears what it complains of."""
    folder = tmp_path_factory.mktemp("alone")

    @cache
    def export(name: str) -> Path:
        path = folder / f"{name}.html"
        specviz.export_html(specviz.SpeculativeDecoding(), path, sections=[name])
        listening = path.read_text("utf-8").replace("<head>", f"<head>{LISTENER}", 1)
        path.write_text(listening, "utf-8")
        return path

    return export


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with serving(APP) as started:
        yield started.address


def expect_nothing_wrong(engine: Engine, name: str) -> None:
    found = engine.evaluate(FOUND, AXE_SCRIPT)
    content, window = found.pop("wide")
    assert content <= window
    assert found == {"sections": [name], "violations": [], "heard": []}
    assert engine.heard() == []


@pytest.mark.parametrize("name", SECTIONS)
def test_a_section_alone_works_from_a_file(
    engine: Engine, alone: Callable[[str], Path], name: str
) -> None:
    opened(engine, alone(name).as_uri())
    assert engine.requests() == []
    expect_nothing_wrong(engine, name)


@pytest.mark.parametrize("name", SECTIONS)
def test_a_section_alone_works_from_a_server(engine: Engine, server: str, name: str) -> None:
    opened(engine, f"{server}?section={name}")
    expect_nothing_wrong(engine, name)


@pytest.mark.parametrize("name", SECTIONS)
def test_a_section_alone_fits_the_narrowest_frame_of_a_course(
    engine: Engine, alone: Callable[[str], Path], name: str
) -> None:
    path = alone(name)
    with static_server(path.parent) as port:
        course = path.with_name("course.html")
        course.write_text(COURSE.format(path.name), "utf-8")
        engine.open(f"http://127.0.0.1:{port}/{course.name}")
        Page(engine).wait(
            "document.querySelector('iframe').contentDocument"
            ".documentElement.dataset.specviz === 'ready'"
        )
        assert Page(engine).place("iframe")[2] == NARROW
        expect_nothing_wrong(engine, name)
