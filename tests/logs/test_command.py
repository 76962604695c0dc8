from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.logs.corpus import HERE, paste

import specviz
from specviz.cli import run

LOG = HERE / "lines" / "vllm-idle.txt"


def test_the_command_prints_what_a_log_means(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fit", str(LOG)]) == 0
    printed = capsys.readouterr().out
    assert "vLLM (vllm-v1), lines 1-2" in printed
    assert "546 tokens drafted in 78 passes, 150 accepted (27.5 %)" in printed
    assert "E = 2.92 tokens per pass (of 8 at most, k = 7)" in printed
    assert "a = 0.67 (95 %: 0.61 to 0.73)" in printed
    assert "! few-passes: " in printed
    assert max(map(len, printed.splitlines())) <= 100


def test_the_command_prints_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fit", str(LOG), "--format", "json", "--baseline", "50", "--speed", "40"]) == 0
    printed = json.loads(capsys.readouterr().out)
    contract = specviz.fit(LOG.read_text("utf-8"), 50, 40).contract()
    assert printed == json.loads(json.dumps(contract))


def test_a_log_can_be_piped() -> None:
    text = paste("engine-plain", "engine-k1", "engine-k2").encode("utf-16")
    command = [sys.executable, "-m", "specviz", "fit", "-"]
    done = subprocess.run(command, input=text, capture_output=True, check=True)
    printed = done.stdout.decode()
    assert "! cannot-win: A pass costs 4.50 plain steps" in printed
    assert "Fastest of what was measured: off: plain decoding." in printed


def test_a_log_that_nothing_is_found_in_ends_with_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.log"
    empty.write_text("nothing of it\n", "utf-8")
    assert run(["fit", str(empty)]) == 1
    message = capsys.readouterr().err
    assert "known are vLLM (vllm-v1)" in message
    assert message.count("\n") == 1
    assert run(["fit", str(tmp_path / "none.log")]) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--baseline", "0"], "baseline must lie in 0.001..1000000000, got 0"),
        (["--speed", "-3"], "speed must lie in 0.001..1000000000, got -3"),
        (["--baseline", "fast"], "baseline must lie in 0.001..1000000000, got 'fast'"),
        (["--format", "xml"], 'format must be "text" or "json"'),
    ],
)
def test_a_wrong_value_ends_with_two(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["fit", str(LOG), *arguments]) == 2
    assert message in capsys.readouterr().err


def test_the_command_needs_neither_bokeh_nor_panel() -> None:
    program = (
        "import sys; from specviz.cli import run; "
        f"run(['fit', {str(LOG)!r}]); print(*{{'bokeh', 'panel'}} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1].strip() == ""


def test_a_terminal_without_its_signs_gets_question_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    stdout = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stdout)
    assert run(["fit", str(LOG)]) == 0
