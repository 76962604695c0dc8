"""What of a recording is done is kept, whatever ends it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from specviz.recorder.notes import Notes, NotesError
from specviz.recorder.pace import Pace, spoken
from specviz.recorder.prompts import questions

ASKED = {"target": "big", "seed": 0}


def noted(path: Path, *names: str) -> bytes:
    with Notes(path, ASKED, resume=False) as notes:
        for name in names:
            notes.of(name, lambda: [1, 2])
    return path.read_bytes()


def test_a_part_is_made_once(tmp_path: Path) -> None:
    noted(tmp_path / "part", "one")
    with Notes(tmp_path / "part", ASKED, resume=True) as notes:
        assert notes.of("one", lambda: pytest.fail("made again")) == [1, 2]
        assert notes.of("two", lambda: 3) == 3


@pytest.mark.parametrize("lost", range(1, 60, 6))
def test_a_line_that_was_cut_short_is_made_again_and_those_before_it_are_kept(
    lost: int, tmp_path: Path
) -> None:
    path = tmp_path / "part"
    whole = noted(path, "one", "two", "three")
    path.write_bytes(whole[:-lost])
    with Notes(path, ASKED, resume=True) as notes:
        for name in ("one", "two", "three"):
            notes.of(name, lambda: [1, 2])
    assert path.read_bytes() == whole


def test_parts_that_lie_there_are_not_lost_by_starting_anew(tmp_path: Path) -> None:
    whole = noted(tmp_path / "part", "one")
    with pytest.raises(NotesError, match="holds 1 parts of an earlier run: go on with --resume"):
        Notes(tmp_path / "part", ASKED, resume=False)
    assert (tmp_path / "part").read_bytes() == whole


def test_parts_of_another_recording_are_refused_and_named(tmp_path: Path) -> None:
    noted(tmp_path / "part", "one")
    with pytest.raises(NotesError, match="begun with seed = 0, not 1"):
        Notes(tmp_path / "part", ASKED | {"seed": 1}, resume=True)


def test_resuming_nothing_begins(tmp_path: Path) -> None:
    with Notes(tmp_path / "part", ASKED, resume=True) as notes:
        assert notes.of("one", lambda: 1) == 1


def test_a_folder_that_cannot_be_written_is_named_before_anything_is_computed() -> None:
    with pytest.raises(OSError, match="nowhere"):
        Notes(Path("nowhere", "part"), ASKED, resume=False)


def test_a_full_disk_is_named_and_what_is_there_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = noted(tmp_path / "part", "one")
    with Notes(tmp_path / "part", ASKED, resume=True) as notes:
        with Path("/dev/full").open("ab", buffering=0) as full:
            monkeypatch.setattr(notes, "_file", full)
            with pytest.raises(OSError, match=r"No space left on device: '.*part'"):
                notes.of("two", lambda: 1)
        monkeypatch.undo()
    assert (tmp_path / "part").read_bytes() == whole


def test_the_remaining_time_is_that_of_parts_like_those_seen() -> None:
    pace = Pace({"text": 4, "trace": 10})
    pace.took("text", 2.0)
    pace.took("text", 4.0)
    assert pace.remaining() == (6.0, True)
    assert "2/14 parts, at least 7 s to go" in pace.line()
    pace.kept("trace")
    pace.took("trace", 1.0)
    assert pace.remaining() == (6.0 + 8.0, False)
    assert "4/14 parts, 15 s to go" in pace.line()
    pace.fewer("trace", 2)
    assert pace.remaining() == (6.0, False)


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, "1 s"), (59.5, "60 s"), (61, "2 min"), (7200, "2.0 h")]
)
def test_a_duration_is_not_promised_too_soon(seconds: float, said: str) -> None:
    assert spoken(seconds) == said


def test_questions_are_lines_or_json(tmp_path: Path) -> None:
    lines = tmp_path / "asked.txt"
    lines.write_text("\nWhy?\n" + "w" * 80 + "\n", "utf-8")
    first, second = questions(lines)
    assert (first.name, first.title, first.text) == ("text-1", "Why?", "Why?")
    assert len(second.title) == 60
    told = tmp_path / "asked.json"
    told.write_text(json.dumps([{"name": "n", "kind": "k", "title": "t", "text": "x"}]), "utf-8")
    assert questions(told)[0].kind == "k"


ENTRY = '{"name":"n","kind":"","title":"","text":""}'


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.txt", " \n", "must hold at least one question"),
        ("a.json", "[]", "must hold at least one question"),
        ("a.json", "[1]", "must be an array of objects with name, kind, title, text"),
        ("a.json", "[", "must be an array of objects"),
        ("a.json", f"[{ENTRY},{ENTRY}]", "two questions of the name 'n'"),
    ],
)
def test_questions_that_are_none_are_refused(
    name: str, content: str, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(content, "utf-8")
    with pytest.raises(ValueError, match=sentence):
        questions(path)
