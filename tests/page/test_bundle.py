"""Which BokehJS a page carries, and that the lean one has what the figures need."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import sys
import zlib
from base64 import b64decode
from pathlib import Path

import pytest
from bokeh import __version__ as installed
from bokeh.util.paths import bokehjs_path
from bundle.make import BundleError, made

from specviz import SpeculativeDecoding
from specviz.hosts.export import html
from specviz.page.bundle import FOLDER, choice, missing, types
from specviz.page.item import figures
from specviz.sections import SECTIONS, section

WHOLE = bokehjs_path() / "js" / "bokeh.min.js"
LEAN = FOLDER / f"bokeh-{installed}.lean.bundle"
ALL = tuple(map(section, SECTIONS))


def needed() -> frozenset[str]:
    return types(figures(ALL).values())


def bundle(folder: Path, version: str, *held: str) -> Path:
    """A stand-in for a lean bundle: its name and first line."""
    path = folder / f"bokeh-{version}.lean.bundle"
    path.write_text(f"/*! BokehJS {version} with {' '.join(held)}\n*/\n", "utf-8")
    return path


def test_the_types_come_from_the_figures() -> None:
    drawn = [make() for each in ALL for make in each.figures.values()]
    named = {model.__class__.__name__ for figure in drawn for model in figure.references()}
    assert named <= needed()


def test_without_a_lean_bundle_the_whole_is_taken(tmp_path: Path) -> None:
    path, reason = choice({"Plot"}, tmp_path)
    assert path == WHOLE
    assert "make bokehjs" in reason


def test_a_bundle_for_another_version_is_not_taken_and_is_named(tmp_path: Path) -> None:
    bundle(tmp_path, "3.9.0", "Plot")
    path, reason = choice({"Plot"}, tmp_path)
    assert path == WHOLE
    assert reason == f"Bokeh {installed} is installed, and bokeh-3.9.0.lean.bundle is for another"


def test_a_bundle_that_lacks_a_type_is_not_taken_and_says_which(tmp_path: Path) -> None:
    bundle(tmp_path, installed, "Plot", "Line")
    path, reason = choice({"Plot", "Scatter", "Line"}, tmp_path)
    assert path == WHOLE
    assert reason == f"bokeh-{installed}.lean.bundle lacks Scatter (make bokehjs adds them)"


def test_a_bundle_for_the_installed_version_with_every_type_is_taken(tmp_path: Path) -> None:
    lean = bundle(tmp_path, installed, "Plot", "Line", "Scatter")
    assert choice({"Plot", "Scatter"}, tmp_path).path == lean


@pytest.fixture(scope="module")
def lean() -> Path:
    """The bundle that `make test` has made."""
    if shutil.which("npm") is None:
        pytest.skip("there is no Node.js here, which makes the lean BokehJS")
    assert LEAN.is_file(), "there is no lean BokehJS: run make bokehjs, and see why"
    return LEAN


def test_the_lean_bundle_has_every_type_of_the_figures(lean: Path) -> None:
    absent = missing(needed(), lean)
    assert not absent, f"{lean.name} lacks {', '.join(absent)}: run make bokehjs"
    assert choice(needed()).path == lean


def test_the_lean_bundle_is_less_than_half_of_the_whole(lean: Path) -> None:
    assert len(zlib.compress(lean.read_bytes())) < len(zlib.compress(WHOLE.read_bytes())) / 2


def test_the_whole_page_is_leaner_than_an_empty_one_of_bokeh_s(lean: Path) -> None:
    assert lean.is_file()
    page = gzip.compress(html(SpeculativeDecoding()).encode("utf-8"), 9)
    assert len(page) < 0.8 * len(gzip.compress(WHOLE.read_bytes(), 9))


def test_two_bundles_are_the_same_byte_for_byte(lean: Path, tmp_path: Path) -> None:
    again = made(tmp_path / "again")
    assert again.name == lean.name
    for path in lean.parent.iterdir():
        assert (again.parent / path.name).read_bytes() == path.read_bytes()


def test_what_cannot_be_made_is_said_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BundleError, match=r"is not installed here; it comes with Node.js"):
        made(tmp_path / "lean")
    assert list(tmp_path.iterdir()) == []


def test_bokeh_s_licence_lies_beside_the_bundle_and_in_the_export(lean: Path) -> None:
    terms = "Redistributions in binary form must reproduce the above copyright notice"
    assert terms in (lean.parent / "LICENSES.txt").read_text("utf-8")
    carried = re.search(r"data-packed>([^<]+)<", html(SpeculativeDecoding()))
    assert carried is not None
    text = zlib.decompress(b64decode(carried[1])).decode("utf-8")
    assert text.startswith(f"/*! BokehJS {installed} with ")
    assert "Copyright (c) Anaconda, Inc." in text
    assert terms in text


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], rf"BokehJS bokeh-{re.escape(installed)}\.lean\.bundle, [\d,]+ bytes: made of what .*"),
        (["--resources", "cdn"], r"BokehJS from Bokeh's CDN: --resources cdn asks for it"),
        (["--section", "how"], r"BokehJS none: nothing here is drawn"),
    ],
)
def test_export_says_which_bokehjs_it_carries_and_why(
    lean: Path, tmp_path: Path, options: list[str], words: str
) -> None:
    assert lean.is_file()
    command = [sys.executable, "-m", "specviz", "export", str(tmp_path / "page.html")]
    done = subprocess.run(
        [*command, "--verbose", *options], capture_output=True, text=True, check=True
    )
    assert re.fullmatch(rf"specviz: {words}\n", done.stderr)
