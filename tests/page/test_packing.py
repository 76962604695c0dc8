"""What is packed comes out whole, and small."""

from __future__ import annotations

import zlib
from base64 import b64decode

from bokeh.util.paths import bokehjs_path
from hypothesis import given
from hypothesis.strategies import text

from specviz.page.packing import packed


@given(text())
def test_any_text_comes_out_as_it_went_in(given_text: str) -> None:
    assert zlib.decompress(b64decode(packed(given_text))).decode("utf-8") == given_text


def test_it_leaves_less_of_bokehjs_than_zlib_does_at_its_best() -> None:
    code = (bokehjs_path() / "js" / "bokeh.min.js").read_text("utf-8")
    assert len(b64decode(packed(code))) < 0.97 * len(zlib.compress(code.encode("utf-8"), 9))
