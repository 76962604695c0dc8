// The keyboard of the race. Keys never take from a focused control what it needs itself.

/**
 * @param {HTMLElement} root
 * @param {import("specviz/race/show").Race} race
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
  if (slide) freeAfterPointing()
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
 * Gives the keys back to the race once a control has been pointed at, or the presenter's clicker
 * would go on moving the slider. Who came to the control by keyboard stays there.
 */
const freeAfterPointing = () => {
  document.addEventListener("click", ({ detail, target }) => {
    if (detail === 0 || !(target instanceof Element) || target.closest("select")) return
    // A click on a label moves the focus only after its listeners.
    setTimeout(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur())
  })
}

/**
 * Whether the focused control uses the key itself.
 * @param {Element | null} element
 * @param {string} key
 */
export const needed = (element, key) => {
  if (!element) return false
  if (element.matches("input[type=range], input[type=radio]")) return key.length > 1 || key === " "
  // A list finds its entries by their letters.
  if (element.matches("input, select, textarea, [contenteditable]")) return true
  return element.matches("button, summary, a") && key === " "
}
