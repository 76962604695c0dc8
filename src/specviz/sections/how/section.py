"""What happens in a pass, in words."""

from specviz.page.question import Question, said
from specviz.page.section import Section

WRONG = said(0, 4)
"""Every guess is wrong."""

SECTION = Section(
    package="specviz.sections.how",
    title="What happens in a pass",
    short="how it works",
    tries=(
        Question(
            asks="A draft so bad that every guess is wrong, <i>a</i> = 0, proposes <i>k</i> = 4 "
            f"tokens a pass, each at <i>c</i> = {WRONG['c']}. How fast is that, if plain decoding "
            "is 1×?",
            settings={"a": 0.0, "k": 4, "c": 0.1, "v": 1.0},
            shows="speedup",
            unit="×",
            why=f"Every pass yields the target’s own token all the same, {WRONG['E']} tokens, and "
            f"takes {WRONG['cost']} steps. Nothing is lost but the price of the drafts.",
        ),
    ),
)
