// Unpacks the modules and makes them importable by name; the page runs this before anything else.
// Bare names through an import map of data: URLs work in every host, offline, also from the
// blob: modules that Bokeh runs, where relative imports fail.
{
  /** @param {string} id */
  const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id))

  const unpack = async () => {
    const packed = atob(find("specviz-modules").textContent ?? "")
    const bytes = Uint8Array.from(packed, (character) => character.charCodeAt(0))
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))
    const parts = (await new Response(unpacked).text()).split("\0")
    /** @type {Record<string, string>} */
    const imports = {}
    for (let i = 0; i < parts.length; i += 2) {
      const code = encodeURIComponent(parts[i + 1])
      imports[`specviz/${parts[i]}`] = `data:text/javascript;charset=utf-8,${code}`
    }
    const map = document.createElement("script")
    map.type = "importmap"
    map.text = JSON.stringify({ imports })
    const main = document.createElement("script")
    main.type = "module"
    main.text = 'import "specviz/main"'
    document.head.append(map, main)
  }

  unpack().catch((error) => {
    document.documentElement.dataset.specviz = "error"
    find("notice").textContent = `This browser is too old for the controls: ${error.message}`
    find("notice").hidden = false
  })
}
