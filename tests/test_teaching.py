"""The document for teachers asks what the page asks, with the answers that the package computes."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from html import unescape
from pathlib import Path

from specviz.cli import run
from specviz.sections import arranged

DOCUMENT = Path(__file__).parents[1] / "docs" / "teaching.md"
BEGIN, END = "<!-- what the sections ask -->", "<!-- end -->"


def blocks(language: str) -> list[str]:
    text = DOCUMENT.read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def plain(html: str) -> str:
    return unescape(re.sub(r"</?i>", "*", html))


def questions() -> str:
    """The part between the marks, as the sections of today make it."""
    rows = [
        f"{number}. ({title}) {plain(question.asks)} **{question.answer}** {plain(question.why)}"
        for number, (title, question) in enumerate(
            ((section.title, each) for section in arranged()[1] for each in section.tries), 1
        )
    ]
    return "\n".join([BEGIN, "", *rows, "", END])


def test_it_holds_every_question_with_the_computed_answer() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert text[text.index(BEGIN) : text.index(END) + len(END)] == questions()


def test_its_commands_run(tmp_path: Path) -> None:
    for block in blocks("sh"):
        for line in block.splitlines():
            program, *words = shlex.split(line)
            words = [str(tmp_path / word) if word.endswith(".html") else word for word in words]
            assert (program, run(words)) == ("specviz", 0), line
    assert [path.name for path in tmp_path.iterdir()] == ["lesson.html"]


def test_its_python_runs() -> None:
    [block] = blocks("python")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", block], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
