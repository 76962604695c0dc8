// What other pages and scripts may rely on: window.specviz, specviz:change, and messages between frames.
//
// To the parent: {type: "specviz:height", height}, {type: "specviz:change", a, k, draft, c, v, E, speedup}.
// From the parent: {type: "specviz:set", ...settings}.
// Both ways, with the slide view: {type: "specviz:key", key} hands over a key of a presenter's clicker.
// The parent hands over what is pressed while it has the focus; the slide hands over, or back, what
// moves nothing here any more: the parent's cue to go on.
import { needed } from "specviz/keys"
import { values } from "specviz/readings"

/**
 * @param {import("specviz/store").Settings} settings
 */
const detail = (settings) => {
  const { a, k, draft, c, v } = settings
  const { E, speedup } = values(settings)
  return { a, k, draft, c, v, E, speedup }
}

// By this window's own function: one that a module takes from a parent of the same origin has,
// in WebKit, the parent itself as its source.
/** @param {Record<string, unknown>} message */
const tell = (message) => postMessage.call(parent, message, { targetOrigin: "*" })

/**
 * What answers with the numbers.
 * @param {HTMLElement} root
 * @param {import("specviz/store").Store} store
 * @param {(problems: string[]) => void} complain
 */
export const wireSettings = (root, store, complain) => {
  /** @param {unknown} changes */
  const set = (changes) => complain(store.set(changes))
  const get = () => {
    const { a, k, draft, c, v } = store.get()
    return { a, k, draft, c, v }
  }
  Object.assign(window, { specviz: { get, set } })
  store.subscribe((settings) => {
    document.dispatchEvent(new CustomEvent("specviz:change", { detail: detail(settings) }))
  })
  if (parent === window) return
  store.subscribe((settings) => tell({ type: "specviz:change", ...detail(settings) }))
  new ResizeObserver(() =>
    tell({ type: "specviz:height", height: Math.ceil(root.getBoundingClientRect().height) }),
  ).observe(root)
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || typeof data !== "object" || data?.type !== "specviz:set") return
    const { type, ...changes } = data
    set(changes)
  })
}

/**
 * What answers with what plays.
 * @param {HTMLElement} root
 * @param {{play: () => void, pause: () => void, step: () => boolean, replay: () => void}} actions
 */
export const wirePlaying = (root, actions) => {
  const { specviz } = /** @type {any} */ (window)
  Object.assign(specviz, actions)
  if (parent !== window && root.dataset.view === "slide") wireDeck()
}

/** Keys of clickers, the one that darkens the screen included, and the way out to an overview. */
const HANDED = new Set([
  "PageDown",
  "PageUp",
  "ArrowRight",
  "ArrowLeft",
  "ArrowDown",
  "ArrowUp",
  "Escape",
  "b",
  ".",
])

const wireDeck = () => {
  // On the window, which hears a key after everything that might have used it.
  addEventListener("keydown", (event) => {
    const { key, defaultPrevented, ctrlKey, altKey, metaKey } = event
    if (defaultPrevented || ctrlKey || altKey || metaKey || !HANDED.has(key)) return
    if (needed(document.activeElement, key)) return
    event.preventDefault()
    tell({ type: "specviz:key", key })
  })
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.type !== "specviz:key" || !HANDED.has(data.key)) return
    // Pressed outside, it is for the race and not for a control that was used last.
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)
    focused?.blur()
    document.dispatchEvent(
      new KeyboardEvent("keydown", { key: data.key, bubbles: true, cancelable: true }),
    )
  })
}
