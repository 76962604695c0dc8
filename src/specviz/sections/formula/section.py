"""The formula: why E, and what it is worth, worked with the reader's numbers."""

from specviz.page.question import Question, said
from specviz.page.section import Section

BEFORE, AFTER = said(0.8, 4), said(0.9, 4)
SHORT, LONG = said(0.5, 4), said(0.5, 16)

SECTION = Section(
    package="specviz.sections.formula",
    title="What it is worth",
    short="formula",
    tries=(
        Question(
            asks="Raise <i>a</i> from 0.8 to 0.9 at <i>k</i> = 4. The net speedup was "
            f"{BEFORE['speedup']}. What does it become?",
            settings={"a": 0.9, "k": 4, "c": 0.1, "v": 1.0},
            shows="speedup",
            unit="×",
            why=f"A pass costs {AFTER['cost']} steps as before, and yields {AFTER['E']} tokens "
            f"instead of {BEFORE['E']}: long runs of right guesses have become more frequent.",
        ),
        Question(
            asks="The weak draft, <i>a</i> = 0.5, gives "
            f"{SHORT['speedup']} at <i>k</i> = 4. What does it give at <i>k</i> = 16?",
            settings={"draft": "weak", "a": 0.5, "k": 16, "c": 0.1, "v": 1.0},
            shows="speedup",
            unit="×",
            why=f"Twelve more tokens a pass cost 1.20 steps, and add {LONG['E']} − {SHORT['E']} "
            "tokens: nearly always one before them was wrong.",
        ),
    ),
)
