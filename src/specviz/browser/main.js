// Connects everything: the numbers first, then, once BokehJS has run, the figures.
import { asked } from "specviz/address"
import { wireAnnouncements } from "specviz/announce"
import { bridge } from "specviz/bridge"
import { wireContract } from "specviz/contract"
import { wireControls } from "specviz/controls"
import data from "specviz/data"
import { figure, runBokeh, served, whenNear } from "specviz/figures"
import { wireKeys } from "specviz/keys"
import { wireMany } from "specviz/many"
import { PLOTS, wireFindings, wirePair } from "specviz/pair"
import { wirePays } from "specviz/pays"
import { createRace } from "specviz/race"
import { wireResults } from "specviz/results"
import { wireSharing } from "specviz/share"
import { wireSource } from "specviz/source"
import { wireButtons, wireFigures } from "specviz/stage"
import { createStore } from "specviz/store"
import { wireTheme } from "specviz/theme"
import { passages } from "specviz/tokens"

const root = document.documentElement
/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id))
const { declared, acceptance, words, figures } = data
/** The settings with which Python rendered the page. */
const first = JSON.parse(find("specviz-first").textContent ?? "")

const store = createStore(declared, acceptance, first)

const MOST = 12 // complaints at once; there are fewer settings

/** Shows what is wrong, as text; nothing when all is well. @param {string[]} problems */
const complain = (problems) => {
  const notice = find("notice")
  const more = problems.length > MOST ? [`And ${problems.length - MOST} more`] : []
  notice.textContent = [...problems.slice(0, MOST), ...more].join(". ")
  notice.hidden = problems.length === 0
}

const problems = store.set(asked(location.search, declared))
complain(problems)
wireTheme(root, store)
wireControls(root, store)
wireResults(root, store)
const announce = wireAnnouncements(root, store)
wireSource(root, store, words)
const race = createRace({ root, store, passageOf: passages(words), announce })
wireButtons(root, store, race)
wireContract(root, store, race, complain)
wireKeys(root, race, store)
wireSharing(root, store, data.embed)

/** @type {(arrived: boolean) => void} */
let arrive
/** Whether BokehJS has run. @type {Promise<boolean>} */
const bokeh = new Promise((resolve) => {
  arrive = resolve
})
/** @param {string} name */
const bring = async (name) => {
  await bokeh
  return figure(find(name), figures[name], root)
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
root.dataset.specviz = "numbers"

const begin = async () => {
  // On a slow network the first paint comes before the last part of the page, BokehJS.
  if (document.readyState === "loading")
    await new Promise((parsed) => addEventListener("DOMContentLoaded", parsed))
  try {
    await runBokeh(/** @type {HTMLTemplateElement} */ (find("bokeh")))
    arrive(true)
    if (root.querySelector("[data-root-id]"))
      served().then((session) => session && bridge(store, first, session))
    const [microscope, lanes] = await Promise.all([bring("microscope"), bring("lanes")])
    wireFigures(root, race, { microscope, lanes })
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
// After the first paint, so that the numbers are there before BokehJS takes its time.
requestAnimationFrame(() => setTimeout(begin))
