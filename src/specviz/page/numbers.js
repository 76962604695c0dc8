// The numbers: controls, formula and table. They wait for no other part of the page.
import { asked } from "specviz/address"
import { answers } from "specviz/answers"
import { wireSettings } from "specviz/contract"
import { wireControls } from "specviz/controls"
import { wireResults } from "specviz/results"
import settings from "specviz/settings"
import { createStore } from "specviz/store"
import { wireTheme } from "specviz/theme"

export const root = document.documentElement
/** @param {string} id */
export const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id))
/** The settings with which Python rendered the page. */
export const first = JSON.parse(find("specviz-first").textContent ?? "")

export const store = createStore(settings.declared, settings.acceptance, first)

const MOST = 12 // complaints at once; there are fewer settings

/** Shows what is wrong, as text; nothing when all is well. @param {string[]} problems */
export const complain = (problems) => {
  const notice = find("notice")
  const more = problems.length > MOST ? [`And ${problems.length - MOST} more`] : []
  notice.textContent = [...problems.slice(0, MOST), ...more].join(". ")
  notice.hidden = problems.length === 0
}

/** What was wrong with the address. */
export const problems = store.set(asked(location.search, settings.declared))
if (problems.length) complain(problems)
wireTheme(root, store)
wireControls(root, store)
wireResults(root, store)
for (const answer of answers) answer({ root, store })
wireSettings(root, store, complain)
root.dataset.specviz = "numbers"
