// The table: four settings to compare with, and the reader's own.
import { put } from "specviz/put"
import { texts, values } from "specviz/readings"

/** @param {import("specviz/section").Early} early */
export const answer = ({ root, store }) => {
  const table = /** @type {HTMLElement} */ (root.querySelector("#settings"))
  const rows = /** @type {HTMLTableRowElement[]} */ ([...table.querySelectorAll("tr[data-a]")])
  const live = /** @type {HTMLTableRowElement} */ (table.querySelector("tr.live"))
  const show = () => {
    const settings = store.get()
    fill(live, values(settings))
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
