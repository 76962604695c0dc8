// Twin of passes.py: the same dice give the same passes.

/**
 * @typedef {object} Pass
 * @property {number} first
 * @property {number} drafted
 * @property {number} accepted
 * @property {number} emitted
 * @property {("accepted" | "rejected" | "discarded")[]} outcomes
 * @property {"corrected" | "bonus"} own
 * @property {number} begins
 * @property {number} verifies
 * @property {number} ends
 */

/** @typedef {(first: number) => number} Verdict accepted tokens of the pass that begins there */

/**
 * Verdict by dice: accepted iff the die is below a. Good for one run, of up to
 * dice.length − k tokens.
 * @param {ArrayLike<number>} dice
 * @param {number} a
 * @param {number} k
 * @returns {Verdict}
 */
export const independent = (dice, a, k) => {
  let next = 0
  return () => {
    for (let count = 0; count < k; count++) {
      if (next === dice.length) throw new RangeError("the run needs more dice")
      if (dice[next++] >= a) return count
    }
    return k
  }
}

/**
 * Verdict by a recording of where the draft agrees with the text.
 * @param {ArrayLike<boolean | number>} agrees
 * @param {number} k
 * @returns {Verdict}
 */
export const recorded = (agrees, k) => (first) => {
  let count = 0
  while (count < k && agrees[first + count]) count++
  return count
}

/**
 * Whole passes until the text has at least `length` tokens.
 * @param {Verdict} verdict
 * @param {number} k
 * @param {number} length
 */
export const run = (verdict, k, length, c = 0.1, v = 1) => {
  /** @type {Pass[]} */
  const passes = []
  let first = 0
  let begins = 0
  while (first < length) {
    const accepted = verdict(first)
    const emitted = accepted + 1
    const verifies = begins + k * c
    const ends = verifies + v
    passes.push({
      first,
      drafted: k,
      accepted,
      emitted,
      outcomes: Array.from({ length: k }, (_, i) =>
        i < accepted ? "accepted" : i === accepted ? "rejected" : "discarded",
      ),
      own: accepted === k ? "bonus" : "corrected",
      begins,
      verifies,
      ends,
    })
    first += emitted
    begins = ends
  }
  return passes
}

/**
 * Accepted tokens of every whole pass that the dice hold.
 * @param {ArrayLike<number>} dice
 * @param {number} a
 * @param {number} k
 */
export const acceptedPerPass = (dice, a, k) => {
  const passes = []
  let count = 0
  for (let i = 0; i < dice.length; i++) {
    const accepted = dice[i] < a
    if (accepted) count++
    if (accepted && count < k) continue
    passes.push(count)
    count = 0
  }
  return passes
}

/**
 * Mean of whole numbers and its standard error, from exact sums.
 * @param {ArrayLike<number>} counts
 * @returns {[number, number]}
 */
export const meanAndError = (counts) => {
  const n = counts.length
  let total = 0
  let squares = 0
  for (let i = 0; i < n; i++) {
    total += counts[i]
    squares += counts[i] * counts[i]
  }
  return [total / n, Math.sqrt((n * squares - total * total) / (n * (n - 1)) / n)]
}
