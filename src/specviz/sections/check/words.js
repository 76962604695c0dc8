// What follows from the reader's choice, in words, as words.py says it. Pure.

import {
  bestKByBatch,
  bytesMoved,
  computeBoundFrom,
  distinctExperts,
  operations,
  passSeconds,
  speedupByBatch,
  verifyCost,
} from "specviz/roofline"
import { rounded } from "specviz/rounding"

export const MOST = 1024
export const PREFILL = 512
const NOISE = 1e-12

/**
 * @typedef {object} Setting
 * @property {import("specviz/roofline").Hardware} hardware
 * @property {import("specviz/roofline").LanguageModel} model
 * @property {(batch: number) => number} cost c, at a batch
 * @property {number} a
 * @property {number} k
 * @property {number} batch
 * @property {number} context
 */

/** @param {number} x */
export const shortly = (x) => rounded(x, x >= 100 ? 0 : x >= 10 ? 1 : 2)

/** @param {number} seconds */
export const duration = (seconds) => {
  if (seconds >= 1) return `${shortly(seconds)} s`
  return seconds >= 1e-3 ? `${shortly(seconds * 1e3)} ms` : `${shortly(seconds * 1e6)} µs`
}

/** @param {number} x @param {string} unit */
const amount = (x, unit) => {
  if (x >= 1e12) return `${shortly(x / 1e12)} T${unit}`
  if (x >= 1e9) return `${shortly(x / 1e9)} G${unit}`
  return x >= 1e6 ? `${shortly(x / 1e6)} M${unit}` : `${shortly(x / 1e3)} k${unit}`
}

/** @param {number} x */
export const grouped = (x) => String(x).replace(/\B(?=(\d{3})+$)/g, ",")

/** The v of the check. @param {Setting} now */
export const costOfCheck = ({ hardware, model, k, batch, context }) =>
  verifyCost(hardware, model, k, batch, context)

/** @param {Setting} now */
export const passWords = (now) => {
  const { hardware, model, k, batch, context } = now
  const step = passSeconds(hardware, model, 1, batch, context)
  const check = passSeconds(hardware, model, k + 1, batch, context)
  const prefill = passSeconds(hardware, model, PREFILL, batch, context)
  const read = bytesMoved(model, 1, batch, context)
  const done = operations(model, 1, batch, context)
  const many = batch > 1 ? ` of ${grouped(batch)} sequences` : ""
  const each = batch > 1 ? " each" : ""
  const work =
    read / hardware.bandwidth >= done / hardware.peak
      ? `reads ${amount(read, "B")}`
      : `does ${amount(done, "op")}`
  const v = check / step
  const taken = v <= 1 + NOISE ? "as long" : duration(check)
  const turn = turnWords(computeBoundFrom(hardware, model, batch, context))
  return `A plain step${many} takes ${duration(step)}, in which it ${work}. A check of k + 1 = ${k + 1} positions${each} takes ${taken}: v = ${rounded(v)}. ${turn} A prefill of ${PREFILL} tokens${each} takes ${shortly(prefill / step)} steps.`
}

/** @param {number} turn */
const turnWords = (turn) => {
  if (turn === 1) return "Every pass is compute-bound."
  if (turn > MOST) return `No pass up to ${grouped(MOST)} positions is compute-bound.`
  return `A pass is compute-bound from ${grouped(turn)} positions on.`
}

/** @param {Setting} now */
export const batchWords = (now) => {
  const { hardware, model, a, k, batch, context, cost } = now
  let costly = 0
  let firstCostly = 0
  let losing = 0
  let firstLosing = 0
  for (let each = 1; each <= MOST; each++) {
    if (verifyCost(hardware, model, k, each, context) > 1 + NOISE && costly++ === 0)
      firstCostly = each
    const speedup = speedupByBatch(hardware, model, a, k, cost(each), each, context)
    if (speedup < 1 - NOISE && losing++ === 0) firstLosing = each
  }
  const costs =
    costly === 0
      ? `costs one step at every batch up to ${grouped(MOST)}`
      : costly === MOST
        ? "costs more than one step at every batch"
        : `costs more than one step from batch ${grouped(firstCostly)} on`
  const c = cost(batch)
  const best = bestKByBatch(hardware, model, a, c, batch, context)
  const gain = best && rounded(speedupByBatch(hardware, model, a, best, c, batch, context))
  const advice = best ? `best is k = ${best} with ${gain}×` : "no draft length gains: off is best"
  return `At k = ${k} a check ${costs}. ${lossWords(losing, firstLosing)} At batch ${grouped(batch)} ${advice}.`
}

/** @param {number} losing @param {number} first */
const lossWords = (losing, first) => {
  if (losing === 0) return `Speculation does not lose at any batch up to ${grouped(MOST)}.`
  if (losing === MOST) return `Plain decoding is faster at every batch up to ${grouped(MOST)}.`
  if (first + losing === MOST + 1)
    return `From batch ${grouped(first)} on plain decoding is faster.`
  return `Plain decoding is faster at ${grouped(losing)} of the ${grouped(MOST)} batches.`
}

/** @param {Setting} now */
export const expertWords = ({ model, k, batch, context }) => {
  const { experts, activeExperts } = model
  if (experts === 1)
    return "This model is dense: a pass reads all of its weights, whatever it covers."
  const all = batch * (k + 1)
  const [few, more] = [batch, all].map((tokens) =>
    rounded(distinctExperts(experts, activeExperts, tokens), 1),
  )
  const [once, checked] = [1, k + 1].map((n) => amount(bytesMoved(model, n, batch, context), "B"))
  return `Each token chooses ${activeExperts} of ${experts} experts in a layer. The ${grouped(batch)} of a plain step reach${batch === 1 ? "es" : ""} ${few} of them and the ${grouped(all)} of a check ${more}, if they choose evenly: ${once} to read, and ${checked}. That is the upper bound; real neighbours share experts.`
}
