// The words of the race: what the recorded pair wrote. Twin of the packing in recording.py.

/**
 * @typedef {object} Passage one prompt with one draft
 * @property {string[]} target
 * @property {boolean[]} agrees
 * @property {(first: number) => string[]} continuation the draft's own, from the true text
 * @property {(first: number, accepted: number, k: number) => string[]} drafted words of a pass with that many accepted
 */

/**
 * @param {any} words
 * @returns {(prompt: string, draft: string) => Passage}
 */
export const passages = (words) => (prompt, draft) => {
  const { target, drafts } = words.prompts.find((/** @type {any} */ it) => it.name === prompt)
  const { continuation, rejected } = drafts[draft]
  return {
    target,
    agrees: target.map((/** @type {string} */ t, /** @type {number} */ i) => continuation[i]?.[0] === t),
    continuation: (first) => continuation[first],
    drafted: (first, accepted, k) => [...target.slice(first, first + accepted), ...(accepted < k ? rejected[first + accepted].slice(0, k - accepted) : [])],
  }
}
