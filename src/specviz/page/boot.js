// Unpacks the modules, makes them importable by name, and begins with the numbers.
// Bare names through an import map of data: URLs work in every host, offline, also from the
// blob: modules that Bokeh runs, where relative imports fail.
{
  /** @type {typeof import("specviz/unpacked").unpacked} */
  const unpacked = (text) => {
    const packed = atob(text)
    const bytes = new Uint8Array(packed.length)
    for (let i = 0; i < bytes.length; i++) bytes[i] = packed.charCodeAt(i)
    // Not by way of a Blob, which lies in another process of the browser.
    const stream = /** @type {ReadableStream<BufferSource>} */ (new Response(bytes).body)
    return new Response(stream.pipeThrough(new DecompressionStream("deflate")))
  }

  /** @param {string} id */
  const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id))

  const begin = async () => {
    const text = await unpacked(find("specviz-modules").textContent ?? "").text()
    const parts = text.split("\0")
    // The function itself too: bokehjs.js unpacks with it.
    parts.push("unpacked", `export const unpacked = ${unpacked}`)
    /** @type {Record<string, string>} */
    const imports = {}
    for (let i = 0; i < parts.length; i += 2) {
      const code = encodeURIComponent(parts[i + 1])
      imports[`specviz/${parts[i]}`] = `data:text/javascript;charset=utf-8,${code}`
    }
    const map = document.createElement("script")
    map.type = "importmap"
    map.text = JSON.stringify({ imports })
    document.head.append(map)
    await import("specviz/numbers")
    // Compiled while the rest arrives.
    import("specviz/bokehjs")
    await import("specviz/main")
  }

  begin().catch((error) => {
    document.documentElement.dataset.specviz = "error"
    find("notice").textContent = `The page could not start in this browser: ${error.message}`
    find("notice").hidden = false
  })
}
