// The two lanes on one clock: what is drawn, as a function of the moment. Mirrors lanes.py.
import { length, span } from "specviz/race/timeline"

/**
 * @typedef {import("specviz/passes").Pass} Pass
 * @typedef {import("specviz/race/timeline").Moment} Moment
 */

/** @param {number} width */
export const lanesLayout = (width) => {
  const gutter = width >= 760 ? 140 : 0
  return gutter
    ? { gutter, plain: [6, 32], speculative: [46, 72], height: 80, labels: [19, 59] }
    : { gutter, plain: [20, 44], speculative: [72, 96], height: 104, labels: [9, 61] }
}

const APART = 56 // units between two labels of the clock

/**
 * Round values from 0 to the end of the clock.
 * @param {number} steps
 * @param {number} pixel one unit of drawing, in steps
 */
const ticks = (steps, pixel) => {
  const least = APART * pixel
  const power = 10 ** Math.floor(Math.log10(least))
  const every = Math.max(1, power * ([1, 2, 4, 5, 10].find((m) => m * power >= least) ?? 10))
  return Array.from({ length: Math.floor(steps / every) + 1 }, (_, i) => i * every)
}

/**
 * Columns of every source, up to the clock of the moment.
 * @param {Pass[]} run
 * @param {Moment} moment
 * @param {number} width
 * @param {Record<string, string>} colours
 * @param {number} unit pixels of one unit; only sizes of text are in pixels
 * @param {number} label size of small text, in units
 */
export const lanes = (run, { clock }, width, colours, unit = 1, label = 12.5) => {
  const { gutter, plain, speculative, labels, height } = lanesLayout(width)
  const steps = span(run)
  const pixel = steps / Math.max(1, width - gutter - 12) // one unit of drawing, in steps
  const fine = pixel > 0.34 // blocks too thin for gaps between them
  /** @type {Record<string, unknown[]>} */
  const blocks = { left: [], right: [], top: [], bottom: [], fill: [], line: [] }
  /** @type {Record<string, unknown[]>} */
  const words = { x: [], y: [], text: [], color: [], size: [], align: [] }
  /** @param {number} left @param {number} right @param {number[]} lane @param {string} fill @param {string} line */
  const block = (left, right, [top, bottom], fill, line) => {
    if (right <= left) return
    blocks.left.push(left)
    blocks.right.push(fine ? right : Math.max(left + pixel, right - 1.5 * pixel))
    blocks.top.push(top)
    blocks.bottom.push(bottom)
    blocks.fill.push(fill)
    blocks.line.push(line)
  }
  const tokens = length(run)
  for (let i = 0; i < tokens; i++)
    block(i, i + 1, plain, colours.paper, fine ? colours.paper : colours.rule)
  for (let i = 0; i < Math.min(tokens, clock); i++)
    block(i, Math.min(i + 1, clock), plain, colours.plain, colours.plain)
  for (const { begins, verifies, ends, drafted, emitted } of run) {
    if (begins >= clock) break
    const cost = (verifies - begins) / drafted
    const low = [speculative[0] + 5, speculative[1]]
    for (let i = 0; i < drafted && begins + i * cost < clock; i++)
      block(
        begins + i * cost,
        Math.min(clock, begins + (i + 1) * cost),
        low,
        colours.drafting,
        colours.drafting,
      )
    block(verifies, Math.min(clock, ends), speculative, colours.target, colours.target)
    if (ends <= clock && (ends - verifies) / pixel >= 22) {
      words.x.push((verifies + ends) / 2 - 0.75 * pixel)
      words.y.push((speculative[0] + speculative[1]) / 2)
      words.text.push(`+${emitted}`)
      words.color.push(colours["on-target"])
      words.size.push(`${label * unit}px`)
      words.align.push("center")
    }
  }
  for (const [i, name] of ["plain decoding", "speculative"].entries()) {
    words.x.push(gutter ? -gutter * pixel : 0)
    words.y.push(labels[i])
    words.text.push(name)
    words.color.push(colours.ink)
    words.size.push(`${(gutter ? Math.max(14, label) : label) * unit}px`)
    words.align.push("left")
  }
  return {
    sources: {
      blocks,
      words,
      playhead: {
        x: [clock, clock],
        top: [plain[0] - 4, speculative[0] - 4],
        bottom: [plain[1] + (gutter ? 10 : 4), height],
      },
    },
    range: { start: -(gutter + 1) * pixel, end: steps + 10 * pixel },
    ticks: ticks(steps, pixel),
  }
}
