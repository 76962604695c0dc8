// "Where it pays": its words follow the store at once, its figures in the same frame while they are near the screen.
import { advice, curve, curveLabel } from "specviz/pays/curve"
import { cellAt, heat, landscape, reading, survey } from "specviz/pays/heatmap"
import { predictions } from "specviz/pays/predictions"
import { ramp } from "specviz/pays/ramp"
import { label, put } from "specviz/put"
import { palette, watchTheme } from "specviz/theme"
import { view } from "specviz/view"

const MAP = ["map-loss", "map-even", "map-gain"] // colours, declared in pays.css

/**
 * @typedef {import("specviz/figures").Figure} Figure
 * @typedef {import("specviz/pays/predictions").Row} Row
 *
 * @param {import("specviz/section").Page} page
 */
export const begin = ({ root, store, bringNear }) => {
  /** @param {string} selector */
  const find = (selector) => /** @type {HTMLElement} */ (root.querySelector(selector))
  const rows = /** @type {HTMLTableRowElement[]} */ ([
    ...root.querySelectorAll("#paper tr[data-a]"),
  ])
  const settings = rows.map(({ dataset }) => rowOf(dataset))
  const chosen = () => {
    const { a, k, c, v } = store.get()
    return settings.find((row) => row.a === a && row.k === k && row.c === c && v === 1)
  }
  let colours = palette(root, MAP)

  let costs = ""
  let whole = ""
  const surveyed = (/** @type {number} */ c, /** @type {number} */ v) => {
    if (costs !== `${c} ${v}`) whole = survey(c, v)
    costs = `${c} ${v}`
    return whole
  }
  const say = () => {
    const now = store.get()
    const advised = advice(now)
    const here = `Yours: ${reading(now)}.`
    const there = surveyed(now.c, now.v)
    write(find("#advice"), advised)
    write(find("#survey"), there)
    write(find("#here"), here)
    label(find("#curve"), `${curveLabel(now)} ${advised}`)
    label(find("#heatmap"), `Map of the net speedup over a and k. ${here} ${there}`)
    const picked = chosen()
    for (const [i, row] of rows.entries()) row.classList.toggle("chosen", settings[i] === picked)
  }

  const views = [
    view(find("#curve"), bringNear, (figure) => {
      const { model } = figure
      const font = `13px ${model.left[0].axis_label_text_font}`
      const { top, ticks, shapes } = curve(store.get(), colours, font)
      if (model.y_range.end !== top) {
        figure.hold()
        model.y_range.end = top
        model.select_one("steps").ticks = ticks
      }
      figure.draw(shapes)
    }),
    view(
      find("#heatmap"),
      bringNear,
      mapView(store, () => colours),
    ),
    view(find("#predictions"), bringNear, (figure) => {
      figure.hold()
      for (const [name, data] of Object.entries(predictions(settings, chosen(), colours)))
        figure.fill(name, data)
    }),
  ]
  const draw = () => {
    for (const { update } of views) update()
  }
  store.subscribe(() => {
    say()
    draw()
  })
  watchTheme(() => {
    colours = palette(root, MAP)
    draw()
  })
  for (const [i, row] of rows.entries()) {
    const { a, k, c } = settings[i]
    row.addEventListener("click", () => store.set({ a, k, c, v: 1 }))
  }
  say()
  return Promise.all(views.map(({ shown }) => shown))
}

/** @param {DOMStringMap} dataset @returns {Row} */
const rowOf = ({ task = "", draft = "", a, k, c, measured }) => ({
  task,
  draft,
  a: Number(a),
  k: Number(k),
  c: Number(c),
  measured: Number(measured),
})

/** @param {HTMLElement} element @param {string} text */
const write = (element, text) => {
  // No line may begin with "= 4" or "%".
  put(element, text.replace(/\x20([=%])/g, "\u00a0$1").replaceAll("= ", "=\u00a0"))
}

/**
 * The map: its landscape changes with the costs, its point with a and k.
 * @param {import("specviz/store").Store} store
 * @param {() => Record<string, string>} colours
 */
const mapView = (store, colours) => {
  let drawn = ""
  let painted = ""
  /** @param {Figure} figure */
  const paint = (figure) => {
    const { "map-loss": loss, "map-even": even, "map-gain": gain } = colours()
    const key = `${loss} ${even} ${gain}`
    if (key === painted) return
    painted = key
    figure.hold()
    figure.model.select_one("speed").palette = ramp(loss, even, gain, 32)
  }
  /** @param {Figure} figure @param {number} c @param {number} v */
  const build = (figure, c, v) => {
    const { inner_width: width, inner_height: height } = figure.model
    const key = [c, v, width, height].join(" ")
    if (key === drawn) return
    drawn = key
    figure.hold()
    figure.refill("heat", "image", heat(c, v))
    for (const [name, data] of Object.entries(landscape(c, v, width, height)))
      figure.fill(name, data)
  }
  let listening = false
  return (/** @type {Figure} */ figure) => {
    const { a, k, c, v } = store.get()
    paint(figure)
    build(figure, c, v)
    const { ink, paper } = colours()
    figure.draw([{ kind: "circle", x: a, y: k, size: 16, fill: ink, line: paper }])
    if (!listening) wirePointer(figure, store)
    listening = true
  }
}

const SLOP = 6 // pixels that a finger moves before it is a drag; up or down it scrolls the page

/**
 * Dragging or tapping sets a and k, hovering reads out.
 * @param {Figure} figure
 * @param {import("specviz/store").Store} store
 */
const wirePointer = (figure, store) => {
  const { element } = figure
  const here = /** @type {HTMLElement} */ (document.getElementById("here"))
  const yours = () => write(here, `Yours: ${reading(store.get())}.`)
  /** @type {PointerEvent | undefined} */
  let down
  let dragging = false
  /** @param {PointerEvent} event */
  const set = (event) => {
    store.set(cellAt(figure.place(event)))
    yours()
  }
  element.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return
    down = event
    dragging = event.pointerType !== "touch"
    if (!dragging) return
    element.setPointerCapture(event.pointerId)
    set(event)
  })
  element.addEventListener("pointermove", (event) => {
    if (down && !dragging) dragging = Math.abs(event.clientX - down.clientX) > SLOP
    if (dragging) set(event)
    else if (!down)
      write(here, `Here: ${reading({ ...store.get(), ...cellAt(figure.place(event)) })}.`)
  })
  element.addEventListener("pointerup", (event) => {
    if (down && !dragging) set(event)
    down = undefined
    dragging = false
  })
  for (const name of ["pointercancel", "pointerleave"]) {
    element.addEventListener(name, () => {
      down = undefined
      dragging = false
      yours()
    })
  }
}
