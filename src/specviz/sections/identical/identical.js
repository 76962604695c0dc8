// "Why the text is identical": what Python wrote for the first place, it writes for every other.
import { fillTable, widen } from "specviz/identical/bars"
import { wireDraw } from "specviz/identical/draw"
import { wireMany } from "specviz/identical/many"
import { overlaps, pair, rows } from "specviz/identical/place"
import { along, before, bending, comes, everywhere, here } from "specviz/identical/words"
import { put } from "specviz/put"
import { rounded } from "specviz/rounding"

/** @param {import("specviz/section").Page<import("specviz/identical/place").Recorded>} page */
export const begin = ({ root, store, first, announce, data }) => {
  /** @param {string} selector */
  const find = (selector) => /** @type {HTMLElement} */ (root.querySelector(selector))
  /** @param {string} selector */
  const all = (selector) => [...root.querySelectorAll(selector)]
  /** @param {string} name @param {string} text */
  const say = (name, text) => put(find(`[data-identical="${name}"]`), text)
  /** @param {string} name */
  const chosen = (name) =>
    Number(/** @type {HTMLInputElement} */ (find(`[name="identical-${name}"]:checked`)).value)
  const form = find("form")
  const bend = /** @type {HTMLInputElement} */ (find("#identical-bend"))
  const lines = /** @type {HTMLTableRowElement[]} */ (all("#identical-table tbody tr"))
  const meters = all(".sentence .both")

  const choice = () => ({
    at: chosen("place"),
    temperature: chosen("temperature"),
    draft: store.get().draft,
    bend: bend.valueAsNumber,
  })
  const rate = () => {
    const { draft, temperature } = choice()
    return data.rates[draft][data.temperatures.indexOf(temperature)]
  }
  /** @type {number[]} */
  let chances = []
  const sum = () => {
    chances = overlaps(data, choice())
    for (const [i, meter] of meters.entries()) widen(meter, chances[i])
    say("along", along(chances, store.get()))
    say("everywhere", bend.valueAsNumber === 1 ? everywhere(rate(), data.starts) : "")
    say("rate", rounded(rate()))
    say("bending", bending(bend.valueAsNumber))
    bend.setAttribute("aria-valuetext", bending(bend.valueAsNumber))
  }
  const now = () => {
    const { words } = data.places[choice().at]
    const [p, q] = pair(data, choice())
    return { words, p, q }
  }
  const drawOnce = wireDraw(root, lines, now, announce)
  const drawMany = wireMany(root, now, announce)
  const show = () => {
    const { words, p, q } = now()
    fillTable(lines, words, rows(p, q))
    say("before", before(data.text, choice().at))
    say("here", here(p, q))
    say("comes", comes(words, p, q))
    drawOnce()
    drawMany()
  }
  const update = () => {
    sum()
    show()
  }

  form.addEventListener("input", (event) => {
    const { name } = /** @type {HTMLInputElement} */ (event.target)
    if (name === "identical-place") show()
    else if (name !== "identical-draft") update()
  })
  form.addEventListener("change", () => announce(find(".told").textContent ?? ""))
  find("[name=identical-rate]").addEventListener("click", () =>
    store.set({ a: Number(rounded(rate())) }),
  )
  store.follow(["draft"], update)
  store.follow(["k", "c", "v"], sum)
  // Python wrote what the page began with; an address may have asked for more.
  if (["draft", "k", "c", "v"].some((name) => asked(first, name) !== asked(store.get(), name)))
    update()
}

/** @param {import("specviz/store").Settings} settings @param {string} name */
const asked = (settings, name) => settings[/** @type {"k"} */ (name)]
