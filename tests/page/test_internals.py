"""Bokeh is inside as the page believes: each belief of page/internals.js, tried on a fresh plot.

A failure here means that the installed Bokeh has moved something. Its sentence says what, and what
the page would lose; mend the function of that name in page/internals.js.
"""

from __future__ import annotations

import pytest
from bokeh import __version__ as bokeh
from tests.browser.hosts import Opened, only

FRESH = """async (name) => {
  // What no figure of the page is: a plot that nobody has touched.
  const { figures } = await import("specviz/shown")
  const { doc } = structuredClone(figures.predictions)
  let numbered = 0
  const number = (part) => {
    if (part === null || typeof part !== "object") return
    if (part.type === "object") part.id ??= `fresh${++numbered}`
    for (const each of Object.values(part)) number(each)
  }
  number(doc.roots)
  const { Bokeh } = window
  const place = document.createElement("div")
  place.style.width = "400px"
  document.body.append(place)
  const made = Bokeh.require("document").Document.from_json(doc)
  const [view] = await Bokeh.embed.add_document_standalone(made, place)
  const { model } = view
  const renderers = [...view.renderer_views.values()]
  const glyphs = renderers.filter(({ glyph }) => glyph)
  const axes = renderers.filter(({ glyph }) => !glyph)
  const SPARE = ["selection_glyph", "nonselection_glyph", "muted_glyph", "decimated_glyph"]
  const STEPS = ["set_data", "set_visuals", "after_visuals", "map_data"]
  const frames = async () => {
    for (const _ of "12") await new Promise(requestAnimationFrame)
  }
  await frames()
  /** How often a method is called while something happens. */
  const calls = async (object, method, happens) => {
    let count = 0
    const before = object[method].bind(object)
    object[method] = (...given) => { count++; return before(...given) }
    await happens()
    await frames()
    return count
  }
  const refill = () => {
    for (const { model } of glyphs) model.data_source.change.emit()
  }
  const paints = async (happens) => {
    let count = 0
    const told = () => { count++ }
    view.repainted.connect(told)
    await happens()
    await frames()
    view.repainted.disconnect(told)
    return count
  }
  const beliefs = {
    parts: () => {
      const all = new Set(model.document.all_models)
      return model.renderers.every(({ glyph }) => all.has(glyph))
    },
    holder: async () => {
      view.pause()
      const held = await paints(refill)
      view.unpause(true)
      const still = await paints(() => undefined)
      model.x_range.end += 1
      view.invalidate_dataranges = false
      const ranges = await calls(view._range_manager, "update_dataranges", () => view.paint())
      return held === 0 && still === 0 && ranges === 0 && (await paints(() => view.paint())) === 1
    },
    position: async () => {
      const [{ position }] = axes
      const before = position.css
      const replaced = await calls(position, "replace", refill)
      return typeof before === "string" && replaced > 0 && position.css === before
    },
    mask: async () => {
      const marker = glyphs.find(({ glyph }) => glyph._mask_data)
      return Boolean(marker) && (await calls(marker.glyph, "_mask_data", refill)) > 0
    },
    spare: async () => {
      for (const name of SPARE) {
        for (const step of STEPS)
          if (typeof glyphs[0][name]?.[step] !== "function") return false
      }
      return (await calls(glyphs[0].muted_glyph, "set_data", refill)) > 0
    },
    repainted: async () => (await paints(refill)) > 0,
    overlay: async () => {
      const layer = view.canvas_view.overlays
      const blank = layer.el.toDataURL()
      const context = layer.prepare()
      context.fillRect(10, 10, 5, 5)
      layer.finish()
      const inked = layer.el.toDataURL()
      model.x_range.end += 1
      await frames()
      return blank !== inked && blank === layer.el.toDataURL()
    },
    settle: () => view.canvas_view.events_el.tabIndex === 0,
    corner: () => {
      const { x_scale, bbox } = view.frame
      const { start } = model.x_range
      return Math.abs(x_scale.compute(start) - bbox.left) < 1 &&
        view.canvas_view.el.getBoundingClientRect().width > bbox.width
    },
  }
  try {
    return await beliefs[name]()
  } catch (error) {
    return String(error)
  } finally {
    place.remove()
  }
}"""

BELIEFS = {
    "parts": "document.all_models no longer holds every model: figures would keep Bokeh's colours",
    "holder": "pause, unpause and paint no longer hold a repaint: a drag would lay out each frame",
    "position": "an axis no longer puts the same style sheet again: lighten() spares nothing",
    "mask": "a glyph no longer searches the frame by _mask_data: lighten() spares nothing",
    "spare": "the glyphs for selections have other steps: lighten() breaks or spares nothing",
    "repainted": "a plot no longer says that it was repainted: what lies over it would be lost",
    "overlay": "a paint no longer clears the overlay, or prepare and finish draw otherwise",
    "settle": "a plot is no longer a stop for the keyboard at events_el: it may be one elsewhere",
    "corner": "scales no longer count from the canvas's corner: a tap would set other values",
}


@only("file")
@pytest.mark.parametrize("name", BELIEFS)
def test_bokeh_is_inside_as_the_page_believes(shared: Opened, name: str) -> None:
    holds = shared.frame.evaluate(FRESH, name)
    assert holds is True, f"In Bokeh {bokeh} {BELIEFS[name]} (page/internals.js): {holds}"
