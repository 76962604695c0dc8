// All that the page knows of Bokeh's insides beyond what Bokeh promises, each with the reason.
// tests/page/test_internals.py says in a sentence what has moved, when another Bokeh moves it.

/**
 * A plot that is on the page, as Bokeh shows it.
 * @typedef {any} View
 *
 * @typedef {{prepare: () => CanvasRenderingContext2D, finish: () => void, el: HTMLElement}} Layer
 */

/**
 * Every model of a figure. Colours go to whichever names one in its tags, and Bokeh looks models
 * up one by one only.
 * @param {any} model
 * @returns {Iterable<any>}
 */
export const parts = (model) => model.document.all_models

/**
 * Bokeh measures every tick label before it draws, and may draw a frame late. Where the layout
 * stays as it is both can be spared: what is set until the next frame is painted in it, once.
 * @param {() => View} viewed
 */
export const holder = (viewed) => {
  let held = false
  return () => {
    if (held) return
    held = true
    const view = viewed()
    view.pause()
    requestAnimationFrame(() => {
      held = false
      view.unpause(true)
      view.invalidate_dataranges = false // else the layout is measured all the same
      view.paint()
    })
  }
}

/**
 * Spares a figure what Bokeh does at every paint in vain: for each axis a style sheet, the same
 * as before, and for each glyph one that places an empty element, a search for what lies within
 * the frame, and four more looks, for selections that nobody makes.
 * @param {any} renderer of an axis or a glyph
 */
const lighten = (renderer) => {
  const { position, glyph } = renderer
  const place = position.replace.bind(position)
  position.replace = (/** @type {string} */ css) => css !== position.css && place(css)
  if (!glyph) return
  place(":host { display: none; }")
  position.replace = () => undefined
  glyph._mask_data = undefined
  const { selection_glyph, nonselection_glyph, muted_glyph, decimated_glyph } = renderer
  for (const spare of [selection_glyph, nonselection_glyph, muted_glyph, decimated_glyph]) {
    for (const step of ["set_data", "set_visuals", "after_visuals", "map_data"])
      spare[step] = () => undefined
  }
}

/**
 * The canvas that lies over a plot. Shapes that move with a slider go there, since a source and a
 * glyph of Bokeh's for each would take a phone longer than a frame lasts.
 * @param {View} view
 * @returns {Layer}
 */
export const overlay = (view) => view.canvas_view.overlays

/**
 * Calls whenever the plot has painted itself, which clears what lies over it.
 * @param {View} view
 * @param {() => void} painted
 */
export const whenRepainted = (view, painted) => view.repainted.connect(painted)

/**
 * Makes a plot a picture: no stop for the keyboard, and light to paint.
 * @param {View} view
 */
export const settle = (view) => {
  view.canvas_view.events_el.tabIndex = -1
  for (const renderer of view.renderer_views.values()) lighten(renderer)
  // An empty canvas is copied to the screen in every frame all the same.
  overlay(view).el.style.display = "none"
}

/**
 * Where on the screen a plot begins; its scales count from there.
 * @param {View} view
 */
export const corner = (view) => view.canvas_view.el.getBoundingClientRect()
