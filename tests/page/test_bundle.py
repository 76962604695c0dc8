"""Which BokehJS a page carries."""

from pathlib import Path

from bokeh.embed import json_item

from specviz.page.bundle import choice, types
from specviz.sections import SECTIONS, section

WHOLE = Path("bokeh.min.js")


def test_the_types_come_from_the_figures() -> None:
    figures = [make() for name in SECTIONS for make in section(name).figures.values()]
    named = {model.__class__.__name__ for figure in figures for model in figure.references()}
    assert named <= set(types(json_item(figure) for figure in figures))


def test_without_a_lean_bundle_the_whole_is_taken(tmp_path: Path) -> None:
    assert choice("3.9.2", WHOLE, tmp_path)[:2] == (WHOLE, False)


def test_a_bundle_for_another_version_is_not_taken_and_is_named(tmp_path: Path) -> None:
    (tmp_path / "bokeh-3.9.1.lean.js").touch()
    chosen = choice("3.9.2", WHOLE, tmp_path)
    assert chosen.path == WHOLE
    assert "bokeh-3.9.1.lean.js" in chosen.reason


def test_a_bundle_for_the_installed_version_is_taken(tmp_path: Path) -> None:
    lean = tmp_path / "bokeh-3.9.2.lean.js"
    lean.touch()
    assert choice("3.9.2", WHOLE, tmp_path)[:2] == (lean, True)
