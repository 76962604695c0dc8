// The keyboard of what plays. Keys never take from a focused control what it needs itself.

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} stage where the keys act; in the slide view, also while nothing has the focus
 * @param {Record<string, () => boolean | void>} actions by key; false where nothing moved
 */
export const wireKeys = (root, stage, actions) => {
  const slide = root.dataset.view === "slide"
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
