"""What the target is asked.

The prompts that come along were chosen by reading the answers of the shipped pair's target alone,
before any draft existed: 145 tokens without an end and without going round in circles, and an
opening that a teacher can show.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Question:
    """One prompt, as the user types it, and what a reader calls it."""

    name: str
    kind: str
    title: str
    text: str


QUESTIONS = (
    Question("sky", "explanation", "The blue sky", "Why is the sky blue?"),
    Question(
        "account",
        "code",
        "A bank account in Python",
        "Write a Python class for a bank account with deposit and withdraw methods.",
    ),
    Question(
        "energy",
        "list",
        "Renewable energy",
        "List the main sources of renewable energy and say how each works.",
    ),
    Question(
        "lighthouse",
        "story",
        "The lighthouse keeper",
        "Write a short story about a lighthouse keeper.",
    ),
)

LONGEST_TITLE = 60


def questions(path: Path) -> tuple[Question, ...]:
    """Prompts of one's own.

    Parameters
    ----------
    path
        UTF-8: a question a line; or, ending in .json, an array of objects with `name`, `kind`,
        `title` and `text`.

    Returns
    -------
    tuple of Question
        In the order of the file.

    Raises
    ------
    ValueError
        If it holds none, or two of one name.
    OSError
        If it cannot be read.
    """
    content = path.read_text("utf-8")
    if path.suffix == ".json":
        try:
            found = [Question(**entry) for entry in json.loads(content)]
        except (TypeError, json.JSONDecodeError) as error:
            raise ValueError(
                f"{str(path)!r} must be an array of objects with name, kind, title, text: {error}"
            ) from None
    else:
        lines = [line.strip() for line in content.splitlines() if line.strip()]
        found = [
            Question(f"text-{number}", "text", _title(line), line)
            for number, line in enumerate(lines, start=1)
        ]
    if not found:
        raise ValueError(f"{str(path)!r} must hold at least one question, and is empty")
    names = [question.name for question in found]
    if doubled := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"{str(path)!r} has two questions of the name {doubled[0]!r}")
    return tuple(found)


def _title(line: str) -> str:
    return line if len(line) <= LONGEST_TITLE else f"{line[: LONGEST_TITLE - 1]}…"
