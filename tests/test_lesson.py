"""A lesson from the command line: some sections, some questions, a title of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from specviz.cli import run
from specviz.cli.export import _numbers as numbers
from specviz.sections import arranged

ORDER = ["--section", "formula", "--section", "pays"]
COUNT = sum(len(section.tries) for section in arranged(None, ["formula", "pays"])[1])


def exported(path: Path, *options: str) -> str:
    assert run(["export", str(path), *ORDER, "--resources", "cdn", *options]) == 0
    return path.read_text("utf-8")


def asked(text: str) -> list[str]:
    return re.findall(r'id="try-(\d+)"', text)


def test_it_asks_what_was_chosen_under_its_own_title(tmp_path: Path) -> None:
    text = exported(tmp_path / "lesson.html", "--try", "1,4", "--title", "Third <lesson>")
    assert asked(text) == ["1", "4"]
    assert "<title>Third &lt;lesson&gt;</title>" in text
    assert "Third &lt;lesson&gt;</h1>" in text


def test_it_asks_all_or_none(tmp_path: Path) -> None:
    every = exported(tmp_path / "all.html")
    assert asked(every) == [str(number) for number in range(1, COUNT + 1)]
    assert "<title>Speculative decoding</title>" in every
    none = exported(tmp_path / "none.html", "--try", "0")
    assert asked(none) == []
    assert "data-shows" not in none


@pytest.mark.parametrize("wrong", ["9", "1,99", "0,1"])
def test_a_question_that_is_not_there_is_named_with_the_range(
    wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lesson.html"
    assert run(["export", str(path), *ORDER, "--try", wrong]) == 2
    said = capsys.readouterr().err
    assert f"try must be a whole number in 1..{COUNT}, got" in said
    assert said.count("\n") == 1
    assert not path.exists()


@pytest.mark.parametrize("wrong", ["", "one", "1,", "-1", "1.5", "1;2"])
def test_what_is_no_list_of_numbers_is_named(
    wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["export", str(tmp_path / "lesson.html"), *ORDER, f"--try={wrong}"]) == 2
    assert f"got {wrong!r}" in capsys.readouterr().err


def test_numbers_stand_between_commas() -> None:
    assert numbers("1,4,12") == [1, 4, 12]
