// The numbers on the page: outputs, worked formula, table. They need the store and nothing else.
import { put } from "specviz/put"
import { texts, values } from "specviz/readings"

/**
 * @param {HTMLElement} root
 * @param {import("specviz/store").Store} store
 */
export const wireResults = (root, store) => {
  const shown = /** @type {HTMLElement[]} */ ([
    ...root.querySelectorAll('[data-show]:not([data-show="dice"])'),
  ])
  const rows = /** @type {HTMLTableRowElement[]} */ ([
    ...root.querySelectorAll("#settings tr[data-a]"),
  ])
  const live = /** @type {HTMLTableRowElement} */ (root.querySelector("#settings tr.live"))
  const show = () => {
    const settings = store.get()
    const now = values(settings)
    const text = texts(now)
    for (const element of shown) {
      put(element, text[/** @type {string} */ (element.dataset.show)])
      if (element instanceof HTMLOutputElement)
        element.dataset.value = String(/** @type {Record<string, number>} */ (now)[element.name])
    }
    fill(live, now)
    root.classList.toggle("certain", settings.a === 1)
    root.classList.toggle("slower", now.speedup < 1)
    for (const row of rows)
      row.classList.toggle(
        "chosen",
        Number(row.dataset.a) === settings.a && Number(row.dataset.k) === settings.k,
      )
  }
  for (const row of rows) {
    row.addEventListener("click", () =>
      store.set({ a: Number(row.dataset.a), k: Number(row.dataset.k) }),
    )
  }
  const compare = () => {
    const settings = store.get()
    for (const row of rows)
      fill(row, values({ ...settings, a: Number(row.dataset.a), k: Number(row.dataset.k) }))
  }
  store.subscribe(show)
  store.follow(["c", "v"], compare)
  show()
  compare()
}

/** @param {HTMLTableRowElement} row @param {import("specviz/readings").Values} of */
const fill = (row, of) => {
  const text = texts(of)
  for (const cell of row.querySelectorAll("[data-col]"))
    put(cell, text[/** @type {HTMLElement} */ (cell).dataset.col ?? ""])
}
