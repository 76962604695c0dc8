"""Tokens per pass of a thousand passes. What it shows is decided by histogram.js."""

from __future__ import annotations

from bokeh.models import BasicTicker, NumeralTickFormatter, Plot, Range1d, VBar
from bokeh.models.annotations import Span

from specviz.page.plot import add, axis, bare_plot


def histogram() -> Plot:
    """Bars for what was seen, outlines for what the formula expects, a line at E.

    Returns
    -------
    Plot
        x in tokens per pass, y the share of passes; sources `seen`, `expected`, `mean`.
    """
    plot = bare_plot(220, y_range=Range1d(0, 1))
    whole = BasicTicker(mantissas=[1, 2, 5], min_interval=1, num_minor_ticks=0)
    plot.add_layout(axis("tokens per pass", ticker=whole), "below")
    share = NumeralTickFormatter(format="0%")
    coarse = BasicTicker(desired_num_ticks=4, num_minor_ticks=0)
    plot.add_layout(axis("share of passes", ticker=coarse, formatter=share), "left")
    seen = VBar(x="x", top="top", width=0.7, line_color=None)
    add(plot, "seen", seen, ["x", "top"], fill_color="drafting")
    expected = VBar(x="x", top="top", width=0.84, fill_color=None, line_width=2)
    add(plot, "expected", expected, ["x", "top"], line_color="ink")
    plot.add_layout(
        Span(
            name="E",
            dimension="height",
            location=1,
            line_width=2,
            line_dash="dashed",
            tags=[{"line_color": "rejected"}],
        )
    )
    return plot
