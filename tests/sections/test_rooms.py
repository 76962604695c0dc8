"""A section is a room: it can be taken out, put in and shown alone, and nothing else notices."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # ships no types
from playwright.sync_api import Browser

import specviz
from specviz.sections import SECTIONS, section

PACKAGE = Path(specviz.__file__).parent
REGISTRY = "sections/__init__.py"

WORDS = """<section id="added" class="prose" data-section="added" aria-labelledby="added-title">
  <h2 id="added-title">Something more</h2>
  <p>At <i>a</i> = <span data-show="a">{{ text.a }}</span> there is this to say.</p>
</section>
"""
DECLARATION = """from specviz.page.section import Section

SECTION = Section(package="specviz.sections.added", title="Something more", short="more")
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package, to be changed."""
    copied = tmp_path / "source" / "specviz"
    shutil.copytree(PACKAGE, copied, ignore=shutil.ignore_patterns("__pycache__"))
    return copied


def ran(copy: Path, *arguments: str) -> str:
    """What the command of the copy prints."""
    done = subprocess.run(
        [sys.executable, "-m", "specviz", *arguments],
        env=os.environ | {"PYTHONPATH": str(copy.parent)},
        cwd=copy.parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def export(copy: Path, *options: str) -> Path:
    path = copy.parent.parent / "page.html"
    ran(copy, "export", str(path), *options)
    return path


def shown(path: Path, browser: Browser, width: int = 1280) -> tuple[list[str], list[str], int]:
    """Sections of a page that is ready, what axe finds, and how far it scrolls sideways."""
    context = browser.new_context(offline=True, viewport={"width": width, "height": 720})
    try:
        page = context.new_page()
        said: list[str] = []
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on(
            "console",
            lambda message: said.append(message.text) if message.type != "info" else None,
        )
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-specviz=ready]", state="attached")
        names: list[str] = page.evaluate(
            "[...document.querySelectorAll('[data-section]')].map((it) => it.dataset.section)"
        )
        assert page.get_attribute("html", "data-sections") == " ".join(names)
        found = [violation["id"] for violation in Axe().run(page).response["violations"]]
        assert [words for words in said if "document idle" not in words] == []
        return names, found, page.evaluate("document.documentElement.scrollWidth")
    finally:
        context.close()


def naming(name: str) -> re.Pattern[str]:
    """What a file would say that needs this section."""
    return re.compile(rf"specviz/{name}/|sections[./]{name}\b|#{name}\b(?!-)|data-section={name}")


# The race is what `ready` waits for in the views that have it, and what films are of.
@pytest.mark.parametrize("name", [name for name in SECTIONS if name != "race"])
def test_a_section_taken_out_is_missed_by_nothing(name: str, copy: Path, browser: Browser) -> None:
    shutil.rmtree(copy / "sections" / name)
    registry = copy / REGISTRY
    text, lines = re.subn(
        rf'^    "{name}": .*\n', "", registry.read_text("utf-8"), flags=re.MULTILINE
    )
    assert lines == 1
    registry.write_text(text, "utf-8")
    left = [
        str(path.relative_to(copy))
        for path in copy.rglob("*")
        if path.suffix in {".py", ".js", ".ts", ".html", ".css"}
        and naming(name).search(path.read_text("utf-8"))
    ]
    assert left == []
    names, found, _ = shown(export(copy), browser)
    assert names == [other for other in SECTIONS if other != name]
    assert found == []


def test_a_section_is_added_by_a_folder_and_one_line(copy: Path, browser: Browser) -> None:
    folder = copy / "sections" / "added"
    folder.mkdir()
    for file, text in {
        "__init__.py": "",
        "section.py": DECLARATION,
        "added.html": WORDS,
    }.items():
        (folder / file).write_text(text, "utf-8")
    registry = copy / REGISTRY
    text = registry.read_text("utf-8").replace('    "pair"', '    "added": PAGE,\n    "pair"')
    registry.write_text(text, "utf-8")
    assert re.search(r"^  added +Something more$", ran(copy, "export", "--help"), re.MULTILINE)
    names, found, _ = shown(export(copy), browser)
    assert names[names.index("pair") - 1] == "added"
    assert found == []
    alone, found, _ = shown(export(copy, "--section", "added"), browser)
    assert alone == ["added"]
    assert found == []


@pytest.mark.parametrize("name", SECTIONS)
def test_every_section_stands_alone_on_the_narrowest_phone(
    name: str, tmp_path: Path, browser: Browser
) -> None:
    path = tmp_path / f"{name}.html"
    specviz.export_html(specviz.SpeculativeDecoding(), path, sections=[name])
    names, found, width = shown(path, browser, 320)
    assert names == [name]
    assert found == []
    assert width <= 320


def test_sections_come_in_the_order_given(tmp_path: Path, browser: Browser) -> None:
    path = tmp_path / "two.html"
    specviz.export_html(specviz.SpeculativeDecoding(), path, sections=["pays", "race"])
    assert shown(path, browser)[0] == ["pays", "race"]


def test_a_section_without_figures_carries_no_bokeh(tmp_path: Path) -> None:
    path = tmp_path / "how.html"
    specviz.export_html(specviz.SpeculativeDecoding(), path, sections=["how"])
    assert path.stat().st_size < 100_000
    assert not section("how").figures


@pytest.mark.parametrize("name", [name for name in SECTIONS if section(name).figures])
def test_a_theme_that_is_set_later_looks_like_one_from_the_beginning(
    name: str, tmp_path: Path, browser: Browser
) -> None:
    path = tmp_path / f"{name}.html"
    specviz.export_html(specviz.SpeculativeDecoding(), path, sections=[name])
    context = browser.new_context(offline=True, reduced_motion="reduce")
    try:
        page = context.new_page()
        seen = {}
        for theme in ("dark", "light"):
            page.goto(f"{path.as_uri()}?theme={theme}")
            page.wait_for_selector("html[data-specviz=ready]", state="attached")
            seen[theme] = page.locator("main").screenshot()
        assert seen["dark"] != seen["light"]
        page.evaluate("specviz.set({ theme: 'dark' })")
        # Each screenshot is a frame of its own; what holds back for one is drawn in the next.
        assert any(page.locator("main").screenshot() == seen["dark"] for _ in range(10))
    finally:
        context.close()
