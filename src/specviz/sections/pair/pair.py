"""A real pair beside the formula. What the three plots show is decided by pair.js."""

from __future__ import annotations

import math

from bokeh.models import FixedTicker, Line, Plot, Range1d, Scatter, Segment

from specviz.page.plot import add, axis, bare_plot, bordered


def pair_tokens(most: float = 0) -> Plot:
    """Tokens per pass against k: measured, with standard errors, beside E(a, k).

    Parameters
    ----------
    most
        The highest value that is to be seen.

    Returns
    -------
    Plot
        Sources `formula`, `errors`, `seen`, `yours`.
    """
    return _plot("draft length k", "tokens per pass", (0, max(8, math.ceil(most))))


def pair_reached() -> Plot:
    """Chance that position i of a draft is reached and accepted, beside a^i.

    Returns
    -------
    Plot
        Sources as in `pair_tokens`.
    """
    return _plot("position i", "reached and accepted", (0, 1))


def pair_conditional() -> Plot:
    """Chance that position i is accepted, given that it was reached, beside a.

    Returns
    -------
    Plot
        Sources as in `pair_tokens`.
    """
    return _plot("position i", "accepted, once reached", (0, 1))


def _plot(along: str, up: str, heights: tuple[float, float]) -> Plot:
    ranges = {"x_range": Range1d(0.3, 16.7), "y_range": Range1d(*heights)}
    plot = bordered(bare_plot(230, **ranges))
    plot.add_layout(axis(along, ticker=FixedTicker(ticks=[1, 4, 8, 12, 16])), "below")
    plot.add_layout(axis(up), "left")
    formula = Line(x="x", y="y", line_width=2)
    add(plot, "formula", formula, ["x", "y"], line_color="target")
    error = Segment(x0="x", x1="x", y0="low", y1="high", line_width=1.5)
    add(plot, "errors", error, ["x", "low", "high"], line_color="rejected")
    seen = Scatter(x="x", y="y", size=7, marker="square", line_color=None)
    add(plot, "seen", seen, ["x", "y"], fill_color="rejected")
    yours = Scatter(x="x", y="y", size=15, fill_color=None, line_width=2)
    add(plot, "yours", yours, ["x", "y"], line_color="ink")
    return plot
