// The numbers on the page: outputs, the worked formula, every word that is one. They need the store and nothing else.
import { put } from "specviz/put"
import { texts, values } from "specviz/readings"

/**
 * @param {HTMLElement} root
 * @param {import("specviz/store").Store} store
 */
export const wireResults = (root, store) => {
  const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-show]")])
  const show = () => {
    const settings = store.get()
    const now = values(settings)
    const text = texts(now)
    for (const element of shown) {
      put(element, text[/** @type {string} */ (element.dataset.show)])
      if (element instanceof HTMLOutputElement)
        element.dataset.value = String(/** @type {Record<string, number>} */ (now)[element.name])
    }
    root.classList.toggle("certain", settings.a === 1)
    root.classList.toggle("slower", now.speedup < 1)
  }
  const known = texts(values(store.get()))
  const shown = all.filter(({ dataset }) => Object.hasOwn(known, dataset.show ?? ""))
  store.subscribe(show)
  show()
}
