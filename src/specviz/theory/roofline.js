// Twin of roofline.py: the same operations in the same order give the same bits.
// Inputs come from the section's choices, which have been checked.

import { netSpeedup } from "specviz/theory"

/**
 * Bytes and operations per second.
 * @typedef {{bandwidth: number, peak: number}} Hardware
 */

/**
 * As LanguageModel in roofline.py.
 * @typedef {object} LanguageModel
 * @property {number} parameters
 * @property {number} active
 * @property {number} bytesPerParameter
 * @property {number} layers
 * @property {number} heads
 * @property {number} kvHeads
 * @property {number} headSize
 * @property {number} kvBytes
 * @property {number} experts
 * @property {number} activeExperts
 */

/**
 * Experts of a layer that so many tokens reach; an upper bound.
 * @param {number} experts
 * @param {number} activeExperts
 * @param {number} tokens
 */
export const distinctExperts = (experts, activeExperts, tokens) => {
  let square = 1 - activeExperts / experts
  let missed = 1
  for (let left = tokens; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) missed *= square
    square *= square
  }
  return experts * (1 - missed)
}

/** Weights that so many tokens reach. @param {LanguageModel} model @param {number} tokens */
const weights = (model, tokens) => {
  const { parameters, active, experts, activeExperts } = model
  if (activeExperts === experts) return active
  const expert = (parameters - active) / (experts - activeExperts)
  const rest = active - activeExperts * expert
  return rest + expert * distinctExperts(experts, activeExperts, tokens)
}

/** Bytes that one pass reads. @param {LanguageModel} model */
export const bytesMoved = (model, n = 1, batch = 1, context = 0) => {
  const number = 2 * model.layers * model.kvHeads * model.headSize * model.kvBytes
  return weights(model, n * batch) * model.bytesPerParameter + batch * context * number
}

/** Operations of one pass. @param {LanguageModel} model */
export const operations = (model, n = 1, batch = 1, context = 0) => {
  const positions = n * batch
  const attended = 4 * model.layers * model.heads * model.headSize * context
  return 2 * model.active * positions + attended * positions
}

/** Seconds of one pass. @param {Hardware} hardware @param {LanguageModel} model */
export const passSeconds = (hardware, model, n = 1, batch = 1, context = 0) =>
  Math.max(
    bytesMoved(model, n, batch, context) / hardware.bandwidth,
    operations(model, n, batch, context) / hardware.peak,
  )

/**
 * v, in target steps.
 * @param {Hardware} hardware
 * @param {LanguageModel} model
 * @param {number} k
 */
export const verifyCost = (hardware, model, k, batch = 1, context = 0) =>
  passSeconds(hardware, model, k + 1, batch, context) /
  passSeconds(hardware, model, 1, batch, context)

/**
 * c, in target steps.
 * @param {Hardware} hardware
 * @param {LanguageModel} draft
 * @param {LanguageModel} target
 */
export const draftCost = (hardware, draft, target, batch = 1, context = 0, overhead = 0) =>
  (passSeconds(hardware, draft, 1, batch, context) + overhead) /
  passSeconds(hardware, target, 1, batch, context)

/**
 * Net speedup with the v that hardware, batch and context lead to.
 * @param {Hardware} hardware
 * @param {LanguageModel} model
 * @param {number} a
 * @param {number} k
 * @param {number} c
 * @param {number} batch
 */
export const speedupByBatch = (hardware, model, a, k, c, batch, context = 0) =>
  netSpeedup(a, k, c, verifyCost(hardware, model, k, batch, context))

/**
 * Shortest best draft length; 0 where none gains.
 * @param {Hardware} hardware
 * @param {LanguageModel} model
 * @param {number} a
 * @param {number} c
 * @param {number} batch
 */
export const bestKByBatch = (hardware, model, a, c, batch, context = 0, kMax = 16) => {
  let best = 0
  let most = 1
  for (let k = 1; k <= kMax; k++) {
    const speedup = speedupByBatch(hardware, model, a, k, c, batch, context)
    if (speedup > most) {
      best = k
      most = speedup
    }
  }
  return best
}

/** The turn: first n that is compute-bound. @param {Hardware} hardware @param {LanguageModel} model */
export const computeBoundFrom = (hardware, model, batch = 1, context = 0) => {
  const turned = (/** @type {number} */ n) =>
    operations(model, n, batch, context) / hardware.peak >
    bytesMoved(model, n, batch, context) / hardware.bandwidth
  let low = 0
  let high = 1048576
  if (!turned(high)) return Infinity
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (turned(middle)) high = middle
    else low = middle
  }
  return high
}
