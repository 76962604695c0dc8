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
        x in tokens, y the speedup; sources `slower`, `even`, `band`, `ceiling`, `curve`,
        `marks`, `words`.
    """
    ranges = {"x_range": Range1d(0.4, LONGEST + 0.6), "y_range": Range1d(0, 4)}
    plot = bordered(bare_plot(290, **ranges))
    lengths = FixedTicker(ticks=[1, *range(2, LONGEST + 1, 2)])
    plot.add_layout(axis("draft length k", ticker=lengths), "below")
    times = PrintfTickFormatter(format="%s×")
    steps = FixedTicker(name="steps", ticks=[0, 1, 2, 3, 4])
    plot.add_layout(axis("net speedup", ticker=steps, formatter=times), "left")
    slower = Quad(**SIDES, line_color=None)
    below = {"left": [0], "right": [LONGEST + 1], "top": [1], "bottom": [0]}
    add(plot, "slower", slower, below, fill_color="rejected-fill")
    even = {"x": [0, LONGEST + 1], "y": [1, 1]}
    add(plot, "even", Line(x="x", y="y", line_width=2), even, line_color="rejected")
    band = Quad(**SIDES, line_color=None, fill_alpha=0.8)
    moving = [add(plot, "band", band, list(SIDES), fill_color="band-done")]
    ceiling = Line(x="x", y="y", line_width=1.5, line_dash=[2, 4])
    moving.append(add(plot, "ceiling", ceiling, ["x", "y"], line_color="quiet"))
    line = Line(x="x", y="y", line_width=2)
    moving.append(add(plot, "curve", line, ["x", "y"], line_color="target"))
    mark = Scatter(
        x="x",
        y="y",
        marker="marker",
        size="size",
        fill_color="fill",
        line_color="line",
        line_width=2,
    )
    columns = ["x", "y", "marker", "size", "fill", "line"]
    moving.append(add(plot, "marks", mark, columns))
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
    columns = ["x", "y", "text", "color", "align", "lift", "style"]
    moving.append(add(plot, "words", word, columns))
    # On a canvas of their own: while a is dragged, the axes are not drawn again.
    for renderer in moving:
        renderer.level = "overlay"
    return plot
