// The words of the race: what the recorded pair wrote, unpacked. The packing is that of recording.py's excerpt.

/**
 * @typedef {object} Excerpt
 * @property {string} alphabet
 * @property {number} common
 * @property {string[]} vocabulary
 * @property {Record<string, {rate: number, origin: string}>} drafts
 * @property {Record<string, {kind: string, title: string, text: string, target: string, drafts: Record<string, {agrees: string, rejected: string[]}>}>} prompts
 *
 * @typedef {object} Passage one prompt with one draft
 * @property {number} rate the measured a of the draft
 * @property {string[]} target
 * @property {boolean[]} agrees where the draft chooses as the target does
 * @property {(first: number, accepted: number, k: number) => string[]} drafted words of a pass whose verdict was that
 */

/**
 * @param {Excerpt} excerpt
 * @returns {(prompt: string, draft: string) => Passage}
 */
export const passages = ({ alphabet, common, vocabulary, prompts, drafts: pair }) => {
  /** @param {string} packed */
  const words = (packed) => {
    const found = []
    for (let i = 0; i < packed.length; i++) {
      let token = alphabet.indexOf(packed[i])
      if (token >= common) {
        token = common + (token - common) * alphabet.length + alphabet.indexOf(packed[++i])
      }
      found.push(vocabulary[token])
    }
    return found
  }
  return (prompt, draft) => {
    const { target, drafts } = prompts[prompt]
    const { agrees, rejected } = drafts[draft]
    const text = words(target)
    return {
      rate: pair[draft].rate,
      target: text,
      agrees: [...agrees].map((mark) => mark === "1"),
      drafted: (first, accepted, k) => {
        const end = first + accepted
        const behind = accepted < k ? words(rejected[end]).slice(0, k - accepted) : []
        return [...text.slice(first, end), ...behind]
      },
    }
  }
}
