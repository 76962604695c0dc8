// What the paper measured against what the formula says. Pure. Mirrors predictions.py.
import { netSpeedup } from "specviz/theory"

/**
 * @typedef {object} Row
 * @property {string} task
 * @property {string} draft
 * @property {number} a
 * @property {number} k
 * @property {number} c
 * @property {number} measured
 */

/** @type {Record<string, string>} */
const SHAPES = { small: "circle", base: "triangle", large: "square" }

/**
 * @param {Row[]} rows
 * @param {Row | undefined} chosen
 * @param {Record<string, string>} colours
 */
export const predictions = (rows, chosen, colours) => {
  const picked = chosen ? [chosen] : []
  /** @param {Row} row */
  const predicted = ({ a, k, c }) => netSpeedup(a, k, c)
  /** @param {Row} row */
  const actual = (row) => row.measured
  return {
    settings: {
      x: rows.map(predicted),
      y: rows.map(actual),
      marker: rows.map(({ draft }) => SHAPES[draft]),
      fill: rows.map(({ task }) => (task === "EnDe" ? colours.target : colours.paper)),
      line: rows.map(() => colours.target),
    },
    chosen: { x: picked.map(predicted), y: picked.map(actual) },
  }
}
