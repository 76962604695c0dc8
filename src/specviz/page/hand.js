// Whether the reader's hand moves: while it does, each frame belongs to the numbers.

const REST = 150 // ms, longer than a hand takes from one step of a slider to the next

/**
 * @typedef {ReturnType<typeof createHand>} Hand
 *
 * @param {HTMLElement} root
 * @param {import("specviz/store").Store} store
 */
export const createHand = (root, store) => {
  /** @type {Set<(moves: boolean) => void>} */
  const watchers = new Set()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting
  const tell = () => {
    for (const watch of watchers) watch(resting !== undefined)
  }
  const rest = () => {
    clearTimeout(resting)
    if (resting === undefined) return
    resting = undefined
    tell()
  }
  store.subscribe(() => {
    const moved = resting !== undefined
    clearTimeout(resting)
    resting = setTimeout(rest, REST)
    if (!moved) tell()
  })
  // What is not laid out while the hand moves cannot take the focus, and this key may be Tab.
  root.addEventListener("keydown", rest, true)
  return {
    moves: () => resting !== undefined,
    /** Now, before something off the screen is to take the focus. */
    rest,
    /** Calls when the hand begins to move, and when it rests. @param {(moves: boolean) => void} watch */
    watch: (watch) => {
      watchers.add(watch)
    },
  }
}
