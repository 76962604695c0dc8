// The bridge to Python where there is one: keeps the store and the State of a session equal.

const SHARED = /** @type {const} */ (["a", "k", "draft", "c", "v"])

/**
 * @param {import("specviz/store").Store} store
 * @param {import("specviz/store").Settings} first with which Python rendered the page
 * @param {import("specviz/figures").Session} session
 */
export const bridge = (store, first, { state, document }) => {
  let connected = true
  const fromPython = () => store.set(Object.fromEntries(SHARED.map((name) => [name, state[name]])))
  const toPython = () => {
    if (!connected) return
    const settings = store.get()
    const changes = SHARED.filter((name) => state[name] !== settings[name]).map((name) => [
      name,
      settings[name],
    ])
    if (changes.length) state.setv(Object.fromEntries(changes))
  }
  for (const name of SHARED) state.properties[name].change.connect(fromPython)
  // What the reader has set before the session was there goes to Python; the rest may have been
  // set by Python meanwhile.
  const settings = store.get()
  const early = SHARED.filter((name) => settings[name] !== first[name])
  state.setv(Object.fromEntries(early.map((name) => [name, settings[name]])))
  fromPython()
  store.subscribe(toPython)
  // The page goes on alone when the server has gone.
  document.on_event("connection_lost", () => {
    connected = false
  })
}
