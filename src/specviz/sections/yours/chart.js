// The sweep, drawn: measured speedups, and what the fitted costs and the mean a predict.
import { expectedTokens } from "specviz/theory"
import { rounded } from "specviz/yours/findings"

const WIDTH = 480
const HEIGHT = 220
const LEFT = 60
const BOTTOM = 34
const TOP = 12
const FURTHEST = 32 // k up to which it is drawn

/**
 * @typedef {import("specviz/yours/fit").Point} Point
 * @typedef {import("specviz/yours/fit").CostLine} CostLine
 */

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
const drawn = (name, attributes, text) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  if (text !== undefined) element.append(text)
  return element
}

/**
 * @param {Point[]} points the baseline first
 * @param {CostLine | null} costLine
 * @param {import("specviz/yours/fit").Run[]} runs
 */
export const chart = (points, costLine, runs) => {
  const baseline = points.find(({ k }) => k === 0)?.speed
  const measured = points.filter(({ k, speed }) => k > 0 && k <= FURTHEST && speed)
  if (!baseline || measured.length < 2) return []
  const dots = measured.map(({ k, speed }) => ({ k, gain: (speed ?? 0) / baseline }))
  const last = Math.max(...dots.map(({ k }) => k)) + 1
  const rates = runs.flatMap(({ a }) => (a === null ? [] : [a]))
  const a = rates.reduce((sum, one) => sum + one, 0) / rates.length
  const curve =
    costLine && rates.length
      ? Array.from({ length: last }, (_, i) => ({
          k: i + 1,
          gain: expectedTokens(a, i + 1) / (costLine.v + costLine.c * (i + 1)),
        })).filter(({ gain }) => gain > 0 && gain < 100)
      : []
  const most = 1.15 * Math.max(1, ...dots.map(({ gain }) => gain), ...curve.map(({ gain }) => gain))
  /** @param {number} k */
  const x = (k) => LEFT + ((WIDTH - LEFT - 12) * k) / last
  /** @param {number} gain */
  const y = (gain) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * gain) / most
  const told = dots.map(({ k, gain }) => `${rounded(gain)} at k = ${k}`).join(", ")
  const picture = drawn("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
    "aria-label": `Measured speedup by k: ${told}.`,
  })
  const axis = { class: "axis", x1: LEFT, x2: WIDTH - 12, y1: y(0), y2: y(0) }
  picture.append(
    drawn("line", axis),
    drawn("line", { ...axis, class: "plain", y1: y(1), y2: y(1) }),
    drawn("text", { x: LEFT - 8, y: y(1) + 4, "text-anchor": "end" }, "off 1×"),
    drawn("text", { x: WIDTH - 12, y: HEIGHT - 4, "text-anchor": "end" }, "draft length k"),
  )
  const path = curve.map(({ k, gain }) => `${rounded(x(k), 1)},${rounded(y(gain), 1)}`).join(" ")
  if (curve.length) picture.append(drawn("polyline", { class: "line", points: path }))
  for (const { k, gain } of dots)
    picture.append(
      drawn("circle", { class: "dot", cx: x(k), cy: y(gain), r: 5 }),
      drawn("text", { x: x(k), y: HEIGHT - BOTTOM + 16, "text-anchor": "middle" }, String(k)),
      drawn(
        "text",
        { class: "ink", x: x(k), y: y(gain) - 10, "text-anchor": "middle" },
        `${rounded(gain)}×`,
      ),
    )
  const words = document.createElement("p")
  words.className = "legend"
  words.append(
    curve.length
      ? `Rings: measured. Line: E / (v + c k) with the fitted costs and the mean a = ${rounded(a)}. Dashes: off.`
      : "Rings: measured. Dashes: off.",
  )
  return [picture, words]
}
