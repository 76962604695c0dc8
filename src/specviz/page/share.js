// The address follows the settings, and links and embed code carry them.
import { address } from "specviz/address"

const PAUSE = 300 // ms; browsers limit how often an address may change

/**
 * @param {HTMLElement} root
 * @param {import("specviz/store").Store} store
 * @param {string} snippet the embed code, with %URL% where the address goes
 */
export const wireSharing = (root, store, snippet) => {
  const link = () => address(location.href, store.get())
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pending
  store.subscribe(() => {
    clearTimeout(pending)
    pending = setTimeout(() => follow(link()), PAUSE)
  })
  // An older entry of the history names the settings of its time.
  addEventListener("popstate", () => follow(link()))
  const shown = /** @type {HTMLTextAreaElement | null} */ (root.querySelector("#copied"))
  if (!shown) return
  /** @param {string} text @param {HTMLElement} button */
  const copy = async (text, button) => {
    shown.hidden = false
    shown.value = text
    shown.setAttribute("aria-label", button.textContent ?? "")
    shown.select()
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    say(done ? "Copied." : "Selected, to be copied.")
  }
  /** @param {string} text */
  const say = (text) => {
    const status = root.querySelector("#copy-status")
    if (status) status.textContent = text
  }
  const texts = {
    "copy-link": link,
    "copy-embed": () => snippet.replace("%URL%", () => link().replace(/&/g, "&amp;")),
  }
  for (const [name, text] of Object.entries(texts)) {
    const button = /** @type {HTMLElement} */ (root.querySelector(`button[name="${name}"]`))
    button.addEventListener("click", () => copy(text(), button))
  }
}

/**
 * Takes the place of the present entry in the history: a drag leaves no trail behind it.
 * @param {string} url
 */
const follow = (url) => {
  try {
    history.replaceState(history.state, "", url)
  } catch {
    // An address that may not change, as that of a frame without one, stays as it is.
  }
}
