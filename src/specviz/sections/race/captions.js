// What the race says in words: captions, labels for those who cannot see the figures, results. Pure.

import { fallen, length, span } from "specviz/race/timeline"
import { rounded } from "specviz/rounding"
import { netSpeedup } from "specviz/theory"

/**
 * @typedef {import("specviz/passes").Pass} Pass
 * @typedef {import("specviz/race/timeline").Moment} Moment
 * @typedef {import("specviz/store").Settings} Settings
 */

/** @param {number} n @param {string} what */
const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`

/**
 * A number of steps, without the noise of binary fractions.
 * @param {number} x
 */
export const steps = (x) => rounded(x, 2).replace(/\.?0+$/, "")

/**
 * What happens now, in one sentence.
 * @param {Pass} pass
 * @param {Moment} moment
 */
export const caption = (pass, moment) => {
  const { drafted, accepted } = pass
  const { phase, begun } = moment
  if (!begun || phase === "draft")
    return drafted === 1
      ? "the draft model proposes one token, cheaply"
      : `the draft model proposes ${drafted} tokens, one after another`
  if (phase === "verify")
    return drafted === 1
      ? "the target checks it in one pass"
      : `the target checks all ${drafted} at once, in one pass`
  if (!judged(pass, moment)) return "the verdict falls, from the left"
  if (accepted === drafted) {
    const agreed = drafted === 1 ? "it agrees" : `it agrees with all ${drafted}`
    return `${agreed}: the target adds a bonus token of its own`
  }
  return accepted === drafted - 1
    ? "the target puts its own token in place of the wrong one"
    : "at the disagreement the target writes its own token; the tail is thrown away"
}

/**
 * The account of a pass once its verdict is known.
 * @param {Pass} pass
 */
export const account = ({ emitted, begins, ends }) => {
  const cost = steps(ends - begins)
  return `${count(emitted, "token")} for ${cost} step${cost === "1" ? "" : "s"}`
}

/**
 * Whether the verdict has reached the break, or the end of the draft.
 * @param {Pass} pass
 * @param {Moment} moment
 */
export const judged = (pass, moment) => fallen(pass, moment) === pass.emitted

/**
 * The microscope in words.
 * @param {Pass} pass
 * @param {{drafted: string[], emitted: string[]}} words
 * @param {Moment} moment
 */
export const microscopeLabel = (pass, words, moment) => {
  const number = `Pass ${moment.pass + 1}: ${caption(pass, moment)}.`
  if (!judged(pass, moment)) return number
  const fates = words.drafted.map(
    (word, i) => `${word.trim() || "white space"} ${pass.outcomes[i]}`,
  )
  const own = words.emitted[words.emitted.length - 1].trim() || "white space"
  return `${number} Drafted: ${fates.join(", ")}. The target writes ${own}, ${pass.own}.`
}

/**
 * The lanes in words.
 * @param {Pass[]} run
 * @param {Moment} moment
 */
export const lanesLabel = (run, moment) => {
  const { pass, clock } = moment
  const total = length(run)
  const plain = Math.min(total, Math.floor(clock + 1e-9))
  const emitted = run[pass].first + fallen(run[pass], moment)
  return `Two lanes on one clock. After ${steps(Math.min(clock, span(run)))} target steps plain decoding has written ${plain} of ${total} tokens, speculative decoding ${emitted}.`
}

/**
 * @param {number} plain tokens in the upper text
 * @param {number} speculative tokens in the lower text
 * @param {number} identical tokens that stand in both, counted
 */
export const comparison = (plain, speculative, identical) => {
  const compared = Math.min(plain, speculative)
  const ahead = speculative - plain
  return {
    identical: compared
      ? `${identical} of ${compared} tokens identical${identical === compared ? " ✓" : ""}`
      : "",
    ahead:
      ahead === 0
        ? ""
        : `speculative decoding is ${count(Math.abs(ahead), "token")} ${ahead > 0 ? "ahead" : "behind"}`,
  }
}

/**
 * This run beside what is expected of such runs.
 * @param {Pass[]} run
 * @param {Settings} played with the a that the expectation is for
 */
export const result = (run, { a, k, c, v, kind }) => {
  const emitted = length(run)
  const { ends } = run[run.length - 1]
  const expectation = kind === "recorded" ? "The formula, at the measured" : "Expected at"
  return `This run: ${count(emitted, "token")} in ${steps(ends)} steps, ${rounded(emitted / ends)}×. ${expectation} a = ${rounded(a)}, k = ${k}: ${rounded(netSpeedup(a, k, c, v))}×.`
}
