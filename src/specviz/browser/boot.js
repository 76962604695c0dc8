// Unpacks the modules and makes them importable by name; the page runs this before anything else.
// Bare names through an import map of data: URLs work in every host, offline, also from the
// blob: modules that Bokeh runs, where relative imports fail.
{
  const packed =
    /** @type {HTMLElement} */ (document.getElementById("specviz-modules")).textContent ?? ""
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0))
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))
  new Response(unpacked).json().then((/** @type {Record<string, string>} */ modules) => {
    const imports = Object.fromEntries(
      Object.entries(modules).map(([name, code]) => [
        `specviz/${name}`,
        `data:text/javascript;charset=utf-8,${encodeURIComponent(code)}`,
      ]),
    )
    const map = document.createElement("script")
    map.type = "importmap"
    map.text = JSON.stringify({ imports })
    const main = document.createElement("script")
    main.type = "module"
    main.text = 'import "specviz/main"'
    document.head.append(map, main)
  })
}
