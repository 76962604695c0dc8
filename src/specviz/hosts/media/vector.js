// Has Bokeh draw in SVG instead of on a canvas, so that print stays sharp at any size.
{
  /** @type {any} */
  let arrived
  const drawnAsLines =
    (/** @type {(figure: any, ...rest: any[]) => unknown} */ show) =>
    (/** @type {any} */ figure, /** @type {any[]} */ ...rest) => {
      for (const root of figure.roots()) root.output_backend = "svg"
      return show(figure, ...rest)
    }
  /**
   * Bokeh's own objects are sealed, so a stand-in answers in their place.
   * @param {any} object
   * @param {string} name
   * @param {unknown} value
   */
  const standIn = (object, name, value) =>
    new Proxy({}, { get: (_, asked) => (asked === name ? value : object[asked]) })
  Object.defineProperty(window, "Bokeh", {
    configurable: true,
    get: () => arrived,
    set: (bokeh) => {
      const { add_document_standalone: show } = bokeh.embed
      const embed = standIn(bokeh.embed, "add_document_standalone", drawnAsLines(show))
      arrived = standIn(bokeh, "embed", embed)
    },
  })
}
