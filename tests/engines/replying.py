"""An app whose Python answers the reader: c becomes 1 − a."""

from bokeh.io import curdoc

from specviz.hosts.app import serve
from specviz.model import SpeculativeDecoding

model = SpeculativeDecoding()
model.param.watch(lambda event: model.param.update(c=round(1 - event.new, 2)), "a")
serve(curdoc(), model)
