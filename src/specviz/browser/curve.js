// Net speedup against draft length, drawn and in words. Pure. Mirrors figures/curve.py.
import { rounded } from "specviz/rounding"
import { bestK, breakEven, expectedTokens, nearBest, speedups } from "specviz/theory"

/** @typedef {Pick<import("specviz/store").Settings, "a" | "k" | "c" | "v">} Setting */

const LONGEST = 16
const NOISE = 1e-12 // of a ratio: binary fractions are no difference
const TOPS = [4, 8, 20, 40] // few, so that the scale stays as it is while a is dragged
const LENGTHS = Array.from({ length: LONGEST }, (_, i) => i + 1)

/** @param {number} x */
export const times = (x) => `${rounded(x)}×`

/** @param {number} x @param {number} y */
export const same = (x, y) => Math.abs(x - y) <= NOISE * y

/**
 * Columns of every source, and the scale.
 * @param {Setting} setting
 * @param {Record<string, string>} colours
 */
export const curve = ({ a, k, c, v }, colours) => {
  const gains = speedups(a, c, v)
  const best = bestK(a, c, v)
  const [first, last] = nearBest(a, c, v)
  const tokens = LENGTHS.map((length) => expectedTokens(a, length))
  const most = gains[best - 1]
  const top = TOPS.find((edge) => 1.12 * most <= edge) ?? TOPS[TOPS.length - 1]
  /** @type {{x: number, y: number, text: string, color: string, align: string, lift: number, style: string}[]} */
  const words = []
  /** @param {number} length @param {string} text @param {number} lift @param {string} align */
  const name = (length, text, lift, align) =>
    words.push({
      x: length,
      y: gains[length - 1],
      text,
      color: colours.ink,
      align: length < 3 ? "left" : length > LONGEST - 3 ? "right" : align,
      lift,
      style: "bold",
    })
  /** @param {number} x */
  const dot = (x) => ({
    x,
    y: gains[x - 1],
    marker: "circle",
    size: 5,
    fill: colours.target,
    line: colours.target,
  })
  /** @param {number} x @param {string} marker @param {number} size */
  const mark = (x, marker, size) => ({
    x,
    y: gains[x - 1],
    marker,
    size,
    fill: marker === "circle" ? colours.ink : colours.paper,
    line: marker === "circle" ? colours.paper : colours.ink,
  })
  name(best, best === k ? `yours and best, k = ${k}` : `best, k = ${best}`, -19, "center")
  // Below the curve there is room on the side of the best.
  if (best !== k) name(k, `yours, k = ${k}`, 18, k < best ? "left" : "right")
  // Nothing clips what lies on the canvas of the moving parts.
  const inside = tokens.filter((each) => each <= top).length
  words.push({
    x: inside,
    y: tokens[inside - 1],
    text: "E",
    color: colours.quiet,
    align: "right",
    lift: tokens[inside - 1] > 0.93 * top ? 12 : -12,
    style: "normal",
  })
  // The words go where the curve is not.
  const low = gains[LONGEST - 4] < 0.5
  if (top <= 8)
    words.push({
      x: LONGEST + 0.4,
      y: low ? 0.82 : 0.18,
      text: "slower than plain decoding",
      color: colours.rejected,
      align: "right",
      lift: 0,
      style: "normal",
    })
  return {
    top,
    ticks: Array.from({ length: 5 }, (_, i) => (i * top) / 4),
    sources: {
      band: { left: [first - 0.5], right: [last + 0.5], top: [top], bottom: [0] },
      ceiling: { x: LENGTHS.slice(0, inside), y: tokens.slice(0, inside) },
      curve: { x: LENGTHS, y: gains },
      marks: columns([...LENGTHS.map(dot), mark(best, "diamond", 17), mark(k, "circle", 13)]),
      words: columns(words),
    },
  }
}

/** @param {Record<string, unknown>[]} rows @returns {Record<string, unknown[]>} */
const columns = (rows) =>
  Object.fromEntries(Object.keys(rows[0]).map((name) => [name, rows.map((row) => row[name])]))

/**
 * What follows for the reader's k, in words.
 * @param {Setting} setting
 */
export const advice = ({ a, k, c, v }) => {
  const gains = speedups(a, c, v)
  const most = Math.max(...gains)
  const yours = `k = ${k} gives ${times(gains[k - 1])}`
  if (gains.every((gain) => same(gain, most))) {
    return same(most, 1)
      ? `${yours}. No draft length gains or loses: every pass costs just what it saves.`
      : `${yours}, and so does every other draft length.`
  }
  if (most <= 1 + NOISE) return `${yours}. ${noGain(a, c, v)}`
  const best = LENGTHS.filter((length) => same(gains[length - 1], most))
  // One more than the page offers tells whether the best lies beyond.
  const beyond =
    best.includes(LONGEST) && speedups(a, c, v, LONGEST + 1)[LONGEST] > most * (1 + NOISE)
  const slow = gains[k - 1] < 1 - NOISE ? ", slower than plain decoding" : ""
  const near = nearBest(a, c, v)
  // Without a cost the gain rises for ever, in the end by less than a bit.
  if (c === 0)
    return `${yours}${slow}. Drafting is free (c = 0), so the longer the better; ${flatTop([LONGEST], ...near)} of k = ${LONGEST}.`
  const mine = best.includes(k)
  const flat = flatTop(best, ...near) + (beyond ? ` of k = ${LONGEST}` : "")
  const head = mine
    ? `${yours}, ${beyond ? `the best up to k = ${k}; longer drafts would gain more` : best.length > 1 ? `the best, and so does k = ${best.find((length) => length !== k)}` : "the best"}`
    : `${yours}${slow}; best is ${beyond ? `k = ${LONGEST} or beyond, with ${times(most)} at ${LONGEST}` : `k = ${best.join(" and ")} at ${times(most)}`}`
  return `${head}${mine ? "; " : ", "}${flat}.`
}

/**
 * @param {number[]} best
 * @param {number} first
 * @param {number} last
 */
const flatTop = (best, first, last) => {
  const others = LENGTHS.filter(
    (length) => length >= first && length <= last && !best.includes(length),
  )
  if (others.length === 0) return "no other k is within 2 %"
  if (others.length === 1) return `k = ${others[0]} is within 2 %`
  return `${first} to ${last} are within 2 %`
}

/** @param {number} a @param {number} c @param {number} v */
const noGain = (a, c, v) => {
  if (v === 1)
    return a === c
      ? "No draft length gains: the draft costs at least what it saves (a = c)."
      : "No draft length gains: the draft costs more than it saves (a ≤ c)."
  if (LENGTHS.every((length) => length + 1 <= (v + length * c) * (1 + NOISE)))
    return "No draft length gains, whatever a is: even a perfect draft gives at most k + 1 tokens a pass, and a pass costs at least as many steps (v + k·c)."
  return `No draft length gains at this a: even a perfect draft gives at most k + 1 tokens a pass, and a pass costs v + k·c steps. Some k gains once a is above ${rounded(gainsFrom(c, v))}.`
}

/**
 * The a above which some k gains: below 0 where all do, Infinity where none does.
 * @param {number} c
 * @param {number} v
 */
export const gainsFrom = (c, v) => {
  if (v + c < 1) return -1
  return Math.min(
    ...LENGTHS.map((length) => breakEven(length, c, v)).map((rate) =>
      Number.isNaN(rate) ? Infinity : rate,
    ),
  )
}

/**
 * The curve in words, for those who cannot see it.
 * @param {Setting} setting
 */
export const curveLabel = ({ a, c, v }) => {
  const gains = speedups(a, c, v)
  const best = bestK(a, c, v)
  const said = gains.map(times)
  const at = (/** @type {number} */ length) => `${said[length - 1]} at k = ${length}`
  const top = said[best - 1]
  const rises = top !== said[0] && `rises from ${at(1)} to ${at(best)}`
  const falls = top !== said[LONGEST - 1] && `falls from ${at(best)} to ${at(LONGEST)}`
  return `Net speedup against draft length k, at a = ${rounded(a)}: it ${[rises, falls].filter(Boolean).join(", then ") || `stays at ${top}`}.`
}
