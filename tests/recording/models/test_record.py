"""The command records pairs of tiny models that were made here, on the machine it runs on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.recording.models.tiny import WORDS, model

from specviz.cli import run
from specviz.recording import ROLES, acceptance_rate, findings, read_recording

# The libraries' own advice on how they will be called one day.
pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::DeprecationWarning")

ASKED = "what is a b c\nwhy is the sky blue\n"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The models `one`, `two` and `other`, and what they are asked."""
    found = tmp_path_factory.mktemp("models")
    model(found / "one", 1)
    model(found / "two", 2, layers=2)
    model(found / "other", 3, words=[*WORDS[:5], "é", *WORDS[6:]])
    (found / "asked.txt").write_text(ASKED, "utf-8")
    return found


@pytest.fixture
def options(folder: Path, tmp_path: Path) -> Callable[..., list[str]]:
    def made(draft: str, *more: str) -> list[str]:
        there = str(folder / draft) if (folder / draft).exists() else draft
        return [
            *("record", "--target", str(folder / "one"), "--draft", there),
            *("--prompts", str(folder / "asked.txt"), "--tokens", "64"),
            *("--out", str(tmp_path / "pair.json"), *more),
        ]

    return made


Options = Callable[..., list[str]]


def test_the_same_pair_gives_the_same_bytes(options: Options, tmp_path: Path) -> None:
    assert run(options("two", "--no-timings")) == 0
    first = (tmp_path / "pair.json").read_bytes()
    assert run(options("two", "--no-timings")) == 0
    assert (tmp_path / "pair.json").read_bytes() == first
    assert not (tmp_path / "pair.json.part").exists()


def test_what_is_recorded_is_what_step_by_step_decoding_writes(
    options: Options, folder: Path, tmp_path: Path
) -> None:
    import torch  # noqa: PLC0415 the recorder's own

    from specviz.recorder.network import Network  # noqa: PLC0415 needs torch

    assert run(options("two", "--no-timings")) == 0
    read = read_recording(tmp_path / "pair.json")
    with torch.inference_mode():
        target, draft = (Network(str(folder / name)) for name in ("one", "two"))
        prompt = target.ids("what is a b c")
        text = target.greedy(prompt, 81)
        words = [target.word(token) for token in text]
        assert read.words(read.prompts[0].target) == words
        for start in (0, 1, 30, 63):
            written = draft.greedy([*prompt, *text[:start]], 16)
            drafted = read.prompts[0].drafts["aligned"].drafted(start)
            assert read.words(drafted) == [draft.word(token) for token in written]


def test_a_random_draft_is_hardly_ever_right(options: Options, tmp_path: Path) -> None:
    assert run(options("two", "--no-timings")) == 0
    assert acceptance_rate("aligned", read_recording(tmp_path / "pair.json")) < 0.2


def test_a_draft_that_is_the_target_is_always_right_and_writes_the_same(
    options: Options, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("specviz.recorder.timing.cores", lambda: 1)
    assert run(options("one")) == 0
    read = read_recording(tmp_path / "pair.json")
    assert [each.mean for each in findings("aligned", read).tokens] == [*range(2, 18)]
    assert read.timings is not None
    for timed in read.timings["drafts"]["draft"]["runs"]:
        assert timed["tokens"] == timed["passes"] * (timed["k"] + 1)
        assert timed["identical"] == timed["tokens"]


def test_the_machine_is_named_and_everything_timed(
    options: Options, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("specviz.recorder.timing.cores", lambda: 1)
    assert run(options("skip:2")) == 0
    told: dict[str, Any] = json.loads((tmp_path / "pair.json").read_bytes())["timings"]
    assert told["machine"].endswith(", 1 cores")
    assert len(told["verify"]) == 17
    assert min(told["step"], *told["verify"], told["drafts"]["skip-2"]["step"]) > 0
    runs = told["drafts"]["skip-2"]["runs"]
    assert [each["k"] for each in runs] == [1, 2, 4, 8]
    assert all(each["identical"] == each["tokens"] >= 128 for each in runs)
    assert read_recording(tmp_path / "pair.json").skipped["aligned"] == (1, 3)


def test_without_a_draft_layers_are_searched_for(options: Options, tmp_path: Path) -> None:
    assert run(options("search", "--no-timings")) == 0
    read = read_recording(tmp_path / "pair.json")
    rates = [acceptance_rate(role, read) for role in ROLES]
    assert all(read.skipped[role] for role in ROLES)
    assert rates == pytest.approx([read.search["chosen"][role][0][1] for role in ROLES], abs=5e-5)


def test_other_vocabularies_are_refused_by_their_first_token_that_differs(
    options: Options, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(options("other")) == 2
    said = capsys.readouterr().err
    assert "differ first at token 5: 'c' and '\\xe9'" in said
    assert not (tmp_path / "pair.json").exists()


def test_the_memory_is_said_before_anything_is_loaded(
    options: Options, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(options("skip:9")) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("specviz: the models take 0.0 GB as float32")
    assert said[1] == "specviz: skip:N must have N in 2..4 with this target, got 'skip:9'"


def test_a_model_that_is_none_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    out = str(tmp_path / "pair.json")
    assert run(["record", "--target", str(tmp_path / "empty"), "--out", out]) == 2
    assert f"cannot load '{tmp_path / 'empty'}':" in capsys.readouterr().err


def test_ten_kills_lose_nothing(
    options: Options, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, part = tmp_path / "pair.json", tmp_path / "pair.json.part"
    kept: list[bytes] = []
    monkeypatch.setattr(
        "specviz.cli.record.Path.unlink", lambda path: kept.append(path.read_bytes())
    )
    assert run(options("two", "--no-timings")) == 0
    monkeypatch.undo()
    whole = out.read_bytes()
    [parts] = kept
    for tenth in range(10):
        out.unlink()
        # All that a kill leaves is a file that ends anywhere.
        part.write_bytes(parts[: len(parts) * tenth // 10])
        assert run(options("two", "--no-timings", "--resume")) == 0
        assert out.read_bytes() == whole


def test_a_real_kill_and_a_real_interrupt_keep_what_is_done(
    options: Options, tmp_path: Path
) -> None:
    part = tmp_path / "pair.json.part"
    command = [sys.executable, "-m", "specviz", *options("two", "--no-timings", "--resume")]
    for number in (signal.SIGKILL, signal.SIGINT):
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
            assert running.stderr is not None
            running.stderr.readline()  # the memory: it has begun
            running.send_signal(number)
            said = running.stderr.read()
        assert running.returncode in {-number, 128 + number}
        assert part.exists()
        assert not (tmp_path / "pair.json").exists()
    assert "--resume goes on" in said
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    assert (tmp_path / "pair.json").exists()


def test_a_folder_that_cannot_be_written_is_named_first(
    options: Options, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = options("two")
    asked[asked.index("--out") + 1] = os.devnull + "/pair.json"
    assert run(asked) == 2
    assert "out must lie in a folder that is there" in capsys.readouterr().err
