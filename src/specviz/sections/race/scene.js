// What a run of the settings is, and what of it is to be seen at a moment. Pure.
import { dice } from "specviz/dice"
import { independent, recorded, run as runOf } from "specviz/passes"
import { fallen, length } from "specviz/race/timeline"

/**
 * @typedef {import("specviz/passes").Pass} Pass
 * @typedef {import("specviz/store").Settings} Settings
 * @typedef {object} Scene what the figures and the texts show
 * @property {Pass[]} run
 * @property {import("specviz/race/timeline").Moment} moment
 * @property {{drafted: string[], emitted: string[]}[]} words a pair of lists a pass
 */

const TOKENS = 32 // the race goes on until this many are written, and to the end of that pass

/**
 * The run that these settings ask for.
 * @param {Settings} settings
 * @param {import("specviz/race/tokens").Passage} passage
 * @returns {{run: Pass[], words: Scene["words"]}}
 */
export const played = ({ a, k, c, v, dice: seed, kind }, passage) => {
  // No more dice are examined than tokens are emitted.
  const verdict =
    kind === "recorded" ? recorded(passage.agrees, k) : independent(dice(seed, TOKENS + k), a, k)
  const run = runOf(verdict, k, TOKENS, c, v)
  const words = run.map(({ first, drafted, accepted, emitted }) => ({
    drafted: passage.drafted(first, accepted, drafted),
    emitted: passage.target.slice(first, first + emitted),
  }))
  return { run, words }
}

/**
 * Tokens of both texts at a moment: the lower one is what its passes have let through and added.
 * @param {Scene} scene
 * @param {string[]} target
 */
export const written = ({ run, words, moment }, target) => {
  const plain = Math.min(length(run), Math.floor(moment.clock + 1e-9))
  const emitted = run.slice(0, moment.pass + 1).flatMap((pass, i) => {
    const kept = words[i].drafted.slice(0, pass.accepted)
    const own = { text: words[i].emitted[pass.accepted], outcome: pass.own }
    return [...kept.map((text) => ({ text, outcome: "accepted" })), own]
  })
  const current = run[moment.pass]
  return {
    plain: target.slice(0, plain).map((text) => ({ text, outcome: "plain" })),
    speculative: emitted.slice(0, current.first + fallen(current, moment)),
  }
}
