"""Net speedup against draft length. What it shows is decided by curve.js."""

from __future__ import annotations

from bokeh.models import FixedTicker, Line, Plot, PrintfTickFormatter, Quad, Range1d

from specviz.page.plot import SIDES, add, axis, bare_plot, bordered
from specviz.sections.pays.heatmap import LONGEST


def curve() -> Plot:
    """The axes, the line at 1× and what lies below it; all that follows a is drawn over them.

    Returns
    -------
    Plot
        x in tokens, y the speedup.
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
    return plot
