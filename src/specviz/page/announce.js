// Politely, and not at every frame of a drag: what a reader who cannot see the page would want to hear.
import { texts, values } from "specviz/readings"

/**
 * @param {HTMLElement} root
 * @param {import("specviz/store").Store} store
 * @returns {(text: string) => void} says something else
 */
export const wireAnnouncements = (root, store) => {
  const live = /** @type {HTMLElement} */ (root.querySelector("#announcement"))
  /** @param {string} text */
  const say = (text) => {
    live.textContent = text
  }
  const announce = () => {
    const { a, k, E, speedup } = texts(values(store.get()))
    say(`With a = ${a} and k = ${k}: ${E} tokens per pass, net speedup ${speedup}`)
  }
  // What is held by a pointer is still being dragged; "change" comes when it is let go.
  store.subscribe(() => {
    if (!root.querySelector("input:active, .figure:active")) announce()
  })
  root.addEventListener("change", (event) => {
    if (event.target instanceof Element && event.target.matches("[data-setting]")) announce()
  })
  return say
}
