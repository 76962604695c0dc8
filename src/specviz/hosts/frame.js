// Fits the frame that carries this page to its content, and the page to the theme around it.
// From within, since notebooks do not all run a script that stands beside the frame.
{
  const frame = /** @type {HTMLElement | null} */ (window.frameElement)
  const root = document.documentElement

  /** @param {HTMLElement} outside */
  const fit = (outside) => {
    new ResizeObserver(() => {
      outside.style.height = `${Math.ceil(root.getBoundingClientRect().height)}px`
    }).observe(root)
    // Hosts name their themes each in its own way; the colour of their text tells it everywhere.
    const follow = () => {
      const theme = light(getComputedStyle(outside).color) ? "dark" : "light"
      const page = /** @type {any} */ (window).specviz
      if (page) page.set({ theme })
      else root.dataset.theme = theme
    }
    new MutationObserver(follow).observe(root, { attributeFilter: ["data-specviz"] })
    const switched = new MutationObserver(follow)
    const { documentElement, body } = outside.ownerDocument
    for (const element of [documentElement, body]) switched.observe(element, { attributes: true })
    // A host that fades between its themes is half-way when it says so.
    root.addEventListener("pointerenter", follow)
    // The host outlives the frame, and would keep all of it.
    addEventListener("pagehide", () => switched.disconnect())
    follow()
  }

  /** @param {string} colour as CSS writes it, in whatever colour space */
  const light = (colour) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d")
    if (!canvas) return false
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return red + green + blue > (3 * 255) / 2
  }

  // Null where the host keeps its frames apart.
  if (frame) fit(frame)
}
