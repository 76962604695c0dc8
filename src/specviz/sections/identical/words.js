// What a place comes to, in words. Mirrors place.py.
import { rounded } from "specviz/rounding"
import { emitted, overlap } from "specviz/sampling"
import { netSpeedup } from "specviz/theory"

/** A share of 1 in percent, without the sign. @param {number} share */
export const percent = (share) => rounded(100 * share, 1)

/** The sentence up to a place. @param {string[]} text @param {number} at */
export const before = (text, at) =>
  at ? `After “${text.slice(0, at).join("")}”` : "At the beginning"

/** @param {number[]} p @param {number[]} q */
export const here = (p, q) => {
  const chance = overlap(p, q)
  if (Math.max(...p) < 1)
    return `Here a drafted token is accepted with a chance of ${percent(chance)} %: the filled area, Σ min(p, q), over the whole vocabulary.`
  const sure = "At temperature 0 target and draft are each sure of one token. Here they"
  if (chance > 0 && chance < 1)
    return `At temperature 0 the target is sure of one token. The bent draft is accepted with a chance of ${percent(chance)} %.`
  return chance
    ? `${sure} agree, and it is accepted: that is the race’s own rule.`
    : `${sure} differ, and the draft’s falls: that is the race’s own rule.`
}

/** @param {string[]} words @param {number[]} p @param {number[]} q */
export const comes = (words, p, q) => {
  const apart = words.map((_, i) => Math.abs(p[i] - q[i]))
  const i = apart.indexOf(Math.max(...apart))
  const out = percent(emitted(p, q)[i])
  const draft = apart[i] ? `where the draft says ${percent(q[i])} %` : "as the draft does too"
  return `What comes out is “${words[i]}” in ${out} % of draws: as often as the target wants it, ${draft}.`
}

/** @param {number[]} chances @param {{k: number, c: number, v: number}} settings */
export const along = (chances, { k, c, v }) => {
  const rate = chances.reduce((sum, chance) => sum + chance, 0) / chances.length
  const speedup = rounded(netSpeedup(rate, k, c, v))
  return `Over the ${chances.length} places of this sentence the mean is ${rounded(rate)}. As a, with k = ${k}, that is a net speedup of ${speedup}×.`
}

/** @param {number} rate @param {number} places */
export const everywhere = (rate, places) =>
  `Over all ${places} recorded places, of four texts, it is ${rounded(rate)}.`

/** What the slider has made of the draft. @param {number} bend */
export const bending = (bend) => {
  if (bend === 0) return "q = p"
  if (bend === 1) return "as recorded"
  if (bend === 2) return "foolish"
  return bend < 1
    ? `${rounded(100 * (1 - bend), 0)} % of the way to q = p`
    : `${rounded(100 * (bend - 1), 0)} % of the way to foolish`
}
