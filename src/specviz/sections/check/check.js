// "Why a check costs one step": choices on one side, words and figures on the other.

import { wireCosts } from "specviz/check/costs"
import { batches, passes } from "specviz/check/drawn"
import { wireOwn } from "specviz/check/own"
import { batchWords, costOfCheck, expertWords, grouped, passWords } from "specviz/check/words"
import { label, put } from "specviz/put"
import { draftCost, passSeconds } from "specviz/roofline"
import { palette, watchTheme } from "specviz/theme"
import { view } from "specviz/view"

const BATCHES = [
  1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 59, 60, 64, 80, 96, 112, 128,
  144, 160, 174, 175, 192, 224, 256, 320, 384, 448, 512, 640, 768, 896, 1024,
]
const CONTEXTS = [0, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072]

/**
 * @typedef {import("specviz/roofline").Hardware} Hardware
 * @typedef {import("specviz/roofline").LanguageModel} LanguageModel
 * @typedef {{unit: string, hardware: string | null, model: string | null, context: number, points: [number, number][]}} Series
 * @typedef {{machines: Record<string, Hardware>, shapes: Record<string, LanguageModel>, measured: Record<string, Series>}} Data
 * @typedef {{hardware: Hardware, model: LanguageModel, draft: LanguageModel | null, batch: number, context: number, overhead: number, series: string}} Choice
 *
 * @param {import("specviz/section").Page<Data>} page
 */
export const begin = ({ root, store, hand, announce, data, bringNear }) => {
  /** @template {Element} [T=HTMLElement] @param {string} name @returns {T} */
  const find = (name) => /** @type {any} */ (root.querySelector(`#check-${name}`))
  const [hardware, model, draft] = ["hardware", "model", "draft"].map(
    (name) => /** @type {HTMLSelectElement} */ (find(name)),
  )
  const [batch, context] = ["batch", "context"].map(
    (name) => /** @type {HTMLInputElement} */ (find(name)),
  )
  const rows = /** @type {HTMLButtonElement[]} */ ([...root.querySelectorAll("[data-series]")])
  /** @type {Choice} */
  const choice = {
    hardware: data.machines[hardware.value],
    model: data.shapes[model.value],
    draft: null,
    batch: 1,
    context: 0,
    overhead: 0,
    series: "",
  }
  /** @returns {import("specviz/check/words").Setting} */
  const now = () => {
    const { a, k, c } = store.get()
    const { hardware: by, model: target, draft: small, context: tokens, overhead } = choice
    const cost = small
      ? (/** @type {number} */ at) => draftCost(by, small, target, at, tokens, overhead)
      : () => c
    return { hardware: by, model: target, a, k, cost, batch: choice.batch, context: tokens }
  }
  /**
   * What was measured, in the figure's unit: as many plain steps as there, where the machine is
   * not the one that is drawn.
   * @param {string} unit
   * @returns {[number, number][]}
   */
  const measured = (unit) => {
    const series = data.measured[choice.series]
    if (series?.unit !== unit) return []
    if (unit === "speedup" || series.hardware) return series.points
    const { hardware: by, model: target, batch: many, context: tokens } = now()
    const step = 1e3 * passSeconds(by, target, 1, many, tokens)
    const [[, first]] = series.points
    return series.points.map(([n, ms]) => [n, (step * ms) / first])
  }

  let colours = palette(root)
  /** @param {import("specviz/figures").Figure} figure */
  const fontOf = ({ model: { left } }) => `13px ${left[0].axis_label_text_font}`
  const views = [
    view(find("passes"), bringNear, (figure) => {
      const { bottom, top, ticks, shapes } = passes(now(), measured("ms"), colours, fontOf(figure))
      const { y_range: range } = figure.model
      if (range.end !== top) {
        figure.hold()
        range.setv({ start: bottom, end: top })
        figure.model.select_one("decades").ticks = ticks
      }
      figure.draw(shapes)
    }),
    view(find("batches"), bringNear, (figure) => {
      const { top, ticks, shapes } = batches(
        now(),
        measured("speedup"),
        colours,
        fontOf(figure),
        figure.width(),
      )
      const { y_range: range } = figure.model
      if (range.end !== top) {
        figure.hold()
        range.end = top
        figure.model.select_one("steps").ticks = ticks
      }
      figure.draw(shapes)
    }),
  ]
  const costs = wireCosts(root, store)
  const say = () => {
    const setting = now()
    const [pass, gain] = [passWords(setting), batchWords(setting)]
    write(find("pass-words"), pass)
    write(find("batch-words"), gain)
    write(find("expert-words"), expertWords(setting))
    label(find("passes"), `Time of a pass against its positions, both logarithmic. ${pass}`)
    label(find("batches"), `Net speedup against the number of sequences at once. ${gain}`)
    costs.show(costOfCheck(setting), setting.cost(setting.batch))
  }

  let near = false
  let stale = false
  // Far from the screen words may wait until the hand rests: each frame belongs to what is seen.
  const update = () => {
    stale = hand.moves() && !near
    if (!stale) say()
    for (const each of views) each.update()
  }
  new IntersectionObserver(
    (entries) => {
      near = entries[entries.length - 1].isIntersecting
      if (near && stale) update()
    },
    { rootMargin: "200px" },
  ).observe(root)
  hand.watch((moves) => {
    if (!moves && stale) update()
  })
  const own = wireOwn(root, choice, (what) => {
    if (what === "hardware") hardware.value = ""
    if (what === "model") model.value = ""
    show()
    update()
  })
  const show = () => {
    batch.value = String(nearest(BATCHES, choice.batch))
    context.value = String(nearest(CONTEXTS, choice.context))
    for (const [slider, name] of /** @type {const} */ ([
      [batch, "batch"],
      [context, "context"],
    ])) {
      const text = grouped(choice[name])
      slider.setAttribute("aria-valuetext", text)
      put(find(`${name}-value`), text)
    }
    for (const row of rows) {
      const chosen = row.dataset.series === choice.series
      row.setAttribute("aria-pressed", String(chosen))
      row.closest("tr")?.classList.toggle("chosen", chosen)
    }
    own.show()
  }
  /** @param {Partial<Choice>} changes */
  const choose = (changes) => {
    Object.assign(choice, changes)
    show()
    update()
  }
  hardware.addEventListener("input", () => choose({ hardware: data.machines[hardware.value] }))
  model.addEventListener("input", () => choose({ model: data.shapes[model.value] }))
  draft.addEventListener("input", () => choose({ draft: data.shapes[draft.value] ?? null }))
  batch.addEventListener("input", () => choose({ batch: BATCHES[batch.valueAsNumber] }))
  context.addEventListener("input", () => choose({ context: CONTEXTS[context.valueAsNumber] }))
  for (const control of [hardware, model, draft, batch, context])
    control.addEventListener("change", () => announce(batchWords(now())))
  for (const row of rows)
    row.addEventListener("click", () => {
      const name = row.dataset.series ?? ""
      const series = choice.series === name ? undefined : data.measured[name]
      if (series?.hardware && series.model) {
        hardware.value = series.hardware
        model.value = series.model
        const { context: tokens } = series
        const [by, target] = [data.machines[series.hardware], data.shapes[series.model]]
        choose({ series: name, hardware: by, model: target, batch: 1, context: tokens })
      } else choose({ series: series ? name : "" })
    })
  store.follow(["a", "k", "c", "v"], update)
  watchTheme(() => {
    colours = palette(root)
    for (const each of views) each.update()
  })
  show()
  say()
  return Promise.all(views.map(({ shown }) => shown))
}

/** @param {HTMLElement} element @param {string} text */
const write = (element, text) => {
  // No line may begin with "= 4" or "%".
  put(element, text.replace(/\x20([=%])/g, "\u00a0$1").replaceAll("= ", "=\u00a0"))
}

/** Place of the nearest of some numbers. @param {number[]} numbers @param {number} to */
const nearest = (numbers, to) => {
  const away = numbers.map((each) => Math.abs(each - to))
  return away.indexOf(Math.min(...away))
}
