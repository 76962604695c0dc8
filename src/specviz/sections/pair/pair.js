// A real pair beside the formula: what was measured, drawn for the chosen draft and k. Mirrors pair.py.
import { put } from "specviz/put"
import { rounded } from "specviz/rounding"

/**
 * @typedef {[mean: number, error: number][]} Measured
 * @typedef {object} Findings as recording/findings.py made them
 * @property {number} rate
 * @property {number[]} expected
 * @property {Measured} tokens
 * @property {Measured} reached
 * @property {Measured} conditional
 * @property {string[]} at
 * @property {string} verdict
 */

/** The three plots, by element. */
const PLOTS = /** @type {const} */ (["pair-tokens", "pair-reached", "pair-conditional"])

/**
 * What each of the three plots compares: the measured and the formula, by k or by position.
 * @param {Findings} of
 */
export const compared = ({ rate, expected, tokens, reached, conditional }) => {
  let power = 1
  const powers = reached.map(() => {
    power *= rate
    return power
  })
  return [
    { seen: tokens, formula: expected },
    { seen: reached, formula: powers },
    { seen: conditional, formula: conditional.map(() => rate) },
  ]
}

/**
 * Columns of every source of one plot.
 * @param {{seen: Measured, formula: number[]}} of
 * @param {number} k
 */
export const columns = ({ seen, formula }, k) => {
  const x = seen.map((_, i) => i + 1)
  return {
    formula: { x: formula.map((_, i) => i + 1), y: formula },
    errors: { x, low: seen.map(([mean, e]) => mean - e), high: seen.map(([mean, e]) => mean + e) },
    seen: { x, y: seen.map(([mean]) => mean) },
    yours: { x: x.slice(k - 1, k), y: seen.slice(k - 1, k).map(([mean]) => mean) },
  }
}

const WHAT = ["tokens per pass", "reached and accepted", "accepted once reached"]

/**
 * One plot in words.
 * @param {number} which
 * @param {string} draft
 * @param {{seen: Measured, formula: number[]}} of
 */
export const label = (which, draft, { seen, formula }) => {
  const last = seen.length - 1
  /** @param {number} i */
  const pair = (i) => `${rounded(seen[i][0])} measured, ${rounded(formula[i])} by the formula`
  const along = which === 0 ? "k" : "position"
  return `${draft} draft, ${WHAT[which]}. At ${along} 1: ${pair(0)}. At ${along} ${last + 1}: ${pair(last)}.`
}

/**
 * @param {import("specviz/store").Store} store
 * @param {Record<string, Findings>} found by draft
 * @param {import("specviz/figures").Figure[]} figures in the order of PLOTS
 */
const wirePair = (store, found, figures) => {
  const draw = () => {
    const { draft, k } = store.get()
    compared(found[draft]).forEach((of, which) => {
      const { element, fill } = figures[which]
      for (const [name, data] of Object.entries(columns(of, k))) fill(name, data)
      element.setAttribute("aria-label", label(which, draft, of))
    })
  }
  store.follow(["draft", "k"], draw)
  draw()
}

/**
 * The sentences, which need no figure.
 * @param {HTMLElement} root
 * @param {import("specviz/store").Store} store
 * @param {Record<string, Findings>} found
 */
const wireFindings = (root, store, found) => {
  const say = () => {
    const { draft, k } = store.get()
    const { at, verdict } = found[draft]
    for (const [name, text] of Object.entries({ draft, at: at[k - 1], verdict })) {
      const element = root.querySelector(`[data-pair="${name}"]`)
      if (element) put(element, text)
    }
  }
  store.follow(["draft", "k"], say)
  say()
}

/** @param {import("specviz/section").Page<Record<string, Findings>>} page */
export const begin = async ({ root, store, data, bringNear }) => {
  wireFindings(root, store, data)
  wirePair(store, data, await Promise.all(PLOTS.map(bringNear)))
}
