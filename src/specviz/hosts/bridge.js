// The bridge to Python where there is one: keeps the store and the State of a session equal.

const PATIENCE = 60_000 // ms for a session to arrive
const PAUSE = 50 // ms between two looks

/**
 * The State that a server shares with this page. Looked for, since Bokeh would compile a callback
 * from text, which a Content-Security-Policy may forbid.
 * @typedef {{state: any, document: any}} Session
 * @returns {Promise<Session | undefined>} nothing where no session arrives
 */
const served = async () => {
  const { documents } = /** @type {any} */ (window).Bokeh
  for (let waited = 0; waited < PATIENCE; waited += PAUSE) {
    for (const document of documents) {
      const state = document.roots().find((/** @type {any} */ it) => it.type.endsWith(".State"))
      if (state) return { state, document }
    }
    await new Promise((again) => setTimeout(again, PAUSE))
  }
  return undefined
}

const SHARED = /** @type {const} */ (["a", "k", "draft", "c", "v"])

/**
 * @param {import("specviz/store").Store} store
 * @param {import("specviz/store").Settings} first with which Python rendered the page
 * @param {Session} session
 */
const bridge = (store, first, { state, document }) => {
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

/** @param {import("specviz/section").Page} page */
export const begin = async ({ store, first, bokehjs }) => {
  await bokehjs.catch(() => new Promise(() => undefined)) // said elsewhere
  const session = await served()
  if (session) bridge(store, first, session)
}
