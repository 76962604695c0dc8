// "1,000 passes at once": tokens per pass, over the distribution that the formula expects. Mirrors histogram.py.
import { dice } from "specviz/dice"
import { acceptedPerPass, meanAndError } from "specviz/passes"
import { rounded } from "specviz/rounding"
import { expectedTokens, tokensPerPassDistribution } from "specviz/theory"

const PASSES = 1000

/**
 * Tokens of each of a thousand passes.
 * @param {import("specviz/store").Settings} settings
 */
export const sample = ({ a, k, dice: seed }) =>
  acceptedPerPass(dice(seed, PASSES * k), a, k)
    .slice(0, PASSES)
    .map((accepted) => accepted + 1)

/**
 * @param {import("specviz/store").Settings} settings
 * @param {number[]} tokens of each pass
 */
export const bars = ({ a, k }, tokens) => {
  const counted = Array(k + 1).fill(0)
  for (const t of tokens) counted[t - 1] += 1
  const at = counted.map((_, i) => i + 1)
  return {
    seen: { x: at, top: counted.map((n) => n / tokens.length) },
    expected: { x: at, top: tokensPerPassDistribution(a, k) },
  }
}

/**
 * @param {import("specviz/store").Settings} settings
 * @param {number[]} tokens
 */
export const finding = ({ a, k, dice: seed }, tokens) => {
  const [mean, error] = meanAndError(tokens)
  return `1,000 passes with dice ${seed}: ${rounded(mean, 3)} ± ${rounded(error, 3)} tokens per pass (mean ± standard error). Expected: E = ${rounded(expectedTokens(a, k), 3)}.`
}
