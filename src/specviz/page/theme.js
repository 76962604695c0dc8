// Colours are declared once, in page.css; canvases read them from there.

/**
 * What a CSS colour is now, in the form that a canvas takes.
 * @param {Element} root
 * @param {string} name of a custom property
 */
export const colour = (root, name) => {
  const probe = document.createElement("i")
  probe.style.cssText = `color: var(--${name}); forced-color-adjust: none; display: none`
  root.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const SMALL = 12.5 // CSS pixels of a figure's labels, where text has its usual size

/**
 * CSS pixels of the labels in figures: they grow with the page's text, and where the page asks
 * for it they are never smaller than the back row can read.
 */
export const labelSize = () => {
  const style = getComputedStyle(document.documentElement)
  const least = Number(style.getPropertyValue("--least-label"))
  return Math.max(least, (SMALL * Number.parseFloat(style.fontSize)) / 16)
}

const NAMES = /** @type {const} */ ([
  "edge",
  "paper",
  "ink",
  "quiet",
  "rule",
  "plain",
  "drafting",
  "target",
  "on-target",
  "band",
  "band-done",
  "pending",
  "accepted",
  "accepted-fill",
  "rejected",
  "rejected-fill",
  "discarded",
  "corrected",
  "corrected-fill",
  "bonus",
  "bonus-fill",
])

/**
 * @param {Element} root
 * @param {readonly string[]} [more] colours that a section has declared for itself
 * @returns {Record<string, string>}
 */
export const palette = (root, more = []) =>
  Object.fromEntries([...NAMES, ...more].map((name) => [name, colour(root, name)]))

/**
 * Light or dark as the settings say, or as the reader's system does.
 * @param {HTMLElement} root
 * @param {import("specviz/store").Store} store
 */
export const wireTheme = (root, store) => {
  const show = () => {
    const { theme } = store.get()
    if (root.dataset.theme !== theme) root.dataset.theme = theme
  }
  // Only then: a notebook around the page may have set another theme before the store knew of it.
  store.follow(["theme"], show)
  show()
}

/**
 * Calls back whenever the colours may have changed.
 * @param {() => void} changed
 */
export const watchTheme = (changed) => {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed)
  matchMedia("(forced-colors: active)").addEventListener("change", changed)
  new MutationObserver(changed).observe(document.documentElement, {
    attributeFilter: ["data-theme"],
  })
}
