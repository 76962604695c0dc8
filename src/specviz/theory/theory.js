// Twin of theory.py: the same operations in the same order give the same bits.
// Inputs come from the store, which has checked them.

/** a^(k+1). @param {number} a @param {number} k */
export const power = (a, k) => {
  let product = a
  for (let i = 0; i < k; i++) product *= a
  return product
}

/** E, by Horner's rule. @param {number} a @param {number} k */
export const expectedTokens = (a, k) => {
  let tokens = 1
  for (let i = 0; i < k; i++) tokens = 1 + a * tokens
  return tokens
}

/** E / (v + k·c). @param {number} a @param {number} k */
export const netSpeedup = (a, k, c = 0.1, v = 1) => expectedTokens(a, k) / (v + k * c)

/** Net speedup at k = 1..kMax. @param {number} a */
export const speedups = (a, c = 0.1, v = 1, kMax = 16) =>
  Array.from({ length: kMax }, (_, i) => netSpeedup(a, i + 1, c, v))

/** Shortest k with the greatest speedup. @param {number} a */
export const bestK = (a, c = 0.1, v = 1, kMax = 16) => {
  const curve = speedups(a, c, v, kMax)
  return curve.indexOf(Math.max(...curve)) + 1
}

/**
 * First and last k within tolerance of the best.
 * @param {number} a
 * @returns {[number, number]}
 */
export const nearBest = (a, c = 0.1, v = 1, kMax = 16, tolerance = 0.02) => {
  const curve = speedups(a, c, v, kMax)
  const floor = (1 - tolerance) * Math.max(...curve)
  const near = curve.map((speedup) => speedup >= floor)
  return [near.indexOf(true) + 1, near.lastIndexOf(true) + 1]
}

/** The a at which net speedup is 1; NaN where there is none. @param {number} k */
export const breakEven = (k, c = 0.1, v = 1) => {
  const cost = v + k * c
  if (cost < 1 || cost > k + 1) return NaN
  if (cost === 1) return 0
  let low = 0
  let high = 1
  for (let i = 0; i < 64; i++) {
    const middle = (low + high) / 2
    if (expectedTokens(middle, k) < cost) low = middle
    else high = middle
  }
  return high
}

/** (E − 1)/k. @param {number} a @param {number} k */
export const acceptedShare = (a, k) => (expectedTokens(a, k) - 1) / k

/** Probabilities of t = 1..k+1 tokens a pass. @param {number} a @param {number} k */
export const tokensPerPassDistribution = (a, k) => {
  const chances = []
  let reached = 1
  for (let t = 0; t < k; t++) {
    chances.push(reached * (1 - a))
    reached *= a
  }
  return [...chances, reached]
}
