// The race: a run of the settings, played, and shown by the figures and the two texts.

import { label, put } from "specviz/put"
import {
  account,
  caption,
  comparison,
  judged,
  lanesLabel,
  microscopeLabel,
  result,
} from "specviz/race/captions"
import { createPlayer } from "specviz/race/player"
import { played, written } from "specviz/race/scene"
import { identical, write } from "specviz/race/texts"
import { carried, length, momentAt, timeline } from "specviz/race/timeline"
import { rounded } from "specviz/rounding"

/**
 * @typedef {import("specviz/store").Settings} Settings
 * @typedef {import("specviz/race/scene").Scene} Scene
 * @typedef {(scene: Scene) => void} View
 * @typedef {ReturnType<typeof createRace>} Race
 */

/**
 * @param {object} needs
 * @param {HTMLElement} needs.root
 * @param {import("specviz/store").Store} needs.store
 * @param {(prompt: string, draft: string) => import("specviz/race/tokens").Passage} needs.passageOf
 * @param {(text: string) => void} needs.announce
 * @param {import("specviz/hand").Hand} needs.hand
 */
export const createRace = ({ root, store, passageOf, announce, hand }) => {
  /** @param {string} selector */
  const find = (selector) => /** @type {HTMLElement} */ (root.querySelector(selector))
  const reduced = matchMedia("(prefers-reduced-motion: reduce)")
  /** @type {Set<View>} */
  const views = new Set()
  let settings = store.get()
  let passage = passageOf(settings.prompt, settings.draft)
  let { run, words } = played(settings, passage)
  let line = timeline(run)
  let started = 0

  /** @param {number} t @param {boolean} playing */
  const show = (t, playing) => {
    const scene = { run, words, moment: momentAt(line, t) }
    for (const view of views) view(scene)
    showTexts(scene)
    showPlace(scene, playing)
  }
  const player = createPlayer({ show, still: () => reduced.matches, hand })

  /** @param {Scene} scene */
  const showTexts = (scene) => {
    const { plain, speculative } = written(scene, passage.target)
    write(find("#plain-text"), plain)
    write(find("#speculative-text"), speculative)
    const { identical: same, ahead } = comparison(
      plain.length,
      speculative.length,
      identical(plain, speculative),
    )
    const ended = scene.moment.phase === "finish"
    say("#same", same)
    say("#ahead", ended ? "" : ahead)
    say(
      "#race-result",
      ended
        ? result(run, { ...settings, a: settings.kind === "recorded" ? passage.rate : settings.a })
        : "",
    )
  }

  /** @param {Scene} scene @param {boolean} playing */
  const showPlace = ({ moment }, playing) => {
    const pass = run[moment.pass]
    const number = moment.begun ? moment.pass + 1 : 0
    note(root, { pass: number, passes: run.length, playing })
    say(
      "#pass-number",
      moment.phase === "finish" ? `Pass ${number} of ${run.length}` : `Pass ${Math.max(1, number)}`,
    )
    say("#pass-caption", caption(pass, moment))
    say("#pass-account", judged(pass, moment) ? account(pass) : "")
    const button = find('[name="play"]')
    if (button.dataset.playing !== String(playing)) {
      button.dataset.playing = String(playing)
      button.textContent = playing ? "Pause" : "Play"
    }
    const told = microscopeLabel(pass, words[moment.pass], moment)
    label(find("#microscope"), told)
    if (!playing || judged(pass, moment)) label(find("#lanes"), lanesLabel(run, moment))
    tell(told, number, playing)
  }

  let heard = ""
  /** Announces where the reader has stopped, once. @param {string} told @param {number} number @param {boolean} playing */
  const tell = (told, number, playing) => {
    if (playing || !number || told === heard) return
    heard = told
    announce(told)
  }

  /** @param {string} selector @param {string} text */
  const say = (selector, text) => put(find(selector), text)

  const stale = () => {
    const { a } = store.get()
    const byDice = settings.kind === "independent"
    const decides = byDice ? settings.a : passage.rate
    find("#stale").hidden = a === settings.a && byDice
    find('[name="replay-now"]').hidden = !byDice
    say(
      "#stale-words",
      byDice
        ? `This run was played with a = ${rounded(decides)}; the slider has moved to ${rounded(a)}.`
        : `This run is the recorded one: the pair itself decides (measured a = ${rounded(decides)}), not the slider at ${rounded(a)}.`,
    )
  }

  /** Starts a run of the present settings. @param {boolean} playing */
  const start = (playing) => {
    settings = store.get()
    passage = passageOf(settings.prompt, settings.draft)
    ;({ run, words } = played(settings, passage))
    line = timeline(run)
    started += 1
    find("#whole-text").textContent = passage.target.slice(0, length(run)).join("")
    note(root, { run: started, a: settings.a, k: settings.k, seconds: line.total })
    stale()
    player.load(line)
    if (playing && !reduced.matches) player.play()
  }

  /** Other costs: the same outcomes on another scale. */
  const recost = () => {
    const { c, v } = store.get()
    settings = { ...settings, c, v }
    ;({ run, words } = played(settings, passage))
    const after = timeline(run)
    const { t } = player.place()
    const at = carried(line, after, t)
    line = after
    note(root, { seconds: line.total })
    player.load(line, at)
  }

  // Costs first: another run has them from its beginning.
  store.follow(["c", "v"], recost)
  store.follow(["a"], stale)
  store.follow(["k", "draft", "dice", "kind", "prompt"], () => start(true))

  new IntersectionObserver(([{ isIntersecting }]) => player.wake(isIntersecting)).observe(root)

  return {
    start,
    player,
    /** Plays; from the beginning, with the slider's present a, where the run had ended. */
    play: () => (player.place().ended ? start(true) : player.play()),
    toggle: () => {
      if (player.place().playing) player.pause()
      else if (player.place().ended) start(true)
      else player.play()
    },
    replay: () => start(true),
    /** @param {View} view */
    addView: (view) => {
      views.add(view)
    },
  }
}

/** @param {HTMLElement} element @param {Record<string, unknown>} facts */
const note = (element, facts) => {
  for (const [name, fact] of Object.entries(facts))
    if (element.dataset[name] !== String(fact)) element.dataset[name] = String(fact)
}
