// Twin of goodness.py: the same operations in the same order give the same bits.

const ENOUGH = 5
const FARTHEST = 700
const INVERSE_E = 0.36787944117144233
const ROOT_OF_PI = 1.7724538509055159
const TERMS = 20

/**
 * Pearson's statistic and its degrees of freedom.
 * @param {number[]} counts
 * @param {number[]} p
 * @returns {[statistic: number, freedom: number]}
 */
export const chiSquare = (counts, p) => {
  if (counts.some((count, i) => count > 0 && p[i] === 0))
    return [Infinity, Math.max(p.filter((chance) => chance > 0).length - 1, 0)]
  const cells = pooled(counts, p)
  let statistic = 0
  for (const [seen, expected] of cells)
    statistic += ((seen - expected) * (seen - expected)) / expected
  return [statistic, Math.max(cells.length - 1, 0)]
}

/** Chance that a chi-square variable exceeds a statistic. @param {number} statistic @param {number} freedom */
export const tail = (statistic, freedom) => {
  const x = statistic / 2
  if (x > FARTHEST || freedom === 0) return x === 0 ? 1 : 0
  const even = freedom % 2 === 0
  let a = even ? 0 : 0.5
  let factor = even ? 1 : (2 * Math.sqrt(x)) / ROOT_OF_PI
  while (2 * a < freedom) {
    a += 1
    factor *= x / a
  }
  let total = 1
  let term = 1
  for (let place = a + 1; term > total * 1e-17; place++) {
    term *= x / place
    total += term
  }
  return Math.max(0, 1 - factor * decay(x) * total)
}

/** @param {number[]} counts @param {number[]} p */
const pooled = (counts, p) => {
  const draws = counts.reduce((sum, count) => sum + count, 0)
  /** @type {[seen: number, expected: number][]} */
  const cells = counts.map((seen, i) => [seen, p[i] * draws])
  const large = cells.filter(([, expected]) => expected >= ENOUGH)
  let seen = 0
  let expected = 0
  /** @param {[number, number]} cell */
  const join = (cell) => {
    seen += cell[0]
    expected += cell[1]
  }
  for (const cell of cells) if (cell[1] < ENOUGH) join(cell)
  if (expected === 0) return large
  if (expected < ENOUGH && large.length) {
    const least = Math.min(...large.map((cell) => cell[1]))
    join(
      large.splice(
        large.findIndex((cell) => cell[1] === least),
        1,
      )[0],
    )
  }
  return [...large, [seen, expected]]
}

/** e^−x. @param {number} x */
const decay = (x) => {
  const whole = Math.floor(x)
  const part = x - whole
  let result = 1
  for (let step = TERMS; step > 0; step--) result = 1 - (result * part) / step
  for (let i = 0; i < whole; i++) result *= INVERSE_E
  return result
}
