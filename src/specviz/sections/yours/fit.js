// Twin of logs/fit.py and logs/sweep.py: what an engine printed, as E, a and costs.
import { rateInterval, rateOf } from "specviz/estimate"
import { ENDS, pieces } from "specviz/yours/cleaning"
import { counts } from "specviz/yours/counts"
import { conditional, findings, rounded } from "specviz/yours/findings"
import { added } from "specviz/yours/pooling"
import { createReader } from "specviz/yours/reading"
import { createRuns } from "specviz/yours/runs"

const NEAR = 0.97 // share of the best speed that counts as nearly the best

/**
 * @typedef {Record<string, string>} How how an engine's plain speed is measured; "" for all others
 * @typedef {import("specviz/yours/findings").Finding} Finding
 * @typedef {import("specviz/yours/counts").Counts} Counts
 * @typedef {import("specviz/yours/runs").Tally} Tally
 * @typedef {ReturnType<typeof runOf>} Run
 * @typedef {{k: number, speed: number | null, E: number | null}} Point
 * @typedef {{v: number, c: number, residuals: number[]}} CostLine
 * @typedef {{points: Point[], costLine: CostLine | null, best: number | null, near: [number, number] | null}} Sweep
 * @typedef {{runs: Run[], sweep: Sweep, baseline: number | null}} Fit
 */

/** A paste that is being read. @param {import("specviz/yours/reading").Format[]} formats @param {How} how */
export const createReading = (formats, how) => {
  const reader = createReader(formats)
  const runs = createRuns()
  /** @param {string} line */
  const feed = (line) => {
    for (const piece of pieces(line)) for (const record of reader.feed(piece)) runs.add(record)
  }
  /** @param {number | null} baseline @param {number | null} speed @returns {Fit} */
  const result = (baseline, speed) => {
    for (const record of reader.end()) runs.add(record)
    const { plain, tallies } = runs
    const known = baseline ?? (plain.seconds > 0 ? plain.tokens / plain.seconds : null)
    const found = [...tallies]
      .sort((one, other) => one.first - other.first)
      .map((tally) => runOf(tally, counts(tally), known, speed, how))
    const points = found
      .filter((run) => run.k && !run.says.some(({ name }) => name === "tree"))
      .map((run) => ({ k: run.k ?? 0, speed: run.speed, E: run.E }))
    return { runs: found, sweep: sweepOf(points, known), baseline: known }
  }
  return { feed, result }
}

/**
 * Read what an engine printed about speculative decoding.
 * @param {import("specviz/yours/reading").Format[]} formats
 * @param {How} how
 * @param {string} text
 * @param {number | null} [baseline]
 * @param {number | null} [speed]
 */
export const fit = (formats, how, text, baseline = null, speed = null) => {
  const reading = createReading(formats, how)
  for (const line of text.split(ENDS)) reading.feed(line)
  return reading.result(baseline, speed)
}

/** The stable form for programs. @param {Fit} fit */
export const contract = ({ runs, sweep }) => ({
  version: 1,
  runs: runs.map(({ speed: _speed, running: _running, definition: _definition, ...run }) => run),
  sweep: {
    points: sweep.points,
    cost_line: sweep.costLine && { v: sweep.costLine.v, c: sweep.costLine.c },
    best_k: sweep.best,
    near_best: sweep.near,
  },
})

/**
 * @param {Tally} tally
 * @param {Counts} of
 * @param {number | null} baseline
 * @param {number | null} given
 * @param {How} how
 */
const runOf = (tally, of, baseline, given, how) => {
  const speed = given ?? of.speed
  const speedup = speed && baseline ? speed / baseline : tally.gain
  const cost = costOf(of, speedup)
  let hint = ""
  if (speedup === null) {
    const engine = tally.format.engine.split(" ")[0]
    hint =
      baseline === null
        ? (how[engine] ?? how[""])
        : "Give the tokens per second with speculation as well."
  }
  const says = findings(tally, of, hint)
  if (cost !== null && of.k !== null && cost >= of.k + 1 && !tally.tree)
    says.push({
      name: "cannot-win",
      text: `A pass costs ${rounded(cost)} plain steps and k = ${of.k} can give at most ${of.k + 1} tokens: no draft, however good, can win here. Turn speculation off, or make a pass cheaper.`,
    })
  const [a, interval] = rateBehind(tally, of)
  return {
    engine: tally.format.engine,
    format: tally.format.name,
    k: of.k,
    passes: of.passes,
    drafted: of.drafted,
    accepted: of.accepted,
    E: of.E,
    share_accepted: of.E ? (of.E - 1) / of.E : null,
    a,
    a_interval: interval,
    survival: of.survival,
    conditional: of.survival && conditional(of.survival),
    coverage: of.coverage,
    pass_cost: cost,
    speedup,
    break_even: cost,
    says,
    lines: [tally.first, tally.last],
    speed,
    running: tally.running || null,
    definition: tally.note || tally.format.row.definition,
  }
}

/** The a behind E, and its interval. @param {Tally} tally @param {Counts} of @returns {[number | null, [number, number] | null]} */
const rateBehind = (tally, { E, k, dynamic, accepted, drafted, passes, low, high }) => {
  if (E === null || dynamic || tally.tree) return [null, null]
  if (k === null) return accepted === 0 && drafted ? [0, null] : [null, null]
  if (E > k + 1.01) return [null, null]
  const best = rateOf(E, k)
  if (passes) return [best, rateInterval(E, k, passes)]
  if (low === null || high === null) return [best, null]
  return [best, [rateOf(low, k), rateOf(high, k)]]
}

/** Cost of one pass with a draft, in plain steps. @param {Counts} of @param {number | null} speedup */
const costOf = (of, speedup) => {
  if (!speedup || of.E === null || of.perStep === null) return null
  const share = of.coverage ?? 1
  if (share <= 0) return null
  const cost = (of.perStep / speedup - (1 - share)) / share
  return cost > 0 ? cost : null
}

/** What measured points say. @param {Point[]} points @param {number | null} baseline @returns {Sweep} */
const sweepOf = (points, baseline) => {
  /** @type {Map<number, Point>} */
  const byK = new Map()
  for (const point of points) {
    const before = byK.get(point.k)
    if (!before || (point.speed ?? 0) > (before.speed ?? 0)) byK.set(point.k, point)
  }
  const measured = [...byK.values()].sort((one, other) => one.k - other.k)
  const timed = measured.filter((point) => point.speed !== null)
  const nothing = { costLine: null, best: null, near: null }
  if (baseline === null) return { points: measured, ...nothing }
  const shown = [{ k: 0, speed: baseline, E: 1 }, ...measured]
  if (!timed.length) return { points: shown, ...nothing }
  const ranked = [
    { k: 0, speed: baseline },
    ...timed.map(({ k, speed }) => ({ k, speed: speed ?? 0 })),
  ]
  let at = 0
  for (const [i, { speed }] of ranked.entries()) if (speed > ranked[at].speed) at = i
  const least = NEAR * ranked[at].speed
  let low = at
  let high = at
  while (low > 0 && ranked[low - 1].speed >= least) low--
  while (high + 1 < ranked.length && ranked[high + 1].speed >= least) high++
  return {
    points: shown,
    costLine: costLineOf(timed, baseline),
    best: ranked[at].k,
    near: [ranked[low].k, ranked[high].k],
  }
}

/** The line v + c·k through the costs of a pass. @param {Point[]} points @param {number} baseline @returns {CostLine | null} */
const costLineOf = (points, baseline) => {
  const costs = points.flatMap(({ k, speed, E }) =>
    speed && E !== null ? [{ k, cost: (E * baseline) / speed }] : [],
  )
  if (costs.length < 2) return null
  const n = costs.length
  const meanK = added(costs.map(({ k }) => k)) / n
  const meanCost = added(costs.map(({ cost }) => cost)) / n
  const spread = added(costs.map(({ k }) => (k - meanK) * (k - meanK)))
  const c = added(costs.map(({ k, cost }) => (k - meanK) * (cost - meanCost))) / spread
  const v = meanCost - c * meanK
  return { v, c, residuals: costs.map(({ k, cost }) => cost - (v + c * k)) }
}
