"""What the figures have in common: a plot without furniture, colours by name."""

from __future__ import annotations

from typing import Any

from bokeh.models import ColumnDataSource, LinearAxis, Plot, Range1d
from bokeh.models.glyph import Glyph
from bokeh.models.renderers import GlyphRenderer

SANS = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

SIDES = {"left": "left", "right": "right", "top": "top", "bottom": "bottom"}
"""A box by its four sides, each a column of its source."""


def bare_plot(height: int, **ranges: Range1d) -> Plot:
    """A plot that is nothing but its frame, in the page's own colours.

    Parameters
    ----------
    height
        In CSS pixels; the width follows the page.
    **ranges
        `x_range` and `y_range`, where they are not for the browser to set.

    Returns
    -------
    Plot
        Without axes, tools, title or border.
    """
    return Plot(
        height=height,
        sizing_mode="stretch_width",
        x_range=ranges.get("x_range", Range1d(0, 1)),
        y_range=ranges.get("y_range", Range1d(height, 0)),
        min_border=2,
        outline_line_color=None,
        title=None,
        toolbar_location=None,
        background_fill_color=None,
        border_fill_color=None,
    )


def bordered(plot: Plot) -> Plot:
    """The same plot with room at its left for any of its tick labels, so that nothing jumps.

    Parameters
    ----------
    plot
        With an axis at its left.

    Returns
    -------
    Plot
        The one given.
    """
    plot.min_border_left, plot.min_border_right, plot.min_border_top = 58, 6, 8
    return plot


def add(
    plot: Plot, name: str, glyph: Glyph, columns: list[str] | dict[str, Any], **colours: str
) -> GlyphRenderer[Glyph]:
    """Add a glyph with a source of its own, which the browser finds by name and fills.

    Parameters
    ----------
    plot
        Where the glyph goes.
    name
        Of the source.
    glyph
        Its fields are columns of the source.
    columns
        Columns of the source, empty until the browser fills them; or with what they hold.
    **colours
        Property of the glyph to name of a colour in page.css.

    Returns
    -------
    GlyphRenderer
        What draws the glyph, in the order of adding.
    """
    glyph.tags = [colours] if colours else []
    data = columns if isinstance(columns, dict) else {column: [] for column in columns}
    source = ColumnDataSource(data, name=name)
    return plot.add_glyph(source, glyph, nonselection_glyph=None, muted_glyph=None)


def axis(label: str, **properties: Any) -> LinearAxis:
    """An axis as quiet as the page's text.

    Parameters
    ----------
    label
        What it measures, with its unit.
    **properties
        Of the Bokeh axis.

    Returns
    -------
    LinearAxis
        With ticks outside and colours by name.
    """
    return LinearAxis(
        axis_label=label,
        axis_label_text_font=SANS,
        axis_label_text_font_size="12.5px",
        axis_label_text_font_style="normal",
        axis_label_standoff=4,
        major_label_text_font=SANS,
        major_label_text_font_size="12.5px",
        axis_line_color=None,
        major_tick_in=0,
        major_tick_out=5,
        minor_tick_line_color=None,
        tags=[
            {
                "major_tick_line_color": "quiet",
                "axis_label_text_color": "quiet",
                "major_label_text_color": "quiet",
            }
        ],
        **properties,
    )
