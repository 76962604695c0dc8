// The seam to Bokeh: runs BokehJS when the page has answered, and brings figures to life one by one.
import { colour, watchTheme } from "specviz/theme"

/**
 * @typedef {object} Figure
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
 * Executes the scripts that the page keeps in its template, in order. They wait there so that
 * controls, formula and table answer first.
 * @param {HTMLTemplateElement} kept
 */
export const runBokeh = async (kept) => {
  for (const source of kept.content.querySelectorAll("script")) {
    const script = document.createElement("script")
    for (const { name, value } of source.attributes) script.setAttribute(name, value)
    script.text = source.text
    const arrived =
      source.src &&
      new Promise((resolve, reject) => {
        script.onload = resolve
        script.onerror = () => reject(new Error(`${source.src} could not be loaded`))
      })
    document.head.append(script)
    await arrived
  }
  if (!("Bokeh" in window)) throw new Error("BokehJS did not start")
}

const PATIENCE = 60_000 // ms for a session to arrive
const PAUSE = 50 // ms between two looks

/**
 * The State that a server shares with this page. Looked for, since Bokeh would compile a callback
 * from text, which a Content-Security-Policy may forbid.
 * @typedef {{state: any, document: any}} Session
 * @returns {Promise<Session | undefined>} nothing where no session arrives
 */
export const served = async () => {
  const { documents } = /** @type {any} */ (window).Bokeh
  for (let waited = 0; waited < PATIENCE; waited += PAUSE) {
    for (const document of documents) {
      const state = document.roots().find((/** @type {any} */ it) => it.type.endsWith(".State"))
      if (state) return { state, document }
    }
    await new Promise((again) => setTimeout(again, PAUSE))
  }
  return undefined
}

/**
 * Colours each model as its tags say: {property: name of a CSS colour}.
 * @param {any} model
 * @param {Element} root
 */
const tint = (model, root) => {
  for (const part of model.document.all_models ?? model.document._all_models.values()) {
    for (const tag of part.tags) {
      const wanted = Object.entries(tag).map(([property, name]) => [
        property,
        colour(root, /** @type {string} */ (name)),
      ])
      part.setv(
        Object.fromEntries(
          wanted.map(([property, value]) => [
            property,
            part.properties[property].is_value_spec ? { value } : value,
          ]),
        ),
      )
    }
  }
}

/**
 * Bokeh measures every tick label before it draws, and may draw a frame late. Where the layout
 * stays as it is both can be spared.
 * @param {any} view of a plot
 */
const hold = (view) => {
  let held = false
  return () => {
    if (held) return
    held = true
    view.pause()
    requestAnimationFrame(() => {
      held = false
      view.unpause(true)
      view.invalidate_dataranges = false // else the layout is measured all the same
      view.paint()
    })
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
 * @param {HTMLElement} element where it goes
 * @param {Item} item
 * @param {Element} root
 * @returns {Promise<Figure>}
 */
export const figure = async (element, item, root) => {
  const { Bokeh } = /** @type {any} */ (window)
  number(item.doc.roots)
  const views = await Bokeh.embed.embed_item(item, element)
  const [view] = views
  // A picture is no stop for the keyboard.
  view.canvas_view.events_el.tabIndex = -1
  const { model } = view
  const sources = new Map()
  for (const { data_source } of model.renderers) sources.set(data_source.name, data_source)
  const unit = () => Number.parseFloat(getComputedStyle(root).fontSize) / 16
  tint(model, root)
  watchTheme(root, () => tint(model, root))
  return {
    element,
    model,
    unit,
    width: () => element.clientWidth / unit(),
    fill: (name, data) => {
      sources.get(name).data = data
    },
    hold: hold(view),
    refill: (name, column, values) => {
      const source = sources.get(name)
      source.data[column][0].set(values)
      source.change.emit()
    },
    place: ({ clientX, clientY }) => {
      const { left, top } = view.canvas_view.el.getBoundingClientRect()
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
