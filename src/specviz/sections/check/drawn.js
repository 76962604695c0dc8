// What is drawn over figures.py: the time of a pass, and the speedup against the batch. Pure.

import { MOST, PREFILL } from "specviz/check/words"
import {
  bestKByBatch,
  bytesMoved,
  computeBoundFrom,
  operations,
  passSeconds,
  speedupByBatch,
} from "specviz/roofline"

/**
 * @typedef {import("specviz/check/words").Setting} Setting
 * @typedef {import("specviz/shapes").Shape} Shape
 * @typedef {[number, number][]} Points positions or sequences, and what was measured
 */

const TOPS = [4, 8, 20] // few, so that the scale stays as it is while something is dragged
const POSITIONS = Array.from({ length: 61 }, (_, i) => 2 ** (i / 6))
const BATCHES = [...new Set(Array.from({ length: 81 }, (_, i) => Math.round(2 ** (i / 8))))]
const TICKS = Array.from({ length: 11 }, (_, i) => 2 ** i)
const ROOM = 400 // pixels, below which only every other tick says its best k

/**
 * Between whole positions the curve runs on, as between the marks of any axis.
 * @param {import("specviz/roofline").LanguageModel} model
 * @param {(n: number) => number} of whole positions
 * @param {number} n
 */
const between = (model, of, n) => {
  if (model.experts === 1) return of(n)
  const [low, high] = [Math.floor(n), Math.ceil(n)]
  return low === high ? of(n) : of(low) + (n - low) * (of(high) - of(low))
}

/**
 * Time of a pass in ms against its positions.
 * @param {Setting} now
 * @param {Points} measured in ms, or none
 * @param {Record<string, string>} colours
 * @param {string} font
 */
export const passes = (now, measured, colours, font) => {
  const { hardware, model, k, batch, context } = now
  const { ink, paper, quiet, target } = colours
  const time = (/** @type {number} */ n) => 1e3 * passSeconds(hardware, model, n, batch, context)
  const reading = (/** @type {number} */ n) =>
    (1e3 * bytesMoved(model, n, batch, context)) / hardware.bandwidth
  const computing = (/** @type {number} */ n) =>
    (1e3 * operations(model, n, batch, context)) / hardware.peak
  const low = 10 ** Math.floor(Math.log10(time(1)) + 1e-9)
  const decades = Math.max(2, Math.ceil(Math.log10(time(MOST) / low) - 1e-9))
  const [bottom, top] = [0.7 * low, 1.3 * low * 10 ** decades]
  /** @param {(n: number) => number} of */
  const path = (of) => {
    const points = POSITIONS.map((n) => [n, between(model, of, n)]).filter(
      ([, y]) => y >= bottom && y <= top,
    )
    return { x: points.map(([x]) => x), y: points.map(([, y]) => y) }
  }
  const turn = computeBoundFrom(hardware, model, batch, context)
  /** @type {Shape[]} */
  const shapes = []
  if (turn <= MOST)
    shapes.push({
      kind: "band",
      left: Math.max(turn, 1 / 1.25),
      right: 1.25 * MOST,
      color: colours["band-done"],
      alpha: 0.8,
    })
  for (const [of, text, at, align] of /** @type {const} */ ([
    [reading, "reading", MOST, "right"],
    [computing, "computing", 6, "left"],
  ])) {
    const ceiling = path(of)
    if (ceiling.x.length < 2) continue
    shapes.push({ kind: "line", ...ceiling, color: quiet, width: 1.5, dash: [2, 4] })
    const place = at < MOST ? Math.min(0.4 * ceiling.x.length, ceiling.x.length - 1) : Infinity
    const i = Math.min(Math.floor(place), ceiling.x.length - 1)
    shapes.push({
      kind: "word",
      x: ceiling.x[i],
      y: ceiling.y[i],
      lift: 14,
      text,
      font,
      align,
      color: quiet,
      ground: "",
    })
  }
  shapes.push({ kind: "line", ...path(time), color: target, width: 2 })
  const seen = measured.filter(([n, ms]) => n <= MOST && ms >= bottom && ms <= top)
  for (const [n, ms] of seen)
    shapes.push({ kind: "diamond", x: n, y: ms, size: 13, fill: colours.bonus, line: paper })
  const n = k + 1
  for (const [x, text, lift, align] of /** @type {const} */ ([
    [1, "plain step", 19, "left"],
    [n, `check, k = ${k}`, -17, "left"],
    [PREFILL, `prefill of ${PREFILL}`, -17, "right"],
  ])) {
    const y = time(x)
    shapes.push({
      kind: "word",
      x,
      y,
      lift,
      text,
      font: `bold ${font}`,
      align,
      color: ink,
      ground: paper,
    })
    shapes.push({ kind: "circle", x, y, size: x === n ? 13 : 10, fill: ink, line: paper })
  }
  const ticks = Array.from({ length: decades + 1 }, (_, i) =>
    Number((low * 10 ** i).toPrecision(3)),
  )
  return { bottom, top, ticks, shapes }
}

/**
 * Net speedup against the batch, and the best k under it.
 * @param {Setting} now
 * @param {Points} measured speedups, or none
 * @param {Record<string, string>} colours
 * @param {string} font
 * @param {number} width of the figure
 */
export const batches = (now, measured, colours, font, width) => {
  const { hardware, model, a, k, batch, context, cost } = now
  const { ink, paper, quiet, target } = colours
  /** @param {number} length @param {number} at */
  const gain = (length, at) => speedupByBatch(hardware, model, a, length, cost(at), at, context)
  /** @param {number} at */
  const best = (at) => bestKByBatch(hardware, model, a, cost(at), at, context)
  const yours = BATCHES.map((at) => gain(k, at))
  const most = BATCHES.map((at) => {
    const length = best(at)
    return length ? gain(length, at) : 1
  })
  const highest = Math.max(...most, ...yours, ...measured.map(([, y]) => y))
  const top = TOPS.find((edge) => 1.12 * highest <= edge) ?? TOPS[TOPS.length - 1]
  const here = gain(k, batch)
  /** @type {Shape[]} */
  const shapes = [
    { kind: "line", x: BATCHES, y: most, color: quiet, width: 1.5, dash: [2, 4] },
    { kind: "line", x: BATCHES, y: yours, color: target, width: 2 },
  ]
  for (const [at, y] of measured)
    shapes.push({ kind: "diamond", x: at, y, size: 13, fill: colours.bonus, line: paper })
  shapes.push({
    kind: "word",
    x: batch,
    y: here,
    lift: here > 0.8 * top ? 19 : -18,
    text: `yours, k = ${k}`,
    font: `bold ${font}`,
    align: batch > 32 ? "right" : "left",
    color: ink,
    ground: paper,
  })
  shapes.push({ kind: "circle", x: batch, y: here, size: 13, fill: ink, line: paper })
  shapes.push({
    kind: "word",
    x: 1,
    y: 0.07 * top,
    lift: -16,
    text: "best k:",
    font,
    align: "left",
    color: ink,
  })
  for (const at of TICKS.filter((_, i) => width >= ROOM || i % 2 === 0)) {
    const length = best(at)
    shapes.push({
      kind: "word",
      x: at,
      y: 0.07 * top,
      lift: 0,
      text: length ? String(length) : "off",
      font,
      align: "center",
      color: ink,
    })
  }
  return { top, ticks: Array.from({ length: 5 }, (_, i) => (i * top) / 4), shapes }
}
