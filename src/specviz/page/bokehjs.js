// BokehJS: made ready, and run, once the numbers answer.
import { unpacked } from "specviz/unpacked"

/**
 * What is packed gets an address: a script that has one is compiled in another thread.
 * @param {HTMLScriptElement} source
 */
const run = async (source) => {
  const script = document.createElement("script")
  if (source.dataset.packed === undefined) {
    for (const { name, value } of source.attributes) script.setAttribute(name, value)
    script.text = source.text
  } else {
    const code = await unpacked(source.text).arrayBuffer()
    script.src = URL.createObjectURL(new Blob([code]))
  }
  const arrived =
    script.src &&
    new Promise((resolve, reject) => {
      script.onload = resolve
      script.onerror = () => reject(new Error(`${script.src} could not be loaded`))
    })
  document.head.append(script)
  await arrived
  if (script.src !== source.src) URL.revokeObjectURL(script.src)
}

const begin = async () => {
  // On a slow network the numbers come before the last part of the page, BokehJS.
  if (document.readyState === "loading")
    await new Promise((parsed) => addEventListener("DOMContentLoaded", parsed))
  const kept = /** @type {HTMLTemplateElement | null} */ (document.getElementById("bokeh"))
  if (!kept) return // nothing here is drawn
  for (const source of kept.content.querySelectorAll("script")) await run(source)
  if (!("Bokeh" in window)) throw new Error("BokehJS did not start")
}

/** BokehJS and what the page runs with it: rejected, with the reason, where it could not be had. */
export const bokehjs = begin()
bokehjs.catch(() => undefined) // main.js says so, in words
