"""The two figures of the section. What they show is decided by drawn.js."""

from __future__ import annotations

from bokeh.models import (
    FixedTicker,
    Line,
    LogScale,
    Plot,
    PrintfTickFormatter,
    Quad,
    Range1d,
)

from specviz.page.plot import SIDES, add, axis, bare_plot, bordered
from specviz.sections.check.setting import MOST

EDGE = 1.25
"""Room beside the first and the last mark, as a factor."""

HEIGHT = 300


def _plot(y_range: Range1d) -> Plot:
    plot = bordered(bare_plot(HEIGHT, x_range=Range1d(1 / EDGE, EDGE * MOST), y_range=y_range))
    plot.x_scale = LogScale()
    return plot


def passes() -> Plot:
    """The axes of the time of a pass; all that follows the reader is drawn over them.

    Returns
    -------
    Plot
        x in positions, y in ms, both logarithmic.
    """
    plot = _plot(Range1d(0.7, 130))
    # As wide as its longest labels need it, so that nothing jumps.
    plot.min_border_left = 76
    plot.y_scale = LogScale()
    powers = FixedTicker(ticks=[1, 4, 16, 64, 256, MOST])
    plot.add_layout(axis("positions n of each sequence", ticker=powers), "below")
    plain = PrintfTickFormatter(format="%s")
    decades = FixedTicker(name="decades", ticks=[1, 10, 100])
    plot.add_layout(axis("time of a pass, ms", ticker=decades, formatter=plain), "left")
    # A plot without a renderer asks for one; this one is below all that is drawn.
    add(plot, "first", Line(x="x", y="y"), {"x": [1, 1], "y": [1, 1]}, line_color="paper")
    return plot


def batches() -> Plot:
    """The axes of the speedup, the line at 1× and what lies below it.

    Returns
    -------
    Plot
        x in sequences, logarithmic, y the speedup.
    """
    plot = _plot(Range1d(0, 4))
    powers = FixedTicker(ticks=[1, 4, 16, 64, 256, MOST])
    plot.add_layout(axis("sequences at once (batch)", ticker=powers), "below")
    times = PrintfTickFormatter(format="%s×")
    steps = FixedTicker(name="steps", ticks=[0, 1, 2, 3, 4])
    plot.add_layout(axis("net speedup", ticker=steps, formatter=times), "left")
    ends = [1 / EDGE, EDGE * MOST]
    slower = Quad(**SIDES, line_color=None)
    below = {"left": ends[:1], "right": ends[1:], "top": [1], "bottom": [0]}
    add(plot, "slower", slower, below, fill_color="rejected-fill")
    even = {"x": ends, "y": [1, 1]}
    add(plot, "even", Line(x="x", y="y", line_width=2), even, line_color="rejected")
    return plot
