"""The formula: why E, and what it is worth, worked with the reader's numbers."""

from specviz.page.section import Section

SECTION = Section(
    package="specviz.sections.formula",
    title="What it is worth",
    short="formula",
)
