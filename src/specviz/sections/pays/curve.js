// Net speedup against draft length: what is drawn over curve.py, and in words. Pure.
import { rounded } from "specviz/rounding"
import { bestK, breakEven, expectedTokens, nearBest, speedups } from "specviz/theory"

/**
 * @typedef {Pick<import("specviz/store").Settings, "a" | "k" | "c" | "v">} Setting
 * @typedef {import("specviz/shapes").Shape} Shape
 */

const LONGEST = 16
const NOISE = 1e-12 // of a ratio: binary fractions are no difference
const TOPS = [4, 8, 20, 40] // few, so that the scale stays as it is while a is dragged
const LENGTHS = Array.from({ length: LONGEST }, (_, i) => i + 1)

/** @param {number} x */
export const times = (x) => `${rounded(x)}×`

/** @param {number} x @param {number} y */
export const same = (x, y) => Math.abs(x - y) <= NOISE * y

/**
 * What is drawn, and the scale.
 * @param {Setting} setting
 * @param {Record<string, string>} colours
 * @param {string} font of what is drawn in words
 */
export const curve = ({ a, k, c, v }, colours, font) => {
  const gains = speedups(a, c, v)
  const best = bestK(a, c, v)
  const [first, last] = nearBest(a, c, v)
  const tokens = LENGTHS.map((length) => expectedTokens(a, length))
  const most = gains[best - 1]
  const top = TOPS.find((edge) => 1.12 * most <= edge) ?? TOPS[TOPS.length - 1]
  const inside = tokens.filter((each) => each <= top).length
  const { ink, paper, quiet, target } = colours
  /** @type {Shape[]} */
  const words = []
  /** @param {number} length @param {string} text @param {number} lift @param {import("specviz/shapes").Align} align */
  const name = (length, text, lift, align) =>
    words.push({
      kind: "word",
      x: length,
      y: gains[length - 1],
      lift,
      text,
      font: `bold ${font}`,
      align,
      color: ink,
      ground: paper,
    })
  name(best, best === k ? `yours and best, k = ${k}` : `best, k = ${best}`, -19, "center")
  // Below the curve there is room on the side of the best.
  if (best !== k) name(k, `yours, k = ${k}`, 18, k < best ? "left" : "right")
  words.push({
    kind: "word",
    x: inside,
    y: tokens[inside - 1],
    lift: tokens[inside - 1] > 0.93 * top ? 12 : -12,
    text: "E",
    font,
    align: "right",
    color: quiet,
  })
  // These words go where the curve is not.
  const low = gains[LONGEST - 4] < 0.5
  if (top <= 8)
    words.push({
      kind: "word",
      x: LONGEST + 0.4,
      y: low ? 0.82 : 0.18,
      lift: 0,
      text: "slower than plain decoding",
      font,
      align: "right",
      color: colours.rejected,
    })
  /** @type {Shape[]} */
  const shapes = [
    { kind: "band", left: first - 0.5, right: last + 0.5, color: colours["band-done"], alpha: 0.8 },
    {
      kind: "line",
      x: LENGTHS.slice(0, inside),
      y: tokens.slice(0, inside),
      color: quiet,
      width: 1.5,
      dash: [2, 4],
    },
    ...words, // Their ground hides the ceiling, and nothing of the curve.
    { kind: "line", x: LENGTHS, y: gains, color: target, width: 2 },
    { kind: "dots", x: LENGTHS, y: gains, color: target, size: 7 },
    { kind: "diamond", x: best, y: most, size: 17, fill: paper, line: ink },
    { kind: "circle", x: k, y: gains[k - 1], size: 13, fill: ink, line: paper },
  ]
  return { top, ticks: Array.from({ length: 5 }, (_, i) => (i * top) / 4), shapes }
}

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
  if (mine) {
    const other = best.find((length) => length !== k)
    const shared = other === undefined ? "the best" : `the best, and so does k = ${other}`
    const rank = beyond ? `the best up to k = ${k}; longer drafts would gain more` : shared
    return `${yours}, ${rank}; ${flat}.`
  }
  const there = beyond
    ? `k = ${LONGEST} or beyond, with ${times(most)} at ${LONGEST}`
    : `k = ${best.join(" and ")} at ${times(most)}`
  return `${yours}${slow}; best is ${there}, ${flat}.`
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
  const course = [rises, falls].filter(Boolean).join(", then ") || `stays at ${top}`
  return `Net speedup against draft length k, at a = ${rounded(a)}: it ${course}.`
}
