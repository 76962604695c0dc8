"""What a page carries is the code that was written, only shorter, and what it needs alone."""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from importlib.resources import files
from pathlib import Path

import pytest

from specviz.page.modules import modules, terse
from specviz.page.settings import VIEWS, View
from specviz.sections import arranged

MADE = {"settings", "answers", "shown"}
"""Modules that Python writes."""

PACKAGE = Path(str(files("specviz")))


@pytest.mark.parametrize(
    ("written", "carried"),
    [
        ('const a = "x = 1, y: {2}"', 'const a="x = 1, y: {2}"'),
        ('const a = "say \\" , \\" twice"', 'const a="say \\" , \\" twice"'),
        ("const a = `${b} , d // e`", "const a=`${b} , d // e`"),
        ("f(a) // why, and = when\ng(b)", "f(a)\ng(b)"),
        ("/** @type {X} */\nconst a = /** @type {Y} */ (b)", "const a=(b)"),
        ('const url = "https://example.org"', 'const url="https://example.org"'),
        ("a - -b", "a- -b"),
        ('a.replace(/ /g, "")', 'a.replace(/ /g,"")'),
    ],
)
def test_comments_and_space_go_and_meaning_stays(written: str, carried: str) -> None:
    assert terse(written) == carried


def test_no_module_has_a_template_literal_inside_of_one() -> None:
    # What makes modules terse would take the inner one for the outer one's end.
    nested = re.compile(r"`(?:[^`\\$]|\\.|\$(?!\{)|\$\{[^{}`]*\})*\$\{[^{}]*`")
    found = [path.name for path in PACKAGE.rglob("*.js") if nested.search(path.read_text("utf-8"))]
    assert found == []
    assert nested.search("const a = `${b ? `c` : 1}`")


def carried(sections: list[str] | None, view: View | None, *more: str) -> dict[str, str]:
    _, shown = arranged(view, sections)
    parts = zlib.decompress(b64decode(modules(shown, more))).decode("utf-8").split("\0")
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("view", VIEWS)
def test_every_module_comes_with_its_name(view: View) -> None:
    there = carried(None, view)
    for name, code in there.items():
        if name not in MADE:
            [source] = [
                path
                for path in PACKAGE.rglob(f"{name.rpartition('/')[2]}.js")
                if "/" not in name or path.parent.name == name.partition("/")[0]
            ]
            assert code == terse(source.read_text("utf-8"))
    assert {"numbers", "main", "theory", "passes", *MADE} <= there.keys()
    assert there["settings"].startswith("export default {")


def test_a_section_alone_brings_no_other_sections_modules() -> None:
    names = carried(["pays"], None).keys()
    assert "pays/pays" in names
    assert not [name for name in names if name.startswith(("race/", "pair/", "compare/"))]


def test_the_bridge_comes_only_where_a_host_asks_for_it() -> None:
    assert "bridge" not in carried(None, "page")
    assert "begin:" in carried(None, "page", "bridge")["shown"]
    assert "bridge" in carried(None, "page", "bridge")
