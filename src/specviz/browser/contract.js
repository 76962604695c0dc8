// What other pages and scripts may rely on: window.specviz, specviz:change, and messages between frames.
import { values } from "specviz/readings"

/**
 * @param {import("specviz/store").Settings} settings
 */
const detail = (settings) => {
  const { a, k, draft, c, v } = settings
  const { E, speedup } = values(settings)
  return { a, k, draft, c, v, E, speedup }
}

/**
 * @param {HTMLElement} root
 * @param {import("specviz/store").Store} store
 * @param {import("specviz/race").Race} race
 * @param {(problems: string[]) => void} complain
 */
export const wireContract = (root, store, race, complain) => {
  /** @param {unknown} changes */
  const set = (changes) => complain(store.set(changes))
  Object.assign(window, {
    specviz: {
      get: () => {
        const { a, k, draft, c, v } = store.get()
        return { a, k, draft, c, v }
      },
      set,
      play: race.play,
      pause: race.player.pause,
      step: race.player.step,
      replay: race.replay,
    },
  })
  store.subscribe((settings) => {
    document.dispatchEvent(new CustomEvent("specviz:change", { detail: detail(settings) }))
  })
  if (parent !== window) wireFrame(root, store, set)
}

/**
 * @param {HTMLElement} root
 * @param {import("specviz/store").Store} store
 * @param {(changes: unknown) => void} set
 */
const wireFrame = (root, store, set) => {
  // By this window's own function: one that a module takes from a parent of the same origin has,
  // in WebKit, the parent itself as its source.
  /** @param {Record<string, unknown>} message */
  const tell = (message) => postMessage.call(parent, message, { targetOrigin: "*" })
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
