"""Net speedup over a and k. What it shows is decided by heatmap.js."""

from __future__ import annotations

import numpy as np
from bokeh.core.properties import value
from bokeh.models import (
    FixedTicker,
    Image,
    Line,
    LogColorMapper,
    MultiLine,
    Plot,
    Range1d,
    Text,
)

from specviz.model import SpeculativeDecoding
from specviz.page.plot import SANS, add, axis, bare_plot, bordered

LONGEST = int(SpeculativeDecoding.param["k"].bounds[1])
RATES = 101
"""Columns of the map: every a that the slider takes."""

SPREAD = 8
"""The colours reach from 1/8× to 8×, with 1× in the middle."""


def heatmap() -> Plot:
    """Heat map, contours, the ridge of best k; the reader's point is drawn over them.

    Returns
    -------
    Plot
        x is a, y is k, each cell centred on its values; sources `heat`, `contours`, `even`,
        `ridge`, `labels`.
    """
    half = 0.5 / (RATES - 1)
    ranges = {"x_range": Range1d(-half, 1 + half), "y_range": Range1d(0.5, LONGEST + 0.5)}
    plot = bordered(bare_plot(290, **ranges))
    tenths = FixedTicker(ticks=[0, 0.2, 0.4, 0.6, 0.8, 1])
    plot.add_layout(axis("acceptance rate a", ticker=tenths), "below")
    lengths = FixedTicker(ticks=[1, *range(4, LONGEST + 1, 4)])
    plot.add_layout(axis("draft length k", ticker=lengths), "left")
    colours = LogColorMapper(name="speed", low=1 / SPREAD, high=SPREAD, palette=["white"])
    place = {"x": -half, "y": 0.5, "dw": 1 + 2 * half, "dh": LONGEST}
    cells = Image(image="image", color_mapper=colours, **place)
    # BokehJS offers pages no way to make such an array: this one is filled in place there.
    add(plot, "heat", cells, {"image": [np.zeros((LONGEST, RATES))]})
    thin = MultiLine(xs="x", ys="y", line_width=1, line_alpha=0.55)
    add(plot, "contours", thin, ["x", "y"], line_color="ink")
    add(plot, "even", Line(x="x", y="y", line_width=3), ["x", "y"], line_color="ink")
    ridge = Line(x="x", y="y", line_width=2, line_dash=[5, 4])
    add(plot, "ridge", ridge, ["x", "y"], line_color="ink")
    label = Text(
        x="x",
        y="y",
        text="text",
        text_font_style="style",
        text_font=value(SANS),
        text_font_size="12.5px",
        text_align="center",
        text_baseline="middle",
        background_fill_alpha=0.75,
        padding=1,
        border_radius=3,
    )
    paint = {"text_color": "ink", "background_fill_color": "paper"}
    add(plot, "labels", label, ["x", "y", "text", "style"], **paint)
    return plot
