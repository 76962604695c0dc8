"""What a page carries is the code that was written, only shorter."""

from __future__ import annotations

import zlib
from base64 import b64decode
from importlib.resources import files

import pytest

from specviz.page.modules import _terse, modules
from specviz.page.settings import VIEWS, View

MADE = {"settings", "data"}
"""Modules that Python writes."""


@pytest.mark.parametrize(
    ("written", "carried"),
    [
        ('const a = "x = 1, y: {2}"', 'const a="x = 1, y: {2}"'),
        ('const a = "say \\" , \\" twice"', 'const a="say \\" , \\" twice"'),
        ("const a = `${b ? `${c} , d` : 1} = e`", "const a=`${b ? `${c} , d` : 1} = e`"),
        ("f(a) // why, and = when\ng(b)", "f(a)\ng(b)"),
        ("/** @type {X} */\nconst a = /** @type {Y} */ (b)", "const a=(b)"),
        ('const url = "https://example.org"', 'const url="https://example.org"'),
        ("a - -b", "a - -b"),
        ('a.replace(/ /g, "")', 'a.replace(/ /g,"")'),
        ("if (a) {\n  b()\n}\nc()", "if(a){b()}\nc()"),
        ("const f = (a) =>\n  a\n    ? b\n    : c\n;[d] = e", "const f=(a)=>a?b:c\n;[d]=e"),
    ],
)
def test_comments_and_space_go_and_meaning_stays(written: str, carried: str) -> None:
    assert _terse(written) == carried


@pytest.mark.parametrize("view", VIEWS)
def test_every_module_comes_with_its_name(view: View) -> None:
    parts = zlib.decompress(b64decode(modules(view))).decode("utf-8").split("\0")
    carried = dict(zip(parts[::2], parts[1::2], strict=True))
    folder = files("specviz").joinpath("browser")
    for name, code in carried.items():
        if name not in MADE:
            source = folder.joinpath(f"{name}.js").read_text("utf-8")
            assert code == _terse(source)
    assert {"numbers", "main", "theory", "passes", *MADE} <= carried.keys()
    assert all(carried[name].startswith("export default {") for name in MADE)
