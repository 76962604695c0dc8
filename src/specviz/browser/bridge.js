// The bridge to Python where there is one: Bokeh runs this with the session's State, as a module.
import { first, store } from "specviz/main"

const SHARED = /** @type {const} */ (["a", "k", "draft", "c", "v"])

/**
 * @param {{state: any}} args
 * @param {any} document the session's
 */
export default ({ state }, document) => {
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
