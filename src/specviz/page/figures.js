// The seam to Bokeh: brings figures to life one by one.
import { corner, holder, overlay, parts, settle, whenRepainted } from "specviz/internals"
import { paint } from "specviz/shapes"
import { colour, watchTheme } from "specviz/theme"

/**
 * @typedef {object} Figure
 * @property {() => Promise<void>} appear on the page, as it has been filled
 * @property {(shapes: import("specviz/shapes").Shape[]) => void} draw over it, at once
 * @property {(name: string, data: Record<string, unknown[]>) => void} fill one assignment a source
 * @property {any} model the Bokeh model
 * @property {() => number} unit CSS pixels of one unit of drawing: 1 at the usual size of text
 * @property {() => number} width of the drawing area, in units
 * @property {HTMLElement} element
 * @property {(name: string, column: string, values: Float64Array) => void} refill an array in place
 * @property {() => void} hold what is filled now until the next frame, which then draws it
 * @property {(at: {clientX: number, clientY: number}) => {x: number, y: number}} place in data units
 *
 * @typedef {{root_id: string, doc: {roots: unknown[]}}} Item as Python's json_item made it
 */

/**
 * Colours each model as its tags say: {property: name of a CSS colour}.
 * @param {any} model
 * @param {Element} root
 */
const tint = (model, root) => {
  for (const part of parts(model)) {
    for (const tag of part.tags) {
      const wanted = Object.entries(tag).map(([property, name]) => [
        property,
        colour(root, /** @type {string} */ (name)),
      ])
      part.setv(Object.fromEntries(wanted))
    }
  }
}

let numbered = 0

/**
 * Gives an id to every object that came without: nothing in the figure refers to it.
 * @param {any} part of a figure
 */
const number = (part) => {
  if (part === null || typeof part !== "object") return
  if (part.type === "object") part.id ??= `n${++numbered}`
  for (const each of Object.values(part)) number(each)
}

/**
 * A figure that is not on the page yet: what is filled before it appears is laid out and painted
 * once, with the rest.
 * @param {HTMLElement} element where it goes
 * @param {Item} item
 * @param {Element} root
 * @returns {Figure}
 */
export const figure = (element, item, root) => {
  const { Bokeh } = /** @type {any} */ (window)
  number(item.doc.roots)
  const document = Bokeh.require("document").Document.from_json(item.doc)
  const [model] = document.roots()
  const sources = new Map()
  for (const { data_source } of model.renderers) sources.set(data_source.name, data_source)
  const unit = () => Number.parseFloat(getComputedStyle(root).fontSize) / 16
  /** @type {any} */
  let view
  /** @type {import("specviz/shapes").Shape[]} */
  let over = []
  const cover = () => {
    const layer = overlay(view)
    paint(layer.prepare(), over, view.frame)
    layer.finish()
  }
  tint(model, root)
  watchTheme(() => tint(model, root))
  return {
    element,
    model,
    unit,
    appear: async () => {
      const views = await Bokeh.embed.add_document_standalone(document, element)
      ;[view] = views
      settle(view)
    },
    draw: (shapes) => {
      if (over.length === 0) whenRepainted(view, cover)
      over = shapes
      overlay(view).el.style.display = ""
      cover()
    },
    width: () => element.clientWidth / unit(),
    fill: (name, data) => {
      sources.get(name).data = data
    },
    hold: holder(() => view),
    refill: (name, column, values) => {
      const source = sources.get(name)
      source.data[column][0].set(values)
      source.change.emit()
    },
    place: ({ clientX, clientY }) => {
      const { left, top } = corner(view)
      const { x_scale, y_scale } = view.frame
      return { x: x_scale.invert(clientX - left), y: y_scale.invert(clientY - top) }
    },
  }
}

/**
 * Calls when the element comes near the screen, or onto paper.
 * @param {HTMLElement} element
 * @param {() => void} begin
 */
export const whenNear = (element, begin) => {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      begin()
    },
    { rootMargin: "400px" },
  )
  observer.observe(element)
  addEventListener("beforeprint", begin, { once: true })
}
