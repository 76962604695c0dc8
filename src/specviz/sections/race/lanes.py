"""The two lanes on one clock. What they show is decided by lanes.js."""

from __future__ import annotations

from bokeh.core.properties import value
from bokeh.models import FixedTicker, Plot, Quad, Segment, Text

from specviz.page.plot import SANS, SIDES, add, axis, bare_plot


def lanes() -> Plot:
    """Plain decoding, one block a token; speculative decoding, slivers and a block a pass.

    Returns
    -------
    Plot
        x in target steps, y in CSS pixels from the top; sources `blocks`, `words`, `playhead`.
    """
    plot = bare_plot(80)
    plot.add_layout(axis("time, in target steps", ticker=FixedTicker(ticks=[])), "below")
    block = Quad(**SIDES, fill_color="fill", line_color="line", border_radius=2)
    add(plot, "blocks", block, [*SIDES, "fill", "line"])
    word = Text(
        x="x",
        y="y",
        text="text",
        text_color="color",
        text_font_size="size",
        text_align="align",
        text_font=value(SANS),
        text_baseline="middle",
    )
    add(plot, "words", word, ["x", "y", "text", "color", "size", "align"])
    head = Segment(x0="x", x1="x", y0="top", y1="bottom", line_width=1.5)
    add(plot, "playhead", head, ["x", "top", "bottom"], line_color="ink")
    return plot
