// Your own numbers: reads what is pasted or dropped, and says what it means. Nothing is sent.
import { put } from "specviz/put"
import { rounded } from "specviz/rounding"
import { expectedTokens } from "specviz/theory"
import { ENDS, number } from "specviz/yours/cleaning"
import { createReading } from "specviz/yours/fit"
import { compiled } from "specviz/yours/reading"
import { shown } from "specviz/yours/shown"

const SLICE = 12 // ms of reading between two chances for the page to move
const REST = 150 // ms after the last key
const PLAIN = /^[0-9]{1,9}(?:[.,][0-9]{1,9}){0,3}$/

const EXAMPLE = `k, tokens/s, E
off, 57.0,
1, 66.4, 1.87
2, 71.9, 2.50
3, 70.2, 3.06
5, 61.8, 3.41`

/** @typedef {{known: import("specviz/yours/reading").Known, how: import("specviz/yours/fit").How}} Data */

/** @param {import("specviz/section").Page<Data>} page */
export const begin = ({ root, store, announce, data }) => {
  /** @param {string} id */
  const find = (id) => /** @type {HTMLElement} */ (root.querySelector(`#yours-${id}`))
  const paste = /** @type {HTMLTextAreaElement} */ (find("paste"))
  const baseline = /** @type {HTMLInputElement} */ (find("baseline"))
  const speed = /** @type {HTMLInputElement} */ (find("speed"))
  const file = /** @type {HTMLInputElement} */ (find("file"))
  const status = find("status")
  const found = find("found")
  /** @type {import("specviz/yours/reading").Format[] | undefined} */
  let formats
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting
  let generation = 0
  /** What was dropped or opened, in place of what is pasted. @type {File | null} */
  let dropped = null

  /** @param {HTMLInputElement} input */
  const speedIn = (input) => {
    const text = input.value.trim()
    const value = PLAIN.test(text) ? number(text) : Number.NaN
    const good = value >= 0.001 && value <= 1e9
    input.setAttribute("aria-invalid", String(text !== "" && !good))
    return good ? value : null
  }

  /** @param {Partial<import("specviz/store").Settings>} settings @param {string} words */
  const set = (settings, words) => {
    store.set(settings)
    put(status, words)
    announce(words)
  }

  const read = async () => {
    const mine = ++generation
    formats ??= compiled(data.known)
    const reading = createReading(formats, data.how)
    const chunks = dropped ? chunksOf(dropped) : [paste.value]
    let rest = ""
    let empty = true
    let turn = performance.now()
    for await (const chunk of chunks) {
      const lines = (rest + chunk).split(ENDS)
      rest = lines.pop() ?? ""
      for (const line of lines) {
        empty &&= line.trim() === ""
        reading.feed(line)
        if (performance.now() - turn > SLICE) {
          await new Promise((resolve) => setTimeout(resolve))
          if (mine !== generation) return
          turn = performance.now()
        }
      }
    }
    if (mine !== generation) return
    empty &&= rest.trim() === ""
    reading.feed(rest)
    const fit = reading.result(speedIn(baseline), speedIn(speed))
    put(
      status,
      empty || fit.runs.length ? (dropped ? `Read from ${dropped.name}.` : "") : nothing(data),
    )
    found.replaceChildren(...shown(fit, store, set))
  }

  const later = () => {
    clearTimeout(waiting)
    waiting = setTimeout(read, REST)
  }
  /** @param {File | undefined} one */
  const open = (one) => {
    if (!one) return
    dropped = one
    paste.value = ""
    read().catch(() => put(status, `${one.name} could not be read.`))
  }
  paste.addEventListener("input", () => {
    dropped = null
    later()
  })
  for (const input of [baseline, speed]) input.addEventListener("input", later)
  file.addEventListener("change", () => {
    open(file.files?.[0])
    // So that the same file, grown, can be opened again.
    file.value = ""
  })
  root.addEventListener("dragover", (event) => {
    event.preventDefault()
    paste.classList.add("over")
  })
  root.addEventListener("dragleave", () => paste.classList.remove("over"))
  root.addEventListener("drop", (event) => {
    paste.classList.remove("over")
    const [one] = event.dataTransfer?.files ?? []
    if (!one) return
    event.preventDefault()
    open(one)
  })
  root.querySelector("[name=yours-example]")?.addEventListener("click", () => {
    dropped = null
    paste.value = EXAMPLE
    read()
  })
  store.follow(["a", "k"], () => words(root, store))
}

/** @param {import("specviz/section").Early} early */
export const answer = ({ root, store }) =>
  words(/** @type {HTMLElement} */ (root.querySelector("#yours")), store)

/** One pair in the words of several engines. @param {HTMLElement} root @param {import("specviz/store").Store} store */
const words = (root, store) => {
  const { a, k } = store.get()
  const tokens = expectedTokens(a, k)
  const texts = {
    rate: `${rounded((100 * (tokens - 1)) / k, 0)} %`,
    old: rounded(tokens / (k + 1)),
    share: `${rounded((100 * (tokens - 1)) / tokens, 0)} %`,
  }
  for (const [name, text] of Object.entries(texts)) {
    const place = root.querySelector(`[data-yours="${name}"]`)
    if (place) put(place, text)
  }
}

/** @param {Data} data */
const nothing = ({ known }) => {
  const unsaid = ["setting", "status", "plain", "speed"]
  const engines = known.formats
    .filter(({ kind }) => !unsaid.includes(kind))
    .map((row) => row.engine)
  return `Nothing here that a known engine prints. Known are ${[...new Set(engines)].join(", ")}.`
}

/** A file in texts, whatever its encoding. @param {File} file */
async function* chunksOf(file) {
  const start = new Uint8Array(await file.slice(0, 4096).arrayBuffer())
  const decoder = new TextDecoder(encodingOf(start))
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    yield decoder.decode(value, { stream: true })
  }
  yield decoder.decode()
}

/** @param {Uint8Array} start */
const encodingOf = (start) => {
  const half = Math.floor(start.length / 2)
  const zeros = [0, 0]
  for (let i = 0; i < 2 * half; i++) if (start[i] === 0) zeros[i % 2]++
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le"
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be"
  if (half && zeros[1] > 0.4 * half) return "utf-16le"
  return half && zeros[0] > 0.4 * half ? "utf-16be" : "utf-8"
}
