// Connects everything else to the numbers: the race, the sections and, once BokehJS has run, the figures.
import { wireAnnouncements } from "specviz/announce"
import { bokehjs } from "specviz/bokehjs"
import { bridge } from "specviz/bridge"
import { wirePlaying } from "specviz/contract"
import data from "specviz/data"
import { figure, served, whenNear } from "specviz/figures"
import { wireKeys } from "specviz/keys"
import { wireMoving } from "specviz/moving"
import { complain, find, first, problems, root, store } from "specviz/numbers"
import { PLOTS, wireFindings, wirePair } from "specviz/pair/pair"
import { wirePays } from "specviz/pays/pays"
import { wireMany } from "specviz/race/many"
import { createRace } from "specviz/race/show"
import { wireSource } from "specviz/race/source"
import { wireButtons, wireFigures } from "specviz/race/stage"
import { passages } from "specviz/race/tokens"
import { wireSharing } from "specviz/share"

const { words, figures } = data
const announce = wireAnnouncements(root, store)
wireSource(root, store, words)
const race = createRace({ root, store, passageOf: passages(words), announce })
wireButtons(root, store, race)
wirePlaying(root, race)
wireKeys(root, race, store)
wireSharing(root, store, data.embed)
wireMoving(root, store)

/** Figures that never come are told of once, below. @type {Promise<void>} */
const bokeh = bokehjs.catch(() => new Promise(() => undefined))
/** @param {string} name */
const made = (name) => figure(find(name), figures[name], root)
/** @param {string} name */
const bring = async (name) => {
  await bokeh
  const brought = made(name)
  await brought.appear()
  return brought
}
wireMany(root, store, announce, () => bring("histogram"))
/** The same, once its place comes near the screen. @param {string} name */
const bringNear = async (name) => {
  await new Promise((resolve) => whenNear(find(name), () => resolve(undefined)))
  return bring(name)
}
wirePays(root, store, bringNear)
if (data.pair) {
  const { pair } = data
  wireFindings(root, store, pair)
  Promise.all(PLOTS.map(bringNear)).then((plots) => wirePair(store, pair, plots))
}

const begin = async () => {
  try {
    await bokehjs
    if (root.querySelector("[data-root-id]"))
      served().then((session) => session && bridge(store, first, session))
    const stage = { microscope: made("microscope"), lanes: made("lanes") }
    wireFigures(root, race, stage)
    race.player.draw()
    await Promise.all(Object.values(stage).map(({ appear }) => appear()))
    root.dataset.specviz = "ready"
  } catch (error) {
    root.dataset.specviz = "error"
    const why = error instanceof Error ? error.message : String(error)
    complain([
      ...problems,
      `The figures are missing: ${why}. Numbers, table and texts go on working`,
    ])
  }
  // In a deck the presenter's clicker begins.
  race.start(root.dataset.view !== "slide" || parent === window)
}
begin()
