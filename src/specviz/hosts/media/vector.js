// Has Bokeh draw in SVG instead of on a canvas, so that print stays sharp at any size.
{
  let arrived
  const drawnAsLines =
    (show) =>
    (figure, ...rest) => {
      for (const root of figure.roots()) root.output_backend = "svg"
      return show(figure, ...rest)
    }
  // Bokeh's own objects are sealed, so a stand-in answers in their place.
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
