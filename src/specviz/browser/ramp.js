// A diverging palette: even steps in lightness and hue, by straight lines in OKLab (B. Ottosson, 2020). Pure.

/** @typedef {[number, number, number]} Triple */

/** @param {number} x 0..255 */
const linear = (x) => (x > 10.31475 ? ((x / 255 + 0.055) / 1.055) ** 2.4 : x / 3294.6)
/** @param {number} x linear light, 0..1 */
const coded = (x) =>
  Math.round(
    255 * Math.min(1, Math.max(0, x > 0.0031308 ? 1.055 * x ** (1 / 2.4) - 0.055 : 12.92 * x)),
  )

/** @param {Triple[]} matrix @param {Triple} vector @returns {Triple} */
const product = (matrix, [x, y, z]) =>
  /** @type {Triple} */ (matrix.map(([a, b, c]) => a * x + b * y + c * z))

/** @type {Triple[]} */
const CONES = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
/** @type {Triple[]} */
const LAB = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
/** @type {Triple[]} */
const LAB_BACK = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
/** @type {Triple[]} */
const CONES_BACK = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]

/** @param {string} css rgb(…), as computed styles are written */
const lab = (css) => {
  const [r, g, b] = (css.match(/[\d.]+/g) ?? []).map(Number)
  return product(
    LAB,
    /** @type {Triple} */ (product(CONES, [linear(r), linear(g), linear(b)]).map(Math.cbrt)),
  )
}

/** @param {Triple} place */
const hex = (place) => {
  const cones = /** @type {Triple} */ (product(LAB_BACK, place).map((x) => x ** 3))
  return `#${product(CONES_BACK, cones)
    .map((x) => coded(x).toString(16).padStart(2, "0"))
    .join("")}`
}

/**
 * @param {string} low
 * @param {string} middle
 * @param {string} high
 * @param {number} steps to each side; the middle lies between two
 */
export const ramp = (low, middle, high, steps) => {
  const [from, even, to] = [low, middle, high].map(lab)
  /** @param {Triple} end @param {number} i */
  const between = (end, i) =>
    hex(/** @type {Triple} */ (even.map((x, axis) => x + ((end[axis] - x) * (i + 0.5)) / steps)))
  const out = Array.from({ length: steps }, (_, i) => i)
  return [...out.map((i) => between(from, i)).reverse(), ...out.map((i) => between(to, i))]
}
