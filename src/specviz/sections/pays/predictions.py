"""Measured against predicted speedup. What it shows is decided by predictions.js."""

from __future__ import annotations

from bokeh.models import FixedTicker, Line, Plot, PrintfTickFormatter, Range1d, Scatter

from specviz.page.plot import add, axis, bare_plot, bordered

ENDS = (1, 3.75)


def predictions() -> Plot:
    """A mark for each setting of the paper, and the line on which the formula would be right.

    Returns
    -------
    Plot
        x the predicted speedup, y the measured one; sources `right`, `settings`, `chosen`.
    """
    ranges = {"x_range": Range1d(*ENDS), "y_range": Range1d(*ENDS)}
    plot = bordered(bare_plot(330, **ranges))
    for label, side in (("predicted speedup", "below"), ("measured speedup", "left")):
        ticker = FixedTicker(ticks=[1, 1.5, 2, 2.5, 3, 3.5])
        times = PrintfTickFormatter(format="%s×")
        plot.add_layout(axis(label, ticker=ticker, formatter=times), side)
    right = Line(x="x", y="y", line_width=1.5, line_dash=[5, 4])
    add(plot, "right", right, {"x": list(ENDS), "y": list(ENDS)}, line_color="quiet")
    chosen = Scatter(x="x", y="y", size=26, fill_color=None, line_width=2)
    add(plot, "chosen", chosen, ["x", "y"], line_color="ink")
    mark = Scatter(
        x="x",
        y="y",
        marker="marker",
        size=12,
        fill_color="fill",
        line_color="line",
        line_width=2,
    )
    add(plot, "settings", mark, ["x", "y", "marker", "fill", "line"])
    return plot
