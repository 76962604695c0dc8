// The keyboard of the race. Keys never take from a focused control what it needs itself.

/**
 * @param {HTMLElement} root
 * @param {import("specviz/race").Race} race
 * @param {import("specviz/store").Store} store
 */
export const wireKeys = (root, race, store) => {
  const stage = /** @type {HTMLElement} */ (root.querySelector("#race"))
  const slide = root.dataset.view === "slide"
  const flip = () => {
    store.set({ draft: store.get().draft === "aligned" ? "weak" : "aligned" })
    return true
  }
  const stepBack = () => {
    const moved = race.player.place().t > 0
    race.player.back()
    return moved
  }
  /** @type {Record<string, () => boolean | void>} */
  const actions = {
    " ": race.toggle,
    ArrowRight: race.player.step,
    PageDown: race.player.step,
    ArrowLeft: stepBack,
    PageUp: stepBack,
    r: race.replay,
    d: flip,
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return
    const focused = document.activeElement
    const free = focused === null || focused === document.body
    if (!(stage.contains(focused) || (slide && free)) || needed(focused, event.key)) return
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    // A key that moved nothing is left to the page around, say to a deck of slides.
    if (action && action() !== false) event.preventDefault()
  })
}

/**
 * Whether the focused control uses the key itself.
 * @param {Element | null} element
 * @param {string} key
 */
const needed = (element, key) => {
  if (!element) return false
  if (element.matches("input[type=range], input[type=radio], select"))
    return key !== "d" && key !== "r"
  if (element.matches("input, textarea, [contenteditable]")) return true
  return element.matches("button, summary, a") && key === " "
}
