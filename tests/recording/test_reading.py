"""A file that somebody else wrote is read, or refused in one sentence."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.recording.pairs import VOCABULARY, pair

from specviz.cli import run
from specviz.recording import (
    RecordingError,
    acceptance_rate,
    cuts,
    excerpt,
    findings,
    read_recording,
    recording_of,
    summary,
)
from specviz.recording.shape import check

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "src/specviz/recording/recording.json"


def written(folder: Path, data: object) -> Path:
    path = folder / "pair.json"
    path.write_text(json.dumps(data), "utf-8")
    return path


def text(data: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = data["prompts"]["text-0"]
    return found


def trace(data: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = text(data)["drafts"]["small"]
    return found


def test_a_pair_of_ones_own_is_read(tmp_path: Path) -> None:
    read = read_recording(written(tmp_path, pair()))
    assert read.about["model"] == "Big <i>Model</i>"
    assert read.origin("aligned") == read.origin("weak") == "Small & Quick"
    assert acceptance_rate("aligned", read) == pytest.approx(
        sum(i % 3 != 0 for i in range(64)) / 64
    )


def test_the_shipped_recording_is_one() -> None:
    assert len(read_recording(SHIPPED).prompts) == 4


WRONG: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda it: it.update(version=2), "version must be 1, got 2"),
    (lambda it: it.update(version=True), "version must be 1, got True"),
    (lambda it: it.pop("vocabulary"), 'must have "vocabulary", and has not'),
    (lambda it: it.update(about=[]), "about must be a JSON object, got []"),
    (lambda it: it["about"].pop("model"), 'about must have "model"'),
    (lambda it: it["about"].update(model=3), "about.model must be text, got 3"),
    (lambda it: it["about"].update(model="m" * 1001), "at most 1000 signs, got 1001"),
    (lambda it: it.update(drafts={}), "drafts must have 1..2 entries, got 0"),
    (lambda it: it["drafts"].update(small={}), 'must have "model" or "skipped", got {}'),
    (lambda it: it["drafts"].update(small={"skipped": [-1]}), "whole number in 0..9999, got -1"),
    (lambda it: it.update(vocabulary=[]), "vocabulary must have 1..1000000 entries, got 0"),
    (lambda it: it.update(vocabulary=["a", None]), "vocabulary[1] must be text, got None"),
    (lambda it: it.update(vocabulary=["\ud800"]), "without halves of surrogate pairs"),
    (lambda it: it.update(prompts={}), "prompts must have 1..1000 entries, got 0"),
    (lambda it: it["prompts"].update({"A b": {}}), "1 to 40 of a-z, 0-9 and -, got 'A b'"),
    (lambda it: text(it).update(title=[1]), "title must be text, got [1]"),
    (lambda it: text(it).update(target=[0] * 80), "must have 81..100000 entries, got 80"),
    (lambda it: text(it)["target"].__setitem__(7, 8), "target[7] must be a whole number in 0..7"),
    (lambda it: text(it)["target"].__setitem__(7, 1.0), "in 0..7, got 1.0"),
    (lambda it: text(it).update(drafts={}), 'drafts must have "small", and has not'),
    (lambda it: text(it)["drafts"].update(x={}), "must be of small alone, got 'x'"),
    (lambda it: trace(it)["choice"].pop(), "choice must have 80 entries, got 79"),
    (lambda it: trace(it)["overlap"].__setitem__(0, 1.5), "must lie in 0..1, got 1.5"),
    (lambda it: trace(it)["rejected"][3].pop(), "rejected[3] must have 16 entries, got 15"),
    (
        lambda it: trace(it)["rejected"][4].__setitem__(0, text(it)["target"][4]),
        "rejected[4][0] must be another token than the target's",
    ),
    (
        lambda it: trace(it)["choice"].__setitem__(0, (text(it)["target"][0] + 2) % 8),
        "must be the draft's choice there",
    ),
    (lambda it: it.update(timings=[]), "timings must be a JSON object, got []"),
    (lambda it: it["timings"].update(step=0), "timings.step must be seconds above 0"),
    (lambda it: it["timings"].update(verify=[1.0]), "verify must have 17 entries, got 1"),
    (lambda it: it["timings"].update(drafts={"big": {}}), "must be of small alone, got 'big'"),
]


@pytest.mark.parametrize(("spoil", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_what_is_wrong_is_named_with_its_range(
    spoil: Callable[[dict[str, Any]], Any], sentence: str
) -> None:
    data = copy.deepcopy(pair())
    spoil(data)
    with pytest.raises(RecordingError, match=re.escape(sentence)) as raised:
        check(data)
    assert len(str(raised.value)) < 250
    assert str(raised.value).isprintable()


BYTES = {
    "cut short": (json.dumps(pair()).encode()[:5000], "is cut short after 5000 bytes"),
    "cut within a word": (b'{"version": 1, "vocabulary": ["a', "is cut short after 32 bytes"),
    "empty": (b"", "is cut short after 0 bytes"),
    "no JSON": (b"<html>", "is none at line 1, column 1"),
    "not UTF-8": (b'{"a": "\xff"}', "must be UTF-8, and byte 7 is not"),
    "not a number": (b'{"version": NaN}', "every number must be finite, got NaN"),
    "too deep": (b"[" * 200_000, "nested less deeply"),
    "no object": (b"3", "must be a JSON object, got 3"),
}


@pytest.mark.parametrize(("content", "sentence"), BYTES.values(), ids=BYTES)
def test_a_file_that_is_no_recording_is_refused_in_one_line(
    content: bytes, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pair.json"
    path.write_bytes(content)
    assert run(["record", "--check", str(path)]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
    assert path.read_bytes() == content


def test_a_file_of_200_megabytes_is_refused_without_being_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pair.json"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    assert run(["record", "--check", str(path)]) == 2
    assert "must have at most 64 MB, got 200 MB" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["record", "--check", "nowhere.json"]) == 1
    assert "'nowhere.json': No such file" in capsys.readouterr().err


def test_the_command_says_what_the_page_will_show(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["record", "--check", str(written(tmp_path, pair()))]) == 0
    said = capsys.readouterr().out
    assert "Recorded on an <em>old</em> laptop on 2026-12-01: Big <i>Model</i>" in said
    assert "Small & Quick: a = 0.66" in said
    assert "first 32 tokens of each text, of up to 81" in said
    assert f"3 of {len(VOCABULARY)} words hold <, > or &: they stay text." in said


def test_a_long_recording_of_many_texts_is_cut_for_the_race_and_that_is_said() -> None:
    long = recording_of(pair(tokens=4000, prompts=20))
    said = " ".join(cuts(long))
    assert "first 32 tokens of each text, of up to 4000" in said
    assert "first 8 of 20 texts" in said
    shown = excerpt(of=long)
    assert len(shown["prompts"]) == 8
    assert len(json.dumps(shown)) < 50_000


def test_a_draft_that_is_the_target_is_always_right() -> None:
    same = recording_of(pair(lambda _place: True))
    found = findings("aligned", same)
    assert found.rate == 1
    assert [each.mean for each in found.tokens] == [k + 1 for k in range(1, 17)]
    assert found.at(4).endswith("says 5.00: the same.")
    assert "the same all along the draft" in found.verdict


def test_a_draft_that_is_never_right_leaves_nothing_to_say_of_later_positions() -> None:
    wrong = recording_of(pair(lambda _place: False))
    found = findings("weak", wrong)
    assert found.rate == 0
    assert [each.mean for each in found.tokens] == [1.0] * 16
    assert "too seldom to say anything" in found.verdict
    assert "a = 0.00" in summary(wrong)


def test_one_text_alone_is_not_called_more_than_it_is() -> None:
    assert "nobody can say how much" in findings("weak", recording_of(pair(prompts=1))).verdict


def test_of_two_drafts_the_one_that_agrees_more_often_is_the_aligned_one() -> None:
    data, better = pair(), pair(lambda place: place % 9 != 0)
    data["drafts"] = {"bad": {"model": "Bad"}, "good": {"model": "Good"}}
    for name, entry in data["prompts"].items():
        good = better["prompts"][name]["drafts"]["small"]
        entry["drafts"] = {"bad": entry["drafts"]["small"], "good": good}
    both = recording_of(check(data))
    assert (both.origin("aligned"), both.origin("weak")) == ("Good", "Bad")


def test_the_documents_schema_and_the_check_know_the_same_fields() -> None:
    document = (ROOT / "docs/recording.md").read_text("utf-8")
    [code] = re.findall(r"```json\n(.*?)```", document, re.DOTALL)
    schema = json.loads(code)
    assert schema["required"] == ["version", "about", "drafts", "vocabulary", "prompts"]
    prompt = schema["properties"]["prompts"]["additionalProperties"]
    assert prompt["properties"]["target"]["minItems"] == 81
    for name in (*schema["properties"], *prompt["properties"], *schema["$defs"]["run"]["required"]):
        assert f"`{name}`" in document or f".{name}`" in document, name
