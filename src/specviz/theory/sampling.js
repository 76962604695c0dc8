// Twin of sampling.py: the same operations in the same order give the same bits.
// Inputs are distributions of equal length, which the recording has checked.

/** @typedef {"right" | "resample" | "threshold" | "keep"} Rule as in sampling.py */

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)

/** Σ min(p, q). @param {number[]} p @param {number[]} q */
export const overlap = (p, q) => sum(q.map((draft, i) => Math.min(p[i], draft)))

/**
 * The part of q that is kept, token by token.
 * @param {number[]} p
 * @param {number[]} q
 * @param {Rule} rule
 */
const keeping = (p, q, rule) =>
  q.map((draft, i) => (rule === "keep" || p[i] >= draft ? draft : rule === "threshold" ? 0 : p[i]))

/**
 * Chance that each token is kept, once it was drafted.
 * @param {number[]} p
 * @param {number[]} q
 * @param {Rule} [rule]
 */
export const acceptance = (p, q, rule = "right") =>
  keeping(p, q, rule).map((kept, i) => (q[i] > 0 ? kept / q[i] : 1))

/** norm(max(0, p − q)); zeros where p = q. @param {number[]} p @param {number[]} q */
export const residual = (p, q) => {
  const missing = p.map((target, i) => Math.max(target - q[i], 0))
  const mass = sum(missing)
  return missing.map((share) => (mass > 0 ? share / mass : 0))
}

/** @param {number[]} p @param {number[]} q @param {Rule} rule */
const replacing = (p, q, rule) => {
  const missing = residual(p, q)
  return rule === "resample" || sum(missing) === 0 ? p : missing
}

/**
 * Distribution of the token that comes out.
 * @param {number[]} p
 * @param {number[]} q
 * @param {Rule} [rule]
 */
export const emitted = (p, q, rule = "right") => {
  const kept = keeping(p, q, rule)
  const rejected = 1 - sum(kept)
  const replacement = replacing(p, q, rule)
  return kept.map((share, i) => share + rejected * replacement[i])
}

/**
 * The token that a die picks.
 * @param {number[]} weights
 * @param {number} die
 */
export const drawn = (weights, die) => {
  const bound = die * sum(weights)
  let reached = 0
  return weights.findIndex((weight) => {
    reached += weight
    return reached > bound
  })
}

/**
 * The verdict on one drafted token, and the token that comes out.
 * @param {number[]} p
 * @param {number[]} q
 * @param {number} token
 * @param {number} die
 * @param {number} second draws the replacement, if one is needed
 * @param {Rule} [rule]
 * @returns {[kept: boolean, out: number]}
 */
export const verify = (p, q, token, die, second, rule = "right") =>
  judged(acceptance(p, q, rule), replacing(p, q, rule), token, die, second)

/**
 * @param {number[]} chances
 * @param {number[]} replacement
 * @param {number} token
 * @param {number} die
 * @param {number} second
 * @returns {[kept: boolean, out: number]}
 */
const judged = (chances, replacement, token, die, second) => {
  const kept = die < chances[token]
  return [kept, kept ? token : drawn(replacement, second)]
}

/**
 * Whole draws, three dice each.
 * @param {number[]} p
 * @param {number[]} q
 * @param {ArrayLike<number>} dice
 * @param {Rule} [rule]
 * @returns {[drafted: number[], kept: boolean[], out: number[]]}
 */
export const draws = (p, q, dice, rule = "right") => {
  const chances = acceptance(p, q, rule)
  const replacement = replacing(p, q, rule)
  const n = dice.length / 3
  const drafted = Array.from({ length: n }, (_, i) => drawn(q, dice[3 * i]))
  const verdicts = drafted.map((token, i) =>
    judged(chances, replacement, token, dice[3 * i + 1], dice[3 * i + 2]),
  )
  return [drafted, verdicts.map(([kept]) => kept), verdicts.map(([, out]) => out)]
}
