"""The microscope on the current pass. What it shows is decided by microscope.js."""

from __future__ import annotations

from bokeh.models import Plot, Quad, Segment, Text

from specviz.page.plot import SIDES, add, bare_plot


def microscope() -> Plot:
    """Boxes of drafted tokens, the band of the verify pass, pills of the target's own tokens.

    Returns
    -------
    Plot
        In units of one CSS pixel, from the top left; sources `boxes`, `pills`, `strikes`, `marks`.
    """
    plot = bare_plot(158)
    for name, radius in (("boxes", 6), ("pills", 18)):
        shape = Quad(
            **SIDES,
            fill_color="fill",
            line_color="line",
            line_width="weight",
            line_dash="dash",
            border_radius=radius,
        )
        add(plot, name, shape, [*SIDES, "fill", "line", "weight", "dash"])
    strike = Segment(x0="x0", x1="x1", y0="y", y1="y", line_color="line", line_width=1.5)
    add(plot, "strikes", strike, ["x0", "x1", "y", "line"])
    text = Text(
        x="x",
        y="y",
        text="text",
        text_color="color",
        text_font_size="size",
        text_font="font",
        text_align="align",
        text_font_style="style",
        text_baseline="middle",
    )
    add(plot, "marks", text, ["x", "y", "text", "color", "size", "font", "align", "style"])
    return plot
