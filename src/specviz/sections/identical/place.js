// One place of the sentence: p and q, the draft bent, and the rows of the table. Mirrors place.py and positions.py.
import { acceptance, overlap, residual } from "specviz/sampling"

/**
 * @typedef {object} Place
 * @property {string[]} words as they are shown
 * @property {Record<string, number[][]>} odds by model a row for each temperature above 0
 *
 * @typedef {object} Recorded as section.py made it
 * @property {number[]} temperatures
 * @property {number} parts
 * @property {string[]} text the tokens of the sentence
 * @property {Place[]} places
 * @property {Record<string, number[]>} rates by draft, at each temperature
 * @property {number} starts how many places the rates are of
 *
 * @typedef {{p: number, q: number, both: number, kept: number, missing: number}} Row as in place.py
 * @typedef {{at: number, draft: string, temperature: number, bend: number}} Choice
 */

/**
 * p and q, of the words and then of the two groups of others.
 * @param {Recorded} recorded
 * @param {Choice} choice
 * @returns {[p: number[], q: number[]]}
 */
export const pair = ({ temperatures, parts, places }, { at, draft, temperature, bend }) => {
  const { words, odds } = places[at]
  /** @param {number[]} given */
  const shares = (given) =>
    [...given, parts - given.reduce((sum, part) => sum + part, 0)].map((part) => part / parts)
  if (temperature === 0) {
    const likely = odds[draft][0].slice(0, words.length)
    /** @param {number} sure */
    const certain = (sure) => Array.from({ length: words.length + 2 }, (_, i) => Number(i === sure))
    const p = certain(0)
    return [p, bent(p, certain(likely.indexOf(Math.max(...likely))), bend)]
  }
  const row = temperatures.indexOf(temperature) - 1
  const [above, rest] = odds[draft][row].slice(words.length)
  const p = shares([...odds.target[row], above])
  const q = shares([...odds[draft][row].slice(0, words.length), rest])
  return [p, bent(p, q, bend)]
}

/**
 * The draft from q = p, at 0, over the recorded one, at 1, to one that bets all it has for the
 * words on the last of them, at 2. No token of a group of others goes from p ≥ q to p < q on the
 * way, or back, so that the groups go on telling the vocabulary exactly.
 * @param {number[]} p
 * @param {number[]} q
 * @param {number} bend
 */
export const bent = (p, q, bend) => {
  if (bend <= 1) return q.map((draft, i) => (1 - bend) * p[i] + bend * draft)
  const last = q.length - 3
  const bet = q.slice(0, last + 1).reduce((sum, draft) => sum + draft, 0)
  return q.map((draft, i) => {
    const foolish = i < last ? 0 : i === last ? bet : draft
    return (2 - bend) * draft + (bend - 1) * foolish
  })
}

/**
 * The likely tokens, and the two groups of others as one.
 * @param {number[]} p
 * @param {number[]} q
 * @returns {Row[]}
 */
export const rows = (p, q) => {
  const kept = acceptance(p, q)
  const missing = residual(p, q)
  const each = p.map((target, i) => ({
    p: target,
    q: q[i],
    both: Math.min(target, q[i]),
    kept: kept[i],
    missing: missing[i],
  }))
  const [above, below] = each.splice(-2)
  const drafted = above.q + below.q
  const both = above.both + below.both
  return [
    ...each,
    {
      p: above.p + below.p,
      q: drafted,
      both,
      kept: drafted > 0 ? both / drafted : 1,
      missing: above.missing + below.missing,
    },
  ]
}

/**
 * The chance of acceptance at every place of the sentence.
 * @param {Recorded} recorded
 * @param {Choice} choice
 */
export const overlaps = (recorded, choice) =>
  recorded.places.map((_, at) => overlap(...pair(recorded, { ...choice, at })))
