// Twin of logs/runs.py: runs told apart, and what each has counted.
import { LONGEST_DRAFT, sample } from "specviz/yours/pooling"

const MOST = 200
const SPEEDS = 4096
const NEAR = 4
const BEHIND = 60
const IDLE = 1.5

/**
 * @typedef {import("specviz/yours/reading").Entry} Entry
 * @typedef {import("specviz/yours/pooling").Sample} Sample
 * @typedef {ReturnType<typeof tallyOf>} Tally
 */

/** What one run has counted so far. @param {Entry} record */
const tallyOf = (record) => ({
  format: record.format,
  first: record.first,
  last: record.last,
  stream: record.format.kind === "cumulative" ? record.stream : "",
  k: /** @type {number | null} */ (null),
  exact: false,
  samples: 0,
  passes: 0,
  drafted: 0,
  accepted: 0,
  counted: false,
  counting: false,
  timeless: false,
  every: false,
  idleSteps: 0,
  steps: 0,
  covered: 0,
  weight: 0,
  lengths: 0,
  slack: 0,
  survival: /** @type {number[]} */ ([]),
  surveyed: 0,
  output: 0,
  seconds: 0,
  speeds: /** @type {number[]} */ ([]),
  running: 0,
  gain: /** @type {number | null} */ (null),
  odd: "",
  note: "",
  idle: "",
  old: /** @type {number[]} */ ([]),
  new: /** @type {number[]} */ ([]),
  rated: false,
  tree: false,
  kSet: /** @type {number | null} */ (null),
  calls: 0,
  hits: 0,
  draftMs: 0,
  before: /** @type {Entry | null} */ (null),
  scrapes: /** @type {Entry[]} */ ([]),
})

/** Takes records one by one; keeps sums, not records. */
export const createRuns = () => {
  /** @type {Tally[]} */
  const tallies = []
  const plain = { tokens: 0, seconds: 0 }
  /** @type {Map<string, Record<string, number>>} */
  const settings = new Map()
  /** @type {Entry | null} */
  let status = null
  let draftedAt = -BEHIND - 1

  /** @param {(tally: Tally) => boolean} fits */
  const latest = (fits) => [...tallies].reverse().find(fits)

  /** @param {number} tokens @param {number} speed */
  const addPlain = (tokens, speed) => {
    if (!(speed > 0)) return
    plain.tokens += tokens
    plain.seconds += tokens / speed
  }

  /** @param {Entry} record */
  const add = (record) => {
    const { format, fields: said } = record
    if (format.kind === "setting")
      settings.set(format.engine, { ...settings.get(format.engine), ...said })
    else if (format.kind === "status") status = record
    else if (format.kind === "plain") {
      const tokens = said.tokens ?? said.speed ?? 0
      const near = record.first - draftedAt <= BEHIND && "tokens" in said
      if (tokens > 1 && !near) addPlain(tokens, said.speed)
    } else if (format.name === "sglang-bench" && said.length === 1) {
      if (said.speed) addPlain(said.speed, said.speed)
    } else counted(record)
  }

  /** @param {Entry} record */
  const counted = (record) => {
    const { format } = record
    if (format.name === "llama-examples") draftedAt = record.last
    const last = lastOf(record)
    const given = settings.get(format.engine) ?? {}
    const known = last && last.k !== null ? last.k : kOf(given)
    if (format.kind === "counter") {
      const tally = last ?? begin(record, null)
      tally.last = record.last
      tally.scrapes = [...tally.scrapes.slice(0, 1), record]
      return
    }
    const found = sample(record, known)
    const tally = chosen(record, found, last)
    tally.last = Math.max(tally.last, record.last)
    tally.samples += 1
    if (format.kind === "cumulative") sinceStart(tally, record, found)
    else sum(tally, found)
    tally.tree ||= (given.topk ?? 1) > 1 || "tree" in record.fields
    tally.note ||= record.note
    tally.kSet = kOf(given)
    timed(tally, record, found)
  }

  /** @param {Entry} record */
  const lastOf = ({ format, stream }) =>
    latest(
      (tally) =>
        tally.format.name === format.name &&
        (format.kind !== "cumulative" || tally.stream === stream),
    )

  /** @param {Entry} record @param {Sample} found @param {Tally | undefined} last */
  const chosen = (record, found, last) => {
    if (record.format.kind === "report" || !last) return begin(record, found)
    if (record.format.kind === "gauge") return sameRule(last, record) ? last : begin(record, found)
    const same = found.k === null || last.k === null || found.k === last.k
    if (same || !(found.exact && last.exact)) {
      if (found.k !== null && (found.exact || last.k === null) && !last.exact) {
        last.k = found.k
        last.exact = found.exact
      }
      return last
    }
    const earlier = latest(
      (tally) =>
        tally.format.name === record.format.name &&
        tally.stream === last.stream &&
        tally.k === found.k,
    )
    return earlier ?? begin(record, found)
  }

  /** @param {Entry} record @param {Sample | null} found */
  const begin = (record, found) => {
    if (tallies.length >= MOST) {
      const last = latest((tally) => tally.format.name === record.format.name)
      if (last) return last
    }
    const tally = tallyOf(record)
    if (found) {
      tally.k = found.k
      tally.exact = found.exact
    }
    if (record.format.kind === "gauge") sameRule(tally, record)
    tallies.push(tally)
    return tally
  }

  /** Speed, load and coverage. @param {Tally} tally @param {Entry} record @param {Sample} found */
  const timed = (tally, record, found) => {
    const seconds = record.format.row.seconds
    const waited = seconds !== undefined && hasWaited(record, seconds)
    const beside = besideOf(record)
    if (beside) {
      found.speed = beside.fields.speed
      found.running = beside.fields.running ?? null
      if (seconds && !waited) cover(tally, found, beside.fields.speed * seconds)
    }
    const slow = Boolean(found.speed && found.length && found.speed < found.length)
    if (waited || slow) tally.idle ||= `line ${record.first}`
    if (found.running !== null) tally.running = Math.max(tally.running, found.running)
    if (found.speed && !slow && tally.speeds.length < SPEEDS) tally.speeds.push(found.speed)
    if (found.tokens !== null) clock(tally, found)
    tally.gain = record.fields.gain ?? tally.gain
  }

  /** @param {Entry} record */
  const besideOf = (record) => {
    const found = status
    if (!found || Math.abs(record.first - found.first) > NEAR) return null
    if (found.format.engine !== record.format.engine.split(" ")[0]) return null
    status = null
    return found
  }
  return { add, tallies, plain }
}

/** The k that an engine was started with. @param {Record<string, number>} given */
const kOf = (given) => {
  const ends = []
  if ("k" in given) ends.push(given.k)
  if ("steps" in given) ends.push(given.steps)
  if ("nodes" in given) ends.push(given.nodes - 1)
  const k = ends.length ? Math.trunc(Math.min(...ends)) : 0
  return k >= 1 && k <= LONGEST_DRAFT ? k : null
}

/** @param {Tally} tally @param {Sample} found @param {number} output */
const cover = (tally, found, output) => {
  if (!found.passes || found.accepted === null) return
  const steps = output - found.accepted
  if (found.passes <= 1.1 * steps) {
    tally.steps += Math.max(steps, found.passes)
    tally.covered += found.passes
  }
}

/** @param {Tally} tally @param {Sample} found */
const clock = (tally, found) => {
  const tokens = found.tokens ?? 0
  tally.output += tokens
  if (found.seconds) tally.seconds += found.seconds
  else if (found.speed) tally.seconds += tokens / found.speed
  else tally.timeless = true
}

/** @param {Entry} record @param {number} seconds */
const hasWaited = ({ fields }, seconds) => {
  const pace = fields.pace ?? 0
  return pace > 0 && (fields.accepted ?? 0) / pace > IDLE * seconds
}

/** @param {Tally} tally @param {Sample} found */
const sum = (tally, found) => {
  tally.odd ||= found.odd
  if (found.length !== null) {
    const weight = found.running || 1
    tally.weight += weight
    tally.lengths += weight * found.length
    tally.slack += weight * found.slack
    return
  }
  if (found.drafted === null || found.accepted === null) {
    if (found.tokens !== null) {
      tally.counting = true
      tally.idleSteps += found.tokens
    }
    return
  }
  tally.counting = true
  tally.drafted += found.drafted
  tally.accepted += found.accepted
  if (found.passes === null) {
    tally.counted ||= found.drafted > 0
    return
  }
  tally.passes += found.passes
  tally.every ||= found.every
  if (found.tokens !== null && !found.every) {
    tally.steps += Math.max(found.tokens - found.accepted, found.passes)
    tally.covered += found.passes
  }
  survey(tally, found.survival, found.passes, found.k)
}

/** @param {Tally} tally @param {number[]} shares @param {number} passes @param {number | null} k */
const survey = (tally, shares, passes, k) => {
  const short = k !== null && shares.length !== k && tally.samples > 1
  if (!shares.length || passes <= 0 || short) return
  const { survival } = tally
  if (survival.length && survival.length !== shares.length) return
  tally.survival = shares.map((share, i) => (survival[i] ?? 0) + passes * share)
  tally.surveyed += passes
}

/** @param {Tally} tally @param {Entry} record @param {Sample} found */
const sinceStart = (tally, record, found) => {
  tally.odd ||= found.odd
  const before = tally.before
  tally.before = record
  if (before && (found.drafted ?? 0) >= before.fields.drafted) {
    const earlier = sample(before, tally.k)
    tally.passes -= earlier.passes ?? 0
    tally.drafted -= earlier.drafted ?? 0
    tally.accepted -= earlier.accepted ?? 0
    tally.calls -= before.fields.calls ?? 0
    tally.hits -= before.fields.hits ?? 0
    tally.draftMs -= before.fields.draft_ms ?? 0
  }
  tally.counting = true
  tally.passes += found.passes ?? 0
  tally.drafted += found.drafted ?? 0
  tally.accepted += found.accepted ?? 0
  tally.calls += record.fields.calls ?? 0
  tally.hits += record.fields.hits ?? 0
  tally.draftMs += record.fields.draft_ms ?? 0
  if (found.survival.length) {
    tally.survival = found.survival.map((share) => share * tally.passes)
    tally.surveyed = tally.passes
  }
}

/** Take a length and a rate under both definitions of the rate. @param {Tally} tally @param {Entry} record */
const sameRule = (tally, { fields }) => {
  const { length, rate } = fields
  if (!rate) return true
  const first = Array.from({ length: LONGEST_DRAFT }, (_, i) => i + 1)
  const old = fitting(tally.rated ? tally.old : first.map((n) => n + 1), length, rate, 0)
  const newer = fitting(tally.rated ? tally.new : first, length, rate, 1)
  if (tally.rated && !old.length && !newer.length) return false
  tally.old = old
  tally.new = newer
  tally.rated = true
  return true
}

/** @param {number[]} among @param {number} length @param {number} rate @param {number} own */
const fitting = (among, length, rate, own) =>
  among.filter(
    (n) => Math.abs(length - own - rate * n) <= 0.005 * n + 0.005 && length <= n + own + 0.005,
  )
