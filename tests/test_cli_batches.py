"""specviz table on a machine: v, c, the best k and the speedup, batch by batch."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from specviz.cli import run
from specviz.recording.published import machine, machines, shape, shapes
from specviz.theory.roofline import best_k_by_batch, draft_cost, speedup_by_batch, verify_cost

ON = ["table", "--hardware", "h100", "--model", "llama-3.1-8b"]
TABLE = """\
batch     v     c  net speedup  best k  at best k
-----  ----  ----  -----------  ------  ---------
    1  1.00  0.10        2.40×       6      2.47×
   59  1.00  0.10        2.40×       4      2.40×
  175  2.96  0.10        1.00×       1      1.40×
 1024  5.00  0.10        0.62×     off      1.00×

llama-3.1-8b on h100, a = 0.8, k = 4, context 0: what the roofline allows, without overheads.
"""


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(arguments) == 0
    return capsys.readouterr().out


def test_the_table_says_what_the_roofline_allows(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, *ON, "--batch", "1", "59", "175", "1024") == TABLE


def test_rows_are_full_in_json_and_csv(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--a", "0.7", "--k", "3", "--context", "2048", "--draft-model", "llama-3.2-1b")
    rows: list[dict[str, Any]] = json.loads(printed(capsys, *ON, *options, "--format", "json"))
    assert [row["batch"] for row in rows] == [2**i for i in range(11)]
    hardware, target = machine("h100").hardware, shape("llama-3.1-8b").model
    for row in rows:
        load = (row["batch"], 2048)
        c = draft_cost(hardware, shape("llama-3.2-1b").model, target, *load)
        assert row["c"] == c
        assert row["v"] == verify_cost(hardware, target, 3, *load)
        assert row["speedup"] == speedup_by_batch(hardware, target, 0.7, 3, c, *load)
        assert row["best_k"] == best_k_by_batch(hardware, target, 0.7, c, *load)
    read = list(csv.DictReader(io.StringIO(printed(capsys, *ON, *options, "--format", "csv"))))
    assert read == [{name: str(value) for name, value in row.items()} for row in rows]


def test_markdown_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    said = printed(capsys, *ON, "--batch", "1", "--format", "markdown")
    assert said.startswith("| batch | v | c | net speedup | best k | at best k |\n| ---: |")
    assert "| 1 | 1.00 | 0.10 | 2.40× | 6 | 2.47× |" in said


def test_the_help_lists_machines_and_models(capsys: pytest.CaptureFixture[str]) -> None:
    said = printed(capsys, "table", "--help")
    for name in (*machines(), *shapes()):
        assert f"\n  {name} " in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--hardware", "abacus", "--model", "llama-3.1-8b"], "hardware must be one of h100, "),
        (["--hardware", "h100", "--model", "eliza"], "model must be one of smollm2-135m, "),
        (["--hardware", "h100"], "--model is missing"),
        (["--batch", "8"], "--hardware is missing"),
        ([*ON[1:], "--batch", "0"], "batch must be a whole number in 1..1048576, got 0"),
        ([*ON[1:], "--context", "-1"], "context must be a whole number in 0..134217728, got -1"),
        ([*ON[1:], "--v", "1.5"], "v follows from --hardware"),
        ([*ON[1:], "--c", "0.2", "--draft-model", "llama-3.2-1b"], "c follows from --draft-model"),
    ],
)
def test_a_wrong_value_is_named_in_one_line(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["table", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
