// The widget's frame in an app of Panel's, which runs this as the module of a component.

// The draft first: a given after it is not overruled by it.
const SHARED = /** @type {const} */ (["draft", "a", "k", "c", "v"])

/**
 * @param {{model: any}} component
 */
export const render = ({ model }) => {
  const frame = document.createElement("iframe")
  frame.title = "Speculative decoding, to play with"
  frame.style.cssText = "display: block; width: 100%; border: 0"
  frame.style.height = `${model.first_height}px`
  frame.srcdoc = model.srcdoc
  /** @type {Document | undefined} */
  let linked
  let pushing = false

  const toPage = () => {
    const page = /** @type {any} */ (frame.contentWindow)?.specviz
    if (!page) return
    // What Python has set comes back at once, and must not go to Python as if the reader had.
    pushing = true
    page.set(Object.fromEntries(SHARED.map((name) => [name, model[name]])))
    pushing = false
  }
  /** @param {Event} event */
  const toPython = (event) => {
    const { detail } = /** @type {CustomEvent} */ (event)
    if (pushing) return
    for (const name of SHARED) if (model[name] !== detail[name]) model[name] = detail[name]
  }
  /** @param {MessageEvent} event */
  const begun = ({ source, data }) => {
    if (source !== frame.contentWindow || data?.type !== "specviz:height") return
    // The same frame loads a new document when it is moved.
    const page = frame.contentDocument ?? undefined
    if (!page || page === linked) return
    linked = page
    page.addEventListener("specviz:change", toPython)
    toPage()
  }
  addEventListener("message", begun)
  model.on("remove", () => removeEventListener("message", begun))
  model.on([...SHARED], toPage)
  return frame
}
