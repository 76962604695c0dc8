"""What happens in a pass, in words."""

from specviz.page.section import Section

SECTION = Section(
    package="specviz.sections.how",
    title="What happens in a pass",
    short="how it works",
)
