// What is to be seen when: a run laid out in seconds of showing, beside its own clock in target steps.
// Pure: a function of the run, so that any instant can be shown without having played up to it.

/**
 * @typedef {import("specviz/passes").Pass} Pass
 * @typedef {"draft" | "verify" | "verdict" | "settle" | "finish"} Phase
 * @typedef {object} Segment
 * @property {Phase} phase
 * @property {number} pass index into the run
 * @property {number} starts seconds of showing, at speed 1
 * @property {number} lasts seconds of showing
 * @property {number} from clock, in target steps
 * @property {number} to clock, in target steps
 *
 * @typedef {object} Timeline
 * @property {Segment[]} segments
 * @property {number[]} stops where each pass has shown its end, and last where everything has
 * @property {number} total seconds of showing
 *
 * @typedef {object} Moment
 * @property {number} pass
 * @property {Phase} phase
 * @property {number} progress 0..1 within the phase
 * @property {number} clock target steps
 * @property {boolean} begun false only at the very beginning
 */

const STEP = 1.0 // seconds of showing for one target step
const EXPLAINED = 3 // passes that take their time; the watcher has seen it then
const BRISK = 0.6

/** @param {number} x @param {number} low @param {number} high */
const clamp = (x, low, high) => Math.min(high, Math.max(low, x))

/**
 * Tokens that the run has emitted when it ends.
 * @param {Pass[]} run
 */
export const length = (run) => run.reduce((sum, pass) => sum + pass.emitted, 0)

/**
 * Target steps until both lanes are done.
 * @param {Pass[]} run
 */
export const span = (run) => Math.max(length(run), run[run.length - 1].ends)

/**
 * How many of the emitted tokens the verdict has reached, falling from the left.
 * @param {Pass} pass
 * @param {Moment} moment
 */
export const fallen = ({ emitted }, { phase, progress }) => {
  if (phase === "draft" || phase === "verify") return 0
  return phase === "verdict" ? Math.min(emitted, Math.floor(progress * (emitted + 0.999))) : emitted
}

/**
 * Long passes are shown faster than to scale and short ones slower, so that each can be watched;
 * the clock, which is to scale, is the same for both lanes throughout.
 * @param {Pass} pass
 * @returns {[Phase, number, number, number][]} phase, seconds, clock from, clock to
 */
const phases = (pass) => {
  const { begins, verifies, ends, drafted } = pass
  return [
    [
      "draft",
      clamp((verifies - begins) * STEP, Math.min(0.16 * drafted, 1.6), 2.4),
      begins,
      verifies,
    ],
    ["verify", clamp((ends - verifies) * STEP, 0.6, 1.2), verifies, ends],
    ["verdict", 0.2 + Math.min(0.18 * pass.emitted, 1.2), ends, ends],
    ["settle", 0.7, ends, ends],
  ]
}

/**
 * @param {Pass[]} run
 * @returns {Timeline}
 */
export const timeline = (run) => {
  /** @type {Segment[]} */
  const segments = []
  const stops = []
  let starts = 0
  for (const [index, pass] of run.entries()) {
    const pace = index < EXPLAINED ? 1 : BRISK
    for (const [phase, seconds, from, to] of phases(pass)) {
      segments.push({ phase, pass: index, starts, lasts: seconds * pace, from, to })
      starts += seconds * pace
    }
    stops.push(starts)
  }
  const ends = run[run.length - 1].ends
  const remaining = Math.max(0, length(run) - ends)
  // The clock runs on fast until plain decoding is done too.
  const lasts = remaining > 0 ? clamp(remaining / 14, 0.5, 2.5) : 0.01
  segments.push({
    phase: "finish",
    pass: run.length - 1,
    starts,
    lasts,
    from: ends,
    to: ends + remaining,
  })
  stops.push(starts + lasts)
  return { segments, stops, total: starts + lasts }
}

/**
 * @param {Timeline} timeline
 * @param {number} t seconds of showing
 * @returns {Moment}
 */
export const momentAt = ({ segments, total }, t) => {
  const at = clamp(t, 0, total)
  // A stop belongs to the pass that it ends.
  const segment =
    segments.find(({ starts, lasts }) => at <= starts + lasts) ?? segments[segments.length - 1]
  const { phase, pass, starts, lasts, from, to } = segment
  const progress = clamp((at - starts) / lasts, 0, 1)
  return { pass, phase, progress, clock: from + (to - from) * progress, begun: at > 0 }
}

/**
 * The same place in another timeline of the same passes (the costs have changed, the outcomes have not).
 * @param {Timeline} before
 * @param {Timeline} after
 * @param {number} t
 */
export const carried = (before, after, t) => {
  const index = before.segments.findIndex(({ starts, lasts }) => t <= starts + lasts)
  if (index < 0) return after.total
  const { starts, lasts } = before.segments[index]
  const there = after.segments[index]
  // Divided and multiplied again, an end might fall short of the stop that it is.
  const share = t === starts + lasts ? 1 : clamp((t - starts) / lasts, 0, 1)
  return there.starts + there.lasts * share
}
