"""The least that Bokeh and Panel can do: a page with one figure, served with one slider too."""

# Panel comes half typed.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import sys
from pathlib import Path

from bokeh.embed import file_html
from bokeh.plotting import figure
from bokeh.resources import INLINE

plot = figure(height=300)
plot.line([0, 1], [0, 1])

if __name__.startswith("bokeh_app"):
    import panel as pn

    pn.extension()
    pn.Column(pn.widgets.FloatSlider(name="a", start=0, end=1), plot).servable()
elif __name__ == "__main__":
    Path(sys.argv[1]).write_text(file_html(plot, INLINE, title="A figure"), "utf-8")
