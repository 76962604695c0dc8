// Draws at one place, in words: one of them in steps, and ten thousand with their test. Mirrors chance.py.
import { dice } from "specviz/dice"
import { chiSquare, tail } from "specviz/goodness"
import { percent } from "specviz/identical/words"
import { rounded } from "specviz/rounding"
import { acceptance, draws, emitted, overlap, residual } from "specviz/sampling"

/** @typedef {import("specviz/sampling").Rule} Rule */

export const DRAWS = 10_000
export const SEED = 10

/** @param {string[]} words @param {number} i */
const named = (words, i) => (i < words.length ? `“${words[i]}”` : "One of all others")

/**
 * One draw under the right rule: its tokens, and what each of its steps comes to.
 * @param {string[]} words
 * @param {number[]} p
 * @param {number[]} q
 * @param {number} seed
 * @param {number} index
 */
export const oneDraw = (words, p, q, seed, index) => {
  const rolled = dice(seed, 3, 3 * index)
  const [[drafted], [kept], [out]] = draws(p, q, rolled)
  const name = named(words, drafted)
  const share = percent(residual(p, q)[out])
  const texts = [
    `${name}, to which it gave ${percent(q[drafted])} %.`,
    `It gives ${percent(p[drafted])} %, so min(1, p/q) = ${percent(acceptance(p, q)[drafted])} %.`,
    `It says ${percent(rolled[1])} %: ${kept ? "below" : "not below"} that, so the token ${kept ? "is kept" : "falls"}.`,
    kept
      ? "The draft was kept, nothing is replaced."
      : `The residual rises: ${name} is not in it, for q has given it enough.`,
    kept
      ? `${name}, as the draft proposed.`
      : `${named(words, out)}, drawn from the residual, which gives it ${share} %.`,
  ]
  return { drafted, kept, out, texts }
}

/**
 * Every draw of ten thousand.
 * @param {number[]} p
 * @param {number[]} q
 * @param {Rule} rule
 * @param {Float64Array} rolled
 */
export const manyDraws = (p, q, rule, rolled) => {
  const [, kept, out] = draws(p, q, rolled, rule)
  return { kept: kept.filter(Boolean).length, out }
}

/** How often each of so many cells came. @param {number[]} out @param {number} cells */
export const counted = (out, cells) => {
  const counts = Array.from({ length: cells }, () => 0)
  for (const token of out) counts[token]++
  return counts
}

/** The two groups of others as one. @param {number[]} shares */
export const together = (shares) => [
  ...shares.slice(0, -2),
  shares[shares.length - 2] + shares[shares.length - 1],
]

/** @param {number} kept @param {number[]} p @param {number[]} q @param {Rule} rule */
export const keptWords = (kept, p, q, rule) => {
  const count = `${kept.toLocaleString("en-US")} of 10,000 drafts were kept`
  return rule === "right" || rule === "resample"
    ? `${count}; the filled area says ${percent(overlap(p, q))} %.`
    : `${count}.`
}

/** What a wrong rule comes to in the end. @param {string[]} words @param {number[]} p @param {number[]} q @param {Rule} rule */
export const limitWords = (words, p, q, rule) => {
  const limit = together(emitted(p, q, rule))
  const apart = together(p).map((target, i) => Math.abs(limit[i] - target))
  const i = apart.indexOf(Math.max(...apart))
  if (rule === "right" || apart[i] < 1e-12) return ""
  const name = i < words.length ? `“${words[i]}”` : "all others"
  return `In the limit this rule gives ${name} ${percent(limit[i])} %, where p says ${percent(together(p)[i])} %.`
}

/** @param {number[]} counts @param {number[]} p */
export const verdict = (counts, p) => {
  const [statistic, freedom] = chiSquare(counts, p)
  if (statistic === Infinity) return "Tokens came out that p never gives: this is not p."
  if (freedom === 0) return "Only one token can come out, and it did: this is p."
  const chance = tail(statistic, freedom)
  const degrees = freedom > 1 ? "degrees" : "degree"
  const measured = `χ² = ${rounded(statistic, 1)} with ${freedom} ${degrees} of freedom:`
  if (chance < 0.0001)
    return `${measured} draws from p go so far in less than 0.01 % of tries. This is not p.`
  const often = rounded(100 * chance, chance >= 0.01 ? 0 : 2)
  const said = chance >= 0.01 ? "Nothing speaks against p." : "That is rare; try other dice."
  return `${measured} draws from p go as far or farther in ${often} % of tries. ${said}`
}
