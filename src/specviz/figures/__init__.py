"""One file a figure: each builds a Bokeh plot and its sources, and decides nothing."""
