"""Net speedup against draft length. What it shows is decided by browser/curve.js."""

from __future__ import annotations

from bokeh.core.properties import value
from bokeh.models import (
    FixedTicker,
    Line,
    Plot,
    PrintfTickFormatter,
    Quad,
    Range1d,
    Scatter,
    Text,
)

from specviz.figures.bare import SANS, add, axis, bare_plot, bordered
from specviz.figures.heatmap import LONGEST
from specviz.figures.microscope import SIDES


def curve() -> Plot:
    """The curve over k, its best and its flat top, the line at 1×, and E as a ceiling.

    Returns
    -------
    Plot
        x in tokens, y the speedup; sources `slower`, `band`, `even`, `ceiling`, `curve`,
        `lengths`, `best`, `yours`, `words`.
    """
    ranges = {"x_range": Range1d(0.4, LONGEST + 0.6), "y_range": Range1d(0, 4)}
    plot = bordered(bare_plot(290, **ranges))
    lengths = FixedTicker(ticks=[1, *range(2, LONGEST + 1, 2)])
    plot.add_layout(axis("draft length k", ticker=lengths), "below")
    times = PrintfTickFormatter(format="%s×")
    steps = FixedTicker(name="steps", ticks=[])
    plot.add_layout(axis("net speedup", ticker=steps, formatter=times), "left")
    slower = Quad(**SIDES, line_color=None)
    below = {"left": [0], "right": [LONGEST + 1], "top": [1], "bottom": [0]}
    add(plot, "slower", slower, below, fill_color="rejected-fill")
    band = Quad(**SIDES, line_color=None)
    add(plot, "band", band, list(SIDES), fill_color="band-done")
    add(plot, "even", Line(x="x", y="y", line_width=2), ["x", "y"], line_color="rejected")
    ceiling = Line(x="x", y="y", line_width=1.5, line_dash=[2, 4])
    add(plot, "ceiling", ceiling, ["x", "y"], line_color="quiet")
    add(plot, "curve", Line(x="x", y="y", line_width=2), ["x", "y"], line_color="target")
    dot = Scatter(x="x", y="y", size=6, line_color=None)
    add(plot, "lengths", dot, ["x", "y"], fill_color="target")
    best = Scatter(x="x", y="y", size=17, marker="diamond", line_width=2)
    add(plot, "best", best, ["x", "y"], fill_color="paper", line_color="ink")
    yours = Scatter(x="x", y="y", size=13, line_width=2)
    add(plot, "yours", yours, ["x", "y"], fill_color="ink", line_color="paper")
    word = Text(
        x="x",
        y="y",
        text="text",
        text_color="color",
        text_align="align",
        y_offset="lift",
        text_font=value(SANS),
        text_font_size="13px",
        text_font_style="style",
        text_baseline="middle",
    )
    add(plot, "words", word, ["x", "y", "text", "color", "align", "lift", "style"])
    return plot
