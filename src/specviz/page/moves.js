// Words that move the picture: a press sets the settings that they name, and a second one, or
// Escape, brings back what was there. Whoever moves a setting meanwhile keeps what he has moved.

const BACK = "moves-back"

/** @param {import("specviz/section").Page} page */
export const begin = ({ root, store, hand }) => {
  const back = wayBack(() => leave())
  /** @type {{button: HTMLElement, set: Record<string, unknown>, before: Record<string, unknown>} | undefined} */
  let active

  /** @param {HTMLElement} button */
  const press = (button) => {
    const set = JSON.parse(button.dataset.set ?? "")
    const now = /** @type {Record<string, unknown>} */ (store.get())
    // What was there before the first of several that follow one another.
    const before = { ...taken(now, Object.keys(set)), ...active?.before }
    forget()
    store.set({ ...before, ...set })
    active = { button, set, before }
    button.setAttribute("aria-pressed", "true")
    const place = document.getElementById(button.dataset.to ?? "")
    back.hidden = !place
    place?.scrollIntoView({ block: "start" })
  }
  const forget = () => {
    active?.button.setAttribute("aria-pressed", "false")
    active = undefined
    back.hidden = true
  }
  const leave = () => {
    if (!active) return
    const { before, button } = active
    forget()
    // What is not laid out while the numbers move cannot take the focus, and what has it stays.
    hand.rest()
    button.focus({ preventScroll: !button.dataset.to })
    store.set(before)
  }

  for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".moves"))) {
    const { to } = button.dataset
    // Where its picture is not on the page, there is nothing to move.
    if (to && !document.getElementById(to)) button.replaceWith(...button.childNodes)
    else
      button.addEventListener("click", () => (active?.button === button ? leave() : press(button)))
  }
  store.subscribe((settings) => {
    if (!active) return
    const now = taken(settings, Object.keys(active.set))
    if (Object.entries(active.set).some(([name, value]) => now[name] !== value)) forget()
  })
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !active) return
    event.preventDefault()
    leave()
  })
}

/**
 * @param {object} settings
 * @param {string[]} names
 * @returns {Record<string, unknown>}
 */
const taken = (settings, names) =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)))

/** For those without an Escape key, while the picture is far from the words. @param {() => void} leave */
const wayBack = (leave) => {
  const button = document.createElement("button")
  button.id = BACK
  button.type = "button"
  button.hidden = true
  button.textContent = "Back to the text"
  button.addEventListener("click", leave)
  document.querySelector("main")?.append(button)
  return button
}
