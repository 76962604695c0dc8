// Has Bokeh draw in SVG instead of on a canvas, so that print stays sharp at any size.
{
  let arrived
  const drawnAsLines =
    (embed) =>
    (item, ...rest) => {
      for (const root of item.doc.roots) root.attributes.output_backend = "svg"
      return embed(item, ...rest)
    }
  // Bokeh's own objects are sealed, so a stand-in answers in their place.
  const standIn = (object, name, value) =>
    new Proxy({}, { get: (_, asked) => (asked === name ? value : object[asked]) })
  Object.defineProperty(window, "Bokeh", {
    configurable: true,
    get: () => arrived,
    set: (bokeh) => {
      const embed = standIn(bokeh.embed, "embed_item", drawnAsLines(bokeh.embed.embed_item))
      arrived = standIn(bokeh, "embed", embed)
    },
  })
}
