// While the numbers move, the browser need not lay out what is off the screen. It is written all
// the same, and shows as soon as they rest.
import { REST } from "specviz/race/player"

const PARTS = ".controls, section, #race .figure"

/**
 * @param {HTMLElement} root
 * @param {import("specviz/store").Store} store
 */
export const wireMoving = (root, store) => {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        target.classList.toggle("away", !isIntersecting)
    },
    { rootMargin: "100px" },
  )
  for (const part of root.querySelectorAll(PARTS)) observer.observe(part)
  /** @type {number | undefined} */
  let resting
  const rest = () => {
    clearTimeout(resting)
    resting = undefined
    root.classList.remove("moving")
  }
  store.subscribe(() => {
    if (resting === undefined) root.classList.add("moving")
    clearTimeout(resting)
    resting = setTimeout(rest, REST)
  })
  // What is not laid out cannot take the focus, and this key may be Tab.
  root.addEventListener("keydown", rest, true)
}
