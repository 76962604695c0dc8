"""The documents lead where they say, and the index names them all."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
INDEX = DOCS / "README.md"
DOCUMENTS = [*sorted(DOCS.glob("*.md")), ROOT / "CHANGELOG.md"]

each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


def links(document: Path) -> list[str]:
    return re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text("utf-8"))


@each_document
def test_links_within_the_project_lead_somewhere(document: Path) -> None:
    for target in links(document):
        assert (document.parent / target).exists(), target


def test_the_index_names_every_document() -> None:
    named = {(DOCS / target).resolve() for target in links(INDEX)}
    assert {*DOCUMENTS, ROOT / "README.md"} - {INDEX} <= named


def test_the_readme_leads_to_the_index() -> None:
    assert "docs/README.md" in links(ROOT / "README.md")


def test_the_changelog_begins_with_what_is_not_released_and_sorts_its_changes() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines()
    versions = [line for line in lines if line.startswith("## ")]
    assert versions[0] == "## [Unreleased]"
    kinds = ["### Added", "### Changed", "### Deprecated", "### Removed", "### Fixed"]
    heads = [line for line in lines if line.startswith("##")]
    for before, after in pairwise(heads):
        if before in kinds and after in kinds:
            assert kinds.index(before) < kinds.index(after)
