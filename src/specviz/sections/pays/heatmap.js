// Net speedup over a and k, drawn and in words. Pure. Mirrors heatmap.py.
import { gainsFrom, same, times } from "specviz/pays/curve"
import { rounded } from "specviz/rounding"
import { bestK, breakEven, netSpeedup } from "specviz/theory"

const LONGEST = 16
const RATES = Array.from({ length: 101 }, (_, i) => i / 100)
const LENGTHS = Array.from({ length: LONGEST }, (_, i) => i + 1)
const LEVELS = [0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32]

/**
 * Net speedup in each cell, row by row from k = 1, each from a = 0.
 * @param {number} c
 * @param {number} v
 */
export const heat = (c, v) => {
  const cells = new Float64Array(RATES.length * LONGEST)
  for (const [i, a] of RATES.entries()) {
    // E of each k is one step of Horner's rule from the last: the same bits as expectedTokens.
    let tokens = 1
    for (const k of LENGTHS) {
      tokens = 1 + a * tokens
      cells[(k - 1) * RATES.length + i] = tokens / (v + k * c)
    }
  }
  return cells
}

/**
 * Where the speedup is a round value: for each k the a that gives it, if there is one.
 * @param {number} c
 * @param {number} v
 */
export const contours = (c, v) =>
  LEVELS.map((level) => {
    // E / (v + k·c) = level is a break-even at costs that are so many times as high.
    const rates = LENGTHS.map((k) => breakEven(k, level * c, level * v))
    const there = LENGTHS.filter((k) => !Number.isNaN(rates[k - 1]))
    return { level, x: there.map((k) => rates[k - 1]), y: there }
  }).filter(({ x }) => x.length > 1)

/**
 * The best k of each a, as steps; nothing where no k gains.
 * @param {Float64Array} cells
 */
export const ridge = (cells) => {
  /** @type {{x: number[], y: number[]}} */
  const steps = { x: [], y: [] }
  for (const [i, a] of RATES.entries()) {
    const column = LENGTHS.map((k) => cells[(k - 1) * RATES.length + i])
    const most = Math.max(...column)
    if (most <= 1) continue
    const best = column.indexOf(most) + 1
    steps.x.push(a - 0.005, a + 0.005)
    steps.y.push(best, best)
  }
  return steps
}

/**
 * A label for each line, where there is room for it: as far up as may be.
 * @param {ReturnType<typeof contours>} lines
 * @param {number} width of the drawing, in pixels
 * @param {number} height
 */
const labels = (lines, width, height) => {
  /** @type {{x: number, y: number, text: string, style: string}[]} */
  const placed = []
  /** @param {number} x @param {number} y */
  const free = (x, y) =>
    x * width > 18 &&
    (1 - x) * width > 18 &&
    placed.every(
      (other) =>
        Math.abs(other.x - x) * width > 40 || (Math.abs(other.y - y) * height) / LONGEST > 19,
    )
  for (const { level, x, y } of lines) {
    const fitting = y.map((k, i) => (k < LONGEST && free(x[i], k) ? i : -1))
    const at = Math.max(...fitting)
    if (at >= 0)
      placed.push({ x: x[at], y: y[at], text: `${level}×`, style: level === 1 ? "bold" : "normal" })
  }
  return {
    x: placed.map(({ x }) => x),
    y: placed.map(({ y }) => y),
    text: placed.map(({ text }) => text),
    style: placed.map(({ style }) => style),
  }
}

/**
 * Columns of all sources that depend on the costs alone.
 * @param {number} c
 * @param {number} v
 * @param {number} width
 * @param {number} height
 */
export const landscape = (c, v, width, height) => {
  const lines = contours(c, v)
  const thin = lines.filter(({ level }) => level !== 1)
  const even = lines.find(({ level }) => level === 1)
  return {
    contours: { x: thin.map(({ x }) => x), y: thin.map(({ y }) => y) },
    even: { x: even?.x ?? [], y: even?.y ?? [] },
    ridge: ridge(heat(c, v)),
    labels: labels(lines, width, height),
  }
}

/**
 * The setting that a place on the map stands for.
 * @param {{x: number, y: number}} at in the map's own units
 */
export const cellAt = ({ x, y }) => ({
  a: RATES[Math.min(100, Math.max(0, Math.round(100 * x)))],
  k: Math.min(LONGEST, Math.max(1, Math.round(y))),
})

/**
 * What the map says at one place.
 * @param {import("specviz/pays/curve").Setting} setting
 */
export const reading = ({ a, k, c, v }) => {
  const best = bestK(a, c, v)
  const most = netSpeedup(a, best, c, v)
  const gain = netSpeedup(a, k, c, v)
  const there = same(gain, most)
    ? "no k is better there"
    : `best there is k = ${best} at ${times(most)}`
  return `a = ${rounded(a)}, k = ${k}: ${times(gain)}; ${there}`
}

/**
 * The whole map in a sentence.
 * @param {number} c
 * @param {number} v
 */
export const survey = (c, v) => {
  const from = gainsFrom(c, v)
  const { y } = ridge(heat(c, v))
  if (y.length === 0) return "At these costs no draft gains, whatever its a."
  const [least, most] = [y[0], y[y.length - 1]]
  const whole =
    from < 0
      ? "At these costs some k gains at every a"
      : `At these costs some k gains once a is above ${rounded(from)}`
  if (c === 0) return `${whole}, and drafting is free: the longer the better.`
  const best = least === most ? `is ${least}` : `grows with a, from ${least} to ${most}`
  return `${whole}, and the best k ${best}.`
}
