// Twin of estimate.py: the same operations in the same order give the same bits.

const BISECTIONS = 64
const Z = 1.959963984540054

/** The a of which the formula gives a measured E. @param {number} E @param {number} k */
export const rateOf = (E, k) => {
  if (E <= 1) return 0
  if (E >= k + 1) return 1
  let low = 0
  let high = 1
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (low + high) / 2
    if (moments(middle, k)[0] < E) low = middle
    else high = middle
  }
  return high
}

/**
 * The 95 % interval of a.
 * @param {number} E
 * @param {number} k
 * @param {number} passes
 * @returns {[number, number]}
 */
export const rateInterval = (E, k, passes) => {
  const best = rateOf(E, k)
  return [end(E, k, passes, best, 0), end(E, k, passes, best, 1)]
}

/**
 * Mean and variance of the tokens of one pass.
 * @param {number} a
 * @param {number} k
 * @returns {[mean: number, variance: number]}
 */
export const moments = (a, k) => {
  let mean = 0
  let square = 0
  let reached = 1
  for (let t = 1; t < k + 2; t++) {
    mean += reached
    square += (2 * t - 1) * reached
    reached *= a
  }
  return [mean, Math.max(0, square - mean * mean)]
}

/** @param {number} E @param {number} k @param {number} passes @param {number} from @param {number} to */
const end = (E, k, passes, from, to) => {
  let inside = from
  let outside = to
  if (fits(E, outside, k, passes)) return outside
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (inside + outside) / 2
    if (fits(E, middle, k, passes)) inside = middle
    else outside = middle
  }
  return inside
}

/** @param {number} E @param {number} a @param {number} k @param {number} passes */
const fits = (E, a, k, passes) => {
  const [mean, variance] = moments(a, k)
  return Math.abs(E - mean) <= Z * Math.sqrt(variance / passes)
}
