// The numbers of the page, as text and in full: a function of the settings. Twin of readings.py.
import { rounded } from "specviz/rounding"
import { acceptedShare, expectedTokens, netSpeedup, power } from "specviz/theory"

/** @param {import("specviz/store").Settings} settings */
export const values = ({ a, k, c, v }) => ({
  a,
  k,
  c,
  v,
  power: power(a, k),
  E: expectedTokens(a, k),
  speedup: netSpeedup(a, k, c, v),
  cost: v + k * c,
  share: acceptedShare(a, k),
})

/**
 * @typedef {ReturnType<typeof values>} Values
 * @param {Values} of
 * @returns {Record<string, string>}
 */
export const texts = ({ a, k, c, v, power, E, speedup, cost, share }) => ({
  a: rounded(a),
  k: String(k),
  c: rounded(c),
  v: rounded(v),
  "k+1": String(k + 1),
  "1-a": rounded(1 - a),
  power: rounded(power, 3),
  "1-power": rounded(1 - power, 4),
  E: rounded(E),
  "E in full": rounded(E, 4),
  cost: rounded(cost),
  speedup: `${rounded(speedup)}×`,
  share: `${rounded(100 * share, 0)} %`,
})
