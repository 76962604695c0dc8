// Twin of logs/findings.py: what must be said about a run, each finding by its name.
import { rounded as exactly } from "specviz/rounding"
import { added } from "specviz/yours/pooling"

const FEW = 100 // passes below which an interval says more than its middle
const ENOUGH = 30
const SURPRISE = 0.05
const HELD = 10
const COVERED = 0.8

/**
 * @typedef {{name: string, text: string}} Finding
 * @typedef {import("specviz/yours/runs").Tally} Tally
 * @typedef {import("specviz/yours/counts").Counts} Counts
 */

/** What must be said. @param {Tally} tally @param {Counts} of @param {string} baseline */
export const findings = (tally, of, baseline) => {
  /** @type {Finding[]} */
  const found = [
    ...none(of),
    ...tree(tally, of),
    ...artefact(of),
    ...edited(tally, of),
    ...broken(of),
    ...cliff(of),
    ...coverage(of),
    ...idleOrShared(tally),
  ]
  if (baseline)
    found.push({
      name: "no-baseline",
      text: `Acceptance alone cannot tell whether this is faster. ${baseline}`,
    })
  return found
}

/** @param {Counts} of @returns {Finding[]} */
const none = (of) => {
  if (of.drafted === 0)
    return [
      {
        name: "no-drafts",
        text: "Nothing was drafted here, which is not an acceptance of 0 %. Look whether the draft was loaded, and whether speculation is on for these requests.",
      },
    ]
  if (of.passes !== null && of.passes > 0 && of.passes < FEW)
    return [
      {
        name: "few-passes",
        text: `${rounded(of.passes, 0)} passes are few: trust the interval, not its middle. Paste more lines, or the counters of a longer run.`,
      },
    ]
  return []
}

/** @param {Tally} tally @param {Counts} of @returns {Finding[]} */
const tree = (tally, of) => {
  if (tally.tree)
    return [
      {
        name: "tree",
        text: "The draft is a tree (topk above 1), so that no single a stands behind E. E and the speed hold; compare them, not the rate per node.",
      },
    ]
  if (!of.dynamic || of.E === null) return []
  const mean = (of.drafted ?? 0) / (of.passes || 1)
  const most = of.k === null ? "" : ` of at most ${of.k}`
  return [
    {
      name: "dynamic-k",
      text: `A pass drafted ${rounded(mean)} tokens in the mean${most}: the draft stops early, or steps without a draft are counted, so that no a follows from E. E itself holds; fix the draft length (p-min 0) to measure a.`,
    },
  ]
}

/** @param {Counts} of @returns {Finding[]} */
const artefact = (of) => {
  const drafted = of.drafted ?? 0
  if (of.accepted !== drafted || drafted < ENOUGH) return []
  if (of.E !== null && !of.dynamic && of.k !== null) return []
  const small = of.E === null ? "" : `, yet a pass gave ${rounded(of.E)} tokens`
  return [
    {
      name: "artefact-100",
      text: `All ${rounded(drafted, 0)} drafted tokens accepted${small}: engines that cannot roll back their memory count only the passes that were accepted in full. Take the statistics line, or a build after April 2026.`,
    },
  ]
}

/** @param {Tally} tally @param {Counts} of @returns {Finding[]} */
const edited = (tally, of) => {
  const beyond = of.k !== null && of.E !== null && of.E > of.k + 1.01
  let reason = beyond ? "a pass cannot give more than k + 1 tokens" : tally.odd
  if (of.E !== null && of.E < 0.99) reason = "a pass gives one token at least"
  if (!reason) return []
  return [
    {
      name: "edited",
      text: `The numbers contradict each other: ${reason}. They were edited, or k varied; paste the engine's own lines.`,
    },
  ]
}

/** @param {Counts} of @returns {Finding[]} */
const broken = (of) => {
  const drafted = of.drafted ?? 0
  if (of.E === null || of.E > 1.1 || drafted < ENOUGH) return []
  const first = of.survival?.length ? of.survival[0] : of.E - 1
  if (first >= 0.1 || (of.accepted && drafted < FEW)) return []
  if (of.dynamic && of.perStep !== null && drafted < (of.passes ?? 0)) return []
  return [
    {
      name: "broken-draft",
      text: `Of the first drafted tokens ${rounded(100 * first, 1)} % were accepted: the draft does not predict this target, and no k helps. Check that draft and target belong together: checkpoint, tokenizer, template, quantization.`,
    },
  ]
}

/** @param {Counts} of @returns {Finding[]} */
const cliff = (of) => {
  const { survival, passes } = of
  if (!survival?.length || !passes || survival[0] < 0.1) return []
  const rates = conditional(survival)
  for (let i = 1; i < rates.length; i++) {
    const rate = rates[i]
    const reached = passes * survival[i - 1]
    if (rate === null) return []
    const mean = added(rates.slice(0, i).map((one) => one ?? 0)) / i
    let chance = 1
    for (let n = 0; n < Math.min(Math.trunc(reached + 0.5), 1000); n++) chance *= 1 - mean
    const empty = rate === 0 && chance < SURPRISE
    if (empty || (rate > 0 && rate < mean / 2 && reached >= HELD))
      return [
        {
          name: "cliff",
          text: `Up to position ${i} the rate is ${rounded(mean)}, at position ${i + 1} ${rounded(rate)}: what is drafted behind position ${i} buys almost nothing. k = ${i} gives nearly the same E; look for a window or a training length of the draft that ends there.`,
        },
      ]
  }
  return []
}

/** @param {Counts} of @returns {Finding[]} */
const coverage = (of) => {
  let share = of.coverage
  if (share === null && of.dynamic && of.passes && (of.drafted ?? 0) < of.passes)
    share = (of.drafted ?? 0) / of.passes
  if (share === null || share >= COVERED || !of.drafted) return []
  return [
    {
      name: "low-coverage",
      text: `At most ${rounded(100 * share, 0)} % of the steps had a draft: acceptance speaks of those alone. Over all steps one gives ${rounded(of.perStep || 1)} tokens.`,
    },
  ]
}

/** @param {Tally} tally @returns {Finding[]} */
const idleOrShared = (tally) => {
  const found = []
  if (tally.running > 1)
    found.push({
      name: "load",
      text: `Up to ${rounded(tally.running, 0)} requests ran at once, which makes a pass dearer. Costs hold at this load alone; compare with a baseline at the same one.`,
    })
  if (tally.idle)
    found.push({
      name: "idle-window",
      text: `A window was mostly idle (${tally.idle}), so that its tokens per second mean nothing. Its counts are used, its speed is not.`,
    })
  return found
}

/** Rates by position, given that the one before was accepted. @param {number[]} survival */
export const conditional = (survival) =>
  survival.map((after, i) => {
    const reached = i ? survival[i - 1] : 1
    return reached > 0 ? after / reached : null
  })

/** What no log can mean is cut off. @param {number} number */
export const rounded = (number, digits = 2) => exactly(Math.min(number, 1e15), digits)
