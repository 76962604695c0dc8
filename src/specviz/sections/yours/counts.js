// Twin of logs/counts.py: what a run comes to, when all of it is counted.
import { added, FULL, LONGEST_DRAFT, lengthOfDraft } from "specviz/yours/pooling"

const SUMMED = ["passes", "drafted", "accepted", "output", "seconds"]

/**
 * @typedef {import("specviz/yours/runs").Tally} Tally
 * @typedef {import("specviz/yours/reading").Entry} Entry
 *
 * @typedef {object} Counts
 * @property {number | null} k
 * @property {number | null} passes
 * @property {number | null} drafted
 * @property {number | null} accepted
 * @property {number | null} E
 * @property {number | null} low
 * @property {number | null} high
 * @property {number | null} coverage
 * @property {number | null} perStep
 * @property {number[] | null} survival
 * @property {boolean} dynamic
 * @property {number | null} speed
 */

/** What a run comes to. @param {Tally} tally @returns {Counts} */
export const counts = (tally) => {
  if (tally.scrapes.length) scraped(tally)
  if (tally.weight > 0) return ofMeans(tally)
  let k = tally.k
  /** @type {number | null} */
  let E = null
  let dynamic = false
  /** @type {number | null} */
  let passes = tally.passes
  if (tally.counted) {
    passes = null
    if (tally.accepted === 0) E = 1
  } else if (tally.passes > 0) {
    E = 1 + tally.accepted / tally.passes
    if (k === null) {
      k = lengthOfDraft(tally.drafted, tally.passes)
      dynamic = k === null
    }
    dynamic ||= k !== null && tally.drafted < FULL * k * tally.passes
  }
  const [coverage, perStep] = coverageOf(tally, E)
  let survival = tally.surveyed ? tally.survival.map((total) => total / tally.surveyed) : null
  if (!survival && k === 2 && tally.calls && tally.hits)
    survival = [tally.hits / tally.calls, (tally.accepted - tally.hits) / tally.calls]
  return {
    k,
    passes: tally.counting ? passes : null,
    drafted: tally.counting ? tally.drafted : null,
    accepted: tally.counting ? tally.accepted : null,
    E,
    low: null,
    high: null,
    coverage,
    perStep,
    survival,
    dynamic,
    speed: speedOf(tally),
  }
}

/** @param {Tally} tally @param {number | null} E @returns {[number | null, number | null]} */
const coverageOf = (tally, E) => {
  if (E === null) return [null, null]
  if (tally.every) {
    const steps = tally.passes + tally.idleSteps
    return [null, (steps + tally.accepted) / steps]
  }
  if (tally.steps > 0) {
    const share = Math.min(1, tally.covered / (tally.steps + tally.idleSteps))
    return [share, share * E + 1 - share]
  }
  return [null, E]
}

/** @param {Tally} tally @returns {Counts} */
const ofMeans = (tally) => {
  const E = tally.lengths / tally.weight
  const slack = tally.slack / tally.weight
  let k = tally.k
  if (tally.rated && tally.old.length + tally.new.length === 1)
    k = tally.old.length ? tally.old[0] - 1 : tally.new[0]
  else if (k === null && !tally.tree) k = tally.kSet
  return {
    k,
    passes: null,
    drafted: null,
    accepted: null,
    E,
    low: Math.max(1, E - slack),
    high: E + slack,
    coverage: null,
    perStep: E,
    survival: null,
    dynamic: false,
    speed: speedOf(tally),
  }
}

/** Sum the counters of all engines; of two scrapes, what came between. @param {Tally} tally */
const scraped = (tally) => {
  const first = tally.scrapes[0]
  const last = tally.scrapes[tally.scrapes.length - 1]
  tally.scrapes = []
  tally.counting = true
  const sums = summed(last)
  let places = positions(last)
  const earlier = first === last ? {} : summed(first)
  const names = Object.keys(sums)
  const grown =
    Object.keys(earlier).length === names.length &&
    names.every((name) => name in earlier && earlier[name] <= sums[name])
  if (grown && earlier.passes < sums.passes) {
    const begun = positions(first)
    places = places.map((total, i) => total - (begun[i] ?? 0))
    for (const name of names) sums[name] -= earlier[name]
  }
  tally.passes = sums.passes
  tally.drafted = sums.drafted
  tally.accepted = sums.accepted
  if (!(tally.passes > 0)) return
  if ("output" in sums) {
    tally.output = sums.output
    tally.seconds = sums.seconds ?? 0
    tally.steps = Math.max(sums.output - tally.accepted, tally.passes)
    tally.covered = tally.passes
  }
  const mean = tally.drafted / tally.passes
  if (mean === Math.trunc(mean)) {
    tally.k = mean
    tally.exact = true
  } else if (places.length >= mean) tally.k = places.length
  if (!((tally.k ?? 0) >= 1 && (tally.k ?? 0) <= LONGEST_DRAFT)) {
    tally.k = null
    tally.exact = false
  }
  if (places.length && places.length === tally.k) {
    tally.survival = places
    tally.surveyed = tally.passes
  }
}

/** @param {Entry} record @returns {Record<string, number>} */
const summed = ({ fields }) =>
  Object.fromEntries(
    SUMMED.filter((name) => name in fields).map((name) => [name, added(fields[name].values())]),
  )

/** Counts by position, over all engines, as far as they follow each other. @param {Entry} record */
const positions = ({ fields }) => {
  /** @type {Map<number, number>} */
  const found = new Map()
  for (const [labels, value] of fields.position ?? new Map()) {
    const [, place] = labels.match(/position="([0-9]{1,3})"/) ?? []
    if (place !== undefined) found.set(Number(place), (found.get(Number(place)) ?? 0) + value)
  }
  /** @type {number[]} */
  const listed = []
  while (found.has(listed.length)) listed.push(found.get(listed.length) ?? 0)
  return listed
}

/** Tokens per second. @param {Tally} tally */
const speedOf = (tally) => {
  if (tally.seconds > 0 && !tally.timeless) return tally.output / tally.seconds
  const speeds = [...tally.speeds].sort((one, other) => one - other)
  if (!speeds.length) return null
  const middle = Math.floor(speeds.length / 2)
  return speeds.length % 2 ? speeds[middle] : (speeds[middle - 1] + speeds[middle]) / 2
}
