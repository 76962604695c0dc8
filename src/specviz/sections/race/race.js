// The race begins: its buttons, keys and words at once, its two figures once BokehJS is there.
import { wirePlaying } from "specviz/contract"
import { wireKeys } from "specviz/keys"
import { wireMany } from "specviz/race/many"
import { createRace } from "specviz/race/show"
import { wireSource } from "specviz/race/source"
import { wireButtons, wireFigures } from "specviz/race/stage"
import { passages } from "specviz/race/tokens"

/** @param {import("specviz/section").Page<import("specviz/race/tokens").Excerpt>} page */
export const begin = async ({ root, store, hand, announce, data, bokehjs, make, bring }) => {
  const page = document.documentElement
  wireSource(root, store, data)
  const race = createRace({ root, store, passageOf: passages(data), announce, hand })
  wireButtons(root, store, race)
  wireMany(root, store, announce, () => bring("histogram"))
  const { play, player, replay } = race
  wirePlaying(page, { play, pause: player.pause, step: player.step, replay })
  wireKeys(page, root, actions(race, store))
  try {
    await bokehjs
    const stage = { microscope: make("microscope"), lanes: make("lanes") }
    wireFigures(root, race, stage)
    player.draw()
    await Promise.all(Object.values(stage).map(({ appear }) => appear()))
  } finally {
    // In a deck the presenter's clicker begins.
    race.start(page.dataset.view !== "slide" || parent === window)
  }
}

/**
 * @param {import("specviz/race/show").Race} race
 * @param {import("specviz/store").Store} store
 * @returns {Record<string, () => boolean | void>}
 */
const actions = ({ toggle, player, replay }, store) => {
  const stepBack = () => {
    const moved = player.place().t > 0
    player.back()
    return moved
  }
  return {
    " ": toggle,
    ArrowRight: player.step,
    PageDown: player.step,
    ArrowLeft: stepBack,
    PageUp: stepBack,
    r: replay,
    d: () => {
      store.set({ draft: store.get().draft === "aligned" ? "weak" : "aligned" })
    },
  }
}
