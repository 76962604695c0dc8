"""What the target is asked.

The prompts were chosen by reading the target's answers alone, before any draft existed: 145
tokens without an end and without going round in circles, and an opening that a teacher can show.
"""

from dataclasses import dataclass


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
