// Twin of logs/pooling.py: records that belong to one run, pooled by what was counted.

export const LONGEST_DRAFT = 256
export const FULL = 0.92 // share of k that the mean draft must reach
const HALF = 0.005
const UNEVEN = "the mean length is not 1 + k × accepted / drafted"

/**
 * One record in the same words for every engine; null is what it does not say.
 * @typedef {object} Sample
 * @property {number | null} k
 * @property {boolean} exact
 * @property {number | null} passes
 * @property {boolean} every
 * @property {number | null} drafted
 * @property {number | null} accepted
 * @property {number | null} length
 * @property {number} slack
 * @property {number[]} survival
 * @property {number | null} tokens
 * @property {number | null} seconds
 * @property {number | null} speed
 * @property {number | null} running
 * @property {string} odd
 * @typedef {import("specviz/yours/reading").Entry} Entry
 */

/** A record in the words of every engine. @param {Entry} record @param {number | null} known @returns {Sample} */
export const sample = (record, known) => {
  const said = record.fields
  /** @type {Sample} */
  const found = {
    k: null,
    exact: false,
    passes: said.passes ?? null,
    every: false,
    drafted: said.drafted ?? null,
    accepted: said.accepted ?? null,
    length: null,
    slack: HALF,
    survival: [],
    tokens: said.tokens ?? said.output ?? null,
    seconds: "ms" in said ? said.ms / 1000 : (said.seconds ?? null),
    speed: said.speed ?? null,
    running: said.running ?? null,
    odd: "",
  }
  if ("rejected" in said && found.accepted !== null) found.drafted = found.accepted + said.rejected
  const [survival, whole] = survivalOf(record)
  found.survival = survival
  const listed = whole ? survival.length : 0
  if ("emitted" in said) emitted(found, said)
  else if (found.drafted === null || found.accepted === null) means(found, record)
  else if (found.drafted === 0) found.passes = 0
  else if (found.passes !== null) ratio(found, said, listed)
  else lengths(found, record, listed, known)
  if ("k" in said && found.k === null) {
    found.k = Math.trunc(said.k)
    found.exact = true
  }
  if (!((found.k ?? 0) >= 1 && (found.k ?? 0) <= LONGEST_DRAFT)) {
    found.k = null
    found.exact = false
  }
  if (found.passes === null && found.tokens !== null && found.accepted !== null) {
    found.passes = found.tokens - found.accepted
    found.every = true
  }
  return found
}

/** Survival by position, and whether the list is as long as k. @param {Entry} record @returns {[number[], boolean]} */
const survivalOf = ({ fields }) => {
  /** @type {[number[], boolean]} */
  let [listed, cut] = fields.positions ?? [[], true]
  if (!listed.length && "position" in fields) {
    listed = []
    while (fields.position.has(String(listed.length)))
      listed.push(fields.position.get(String(listed.length)))
    cut = !("percent" in fields)
  }
  if (listed.some((share) => share > 1)) listed = listed.map((share) => share / 100)
  return [listed, listed.length > 0 && !cut]
}

/** The one whole number from 1 on in a range. @param {number} low @param {number} high */
export const wholeBetween = (low, high) => {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return null
  const first = Math.max(1, Math.ceil(low - 1e-9))
  const one = first <= high + 1e-9 && high + 1e-9 < first + 1
  return one && first <= LONGEST_DRAFT ? first : null
}

/** The range of what was printed, given its digits. @param {Entry} record @param {string} name */
const printed = ({ fields, digits, format }, name) => {
  const value = fields[name]
  const places = digits[name] ?? 0
  const unit = unitOf(places)
  if (places < (format.row.digits?.[name] ?? 0)) return [value, value + unit]
  return [value - unit / 2, value + unit / 2]
}

/** The unit of the last of some digits. @param {number} digits */
const unitOf = (digits) => {
  let whole = 1
  for (let i = 0; i < Math.min(digits, 20); i++) whole *= 10
  return 1 / whole
}

/** A sum from left to right. @param {Iterable<number>} terms */
export const added = (terms) => {
  let total = 0
  for (const term of terms) total += term
  return total
}

/** The k of which the mean draft falls short by little. @param {number} drafted @param {number} passes */
export const lengthOfDraft = (drafted, passes) => {
  if (!(passes > 0 && passes < Number.POSITIVE_INFINITY)) return null
  const mean = drafted / passes
  const k = Math.max(1, Math.ceil(mean - 0.005 * mean))
  return mean >= FULL * k && k <= LONGEST_DRAFT ? k : null
}

/** @param {Sample} found @param {Record<string, any>} said */
const emitted = (found, said) => {
  found.k = Math.trunc(said.k)
  found.exact = true
  found.passes = said.k ? said.drafted / said.k : 0
  found.accepted = said.emitted - found.passes
  if ("efficiency" in said && found.passes) {
    const share = said.emitted / (found.passes * (said.k + 1))
    if (Math.abs(share - said.efficiency) > 0.0011)
      found.odd = "the system efficiency is not emitted / (passes × (k + 1))"
  }
}

/** Nothing is counted: a length, a rate, or both. @param {Sample} found @param {Entry} record */
const means = (found, record) => {
  const said = record.fields
  found.drafted = null
  found.accepted = null
  found.passes = null
  if ("k" in said) {
    found.k = Math.trunc(said.k)
    found.exact = true
  }
  const rates = "percent" in said ? printed(record, "percent").map((end) => end / 100) : []
  if (!("length" in said)) {
    if (found.k !== null && rates.length) {
      found.length = 1 + (found.k * said.percent) / 100
      found.slack = (found.k * (rates[1] - rates[0])) / 2
    }
    return
  }
  found.length = said.length
  const [low, high] = printed(record, "length")
  found.slack = (high - low) / 2
  if (!rates.length || !rates[0]) return
  if (found.k !== null) {
    const apart = Math.abs(1 + (found.k * said.percent) / 100 - said.length)
    if (apart > found.slack + (found.k * (rates[1] - rates[0])) / 2 + 1e-9)
      found.odd = "the length is not 1 + k × the rate"
    return
  }
  found.k = wholeBetween((low - 1) / rates[1], (high - 1) / rates[0])
  found.exact = found.k !== null
  if (found.k !== null && !(low < said.length && said.length < high)) {
    found.length = 1 + (found.k * said.percent) / 100
    found.slack = (found.k * (rates[1] - rates[0])) / 2
  }
}

/** Passes are printed: k is drafted/passes. @param {Sample} found @param {Record<string, any>} said @param {number} listed */
const ratio = (found, said, listed) => {
  const passes = found.passes ?? 0
  if (passes === 0) return
  const mean = (found.drafted ?? 0) / passes
  if (mean === Math.trunc(mean)) {
    found.k = mean
    found.exact = true
  } else if (listed >= mean) found.k = listed
  const tokens = 1 + (found.accepted ?? 0) / passes
  if ("length" in said && Math.abs(tokens - said.length) > 0.0101)
    found.odd = "the mean length is not 1 + accepted / drafts"
}

/** Passes are not printed. @param {Sample} found @param {Entry} record @param {number} listed @param {number | null} known */
const lengths = (found, record, listed, known) => {
  const drafted = found.drafted ?? 0
  const accepted = found.accepted ?? 0
  const length = record.fields.length
  if (length === undefined) {
    found.k = listed || (found.tokens === null ? known : null)
    found.exact = listed > 0
  } else if (listed && agrees(found, length, listed)) {
    found.k = listed
    found.exact = true
  } else if (accepted && length > 1 + HALF) {
    const [low, high] = [-1, 1].map((sign) => (drafted * (length + sign * HALF - 1)) / accepted)
    found.k = wholeBetween(low, high)
    found.exact = found.k !== null
    if (found.k === null) between(found, length, listed, known)
  } else if (known !== null && agrees(found, length, known)) found.k = known
  else if (listed) {
    found.k = listed
    found.odd = UNEVEN
  }
  if (found.passes === null && found.k) found.passes = drafted / found.k
  if (found.passes !== null) found.odd ||= contradiction(found, record, listed)
}

/** @param {Sample} found @param {number} length @param {number} listed @param {number | null} known */
const between = (found, length, listed, known) => {
  if (known !== null && agrees(found, length, known)) {
    found.k = known
    return
  }
  found.passes = Math.floor((found.accepted ?? 0) / (length - 1) + 0.5)
  if (listed && listed * found.passes >= (found.drafted ?? 0)) found.k = listed
  else if (listed) found.odd = UNEVEN
}

/** @param {Sample} found @param {number} length @param {number} k */
const agrees = (found, length, k) => {
  const tokens = 1 + (k * (found.accepted ?? 0)) / (found.drafted || 1)
  return Math.abs(tokens - length) <= 2 * HALF + 1e-9
}

/** @param {Sample} found @param {Entry} record @param {number} listed */
const contradiction = (found, { fields, digits }, listed) => {
  const shares = found.survival
  if (shares.some((share, i) => i > 0 && share > shares[i - 1] + 0.0015))
    return "survival rises from one position to the next"
  if ("percent" in fields && found.drafted) {
    const share = (100 * (found.accepted ?? 0)) / found.drafted
    if (Math.abs(share - fields.percent) > 0.5 * unitOf(digits.percent) + 0.011)
      return "the rate is not accepted / drafted"
  }
  if ("length" in fields && listed && found.k !== null) {
    if (listed > found.k) return "the list of positions is longer than k"
    const gap = Math.abs(added(shares) - (fields.length - 1))
    if (found.k === listed && gap > 0.002 * listed + 0.0051)
      return "the positions do not add up to the mean length"
  }
  return ""
}
