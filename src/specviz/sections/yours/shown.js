// What was read, as elements; every word of it a text node, never markup from a paste.
import { chart } from "specviz/yours/chart"
import { rounded } from "specviz/yours/findings"

/**
 * @typedef {import("specviz/yours/fit").Fit} Fit
 * @typedef {import("specviz/yours/fit").Run} Run
 * @typedef {Partial<import("specviz/store").Settings>} Some
 * @typedef {(settings: Some, words: string) => void} Set
 */

const LEAST_V = 0.5 // what the page's sliders can be set to
const MOST_V = 8
const MOST_K = 16
const MOST_RUNS = 20

/** @param {string} name @param {(Node | string)[]} children */
const made = (name, ...children) => {
  const element = document.createElement(name)
  element.append(...children)
  return element
}

/** @param {string} kind @param {(Node | string)[]} children */
const aside = (kind, ...children) => {
  const element = made("p", ...children)
  element.className = kind
  return element
}

/**
 * The elements that say what a fit says.
 * @param {Fit} fit
 * @param {import("specviz/store").Store} store
 * @param {Set} set
 */
export const shown = (fit, store, set) => {
  const several = fit.sweep.points.length > 2
  const rows = several ? fit.runs.filter(({ format }) => format === "table") : []
  const runs = fit.runs.filter((run) => !rows.includes(run)).slice(0, MOST_RUNS)
  const parts = [
    ...(several ? sweep(fit) : []),
    ...(rows.length ? together(rows, fit, store, set) : []),
    ...runs.flatMap((run) => [...one(run, several), ...button(run, fit, store, set)]),
  ]
  const more = fit.runs.length - rows.length - runs.length
  if (more > 0) parts.push(aside("aside", `… and ${more} more runs.`))
  return parts
}

/** Rows of a table, of which the sweep has said the rest. @param {Run[]} rows @param {Fit} fit @param {import("specviz/store").Store} store @param {Set} set */
const together = (rows, fit, store, set) => {
  const said = rows.flatMap(({ k, says }) =>
    says
      .filter(({ name }) => name !== "no-baseline")
      .map(({ name, text }) => made("li", made("b", name), `, k = ${k ?? "?"}: `, text)),
  )
  const best = fit.sweep.best
  const fastest = rows.reduce((one, other) => ((other.speed ?? 0) > (one.speed ?? 0) ? other : one))
  const chosen = rows.find(({ k, a }) => best && k === best && a !== null) ?? fastest
  const parts = [aside("aside", `Read so: ${rows[0].definition}`)]
  return [
    ...(said.length ? [made("ul", ...said)] : []),
    ...parts,
    ...button(chosen, fit, store, set),
  ]
}

/** @param {string[]} headings @param {string[][]} rows @param {string} caption */
const table = (headings, rows, caption) => {
  const head = made("tr", ...headings.map((text) => cell("th", text, "col")))
  const body = rows.map(([first, ...rest]) =>
    made("tr", cell("th", first, "row"), ...rest.map((text) => made("td", text))),
  )
  const found = made("table", made("caption", caption), made("thead", head), made("tbody", ...body))
  const wide = made("div", found)
  wide.className = "wide"
  // On a narrow screen it scrolls, by keys too.
  const reachable = { tabindex: "0", role: "region", "aria-label": caption }
  for (const [key, value] of Object.entries(reachable)) wide.setAttribute(key, value)
  return wide
}

/** @param {string} name @param {string} text @param {string} scope */
const cell = (name, text, scope) => {
  const element = made(name, text)
  element.setAttribute("scope", scope)
  return element
}

/** @param {Fit} fit */
const sweep = ({ sweep: { points, costLine, best, near }, baseline, runs }) => {
  const rows = points.map(({ k, speed, E }) => {
    const cost = k && speed && E !== null && baseline ? (E * baseline) / speed : null
    return [
      k ? String(k) : "off",
      speed === null ? "–" : rounded(speed, 1),
      speed === null || !baseline ? "–" : `${rounded(speed / baseline)}×`,
      E === null ? "–" : rounded(E),
      k === 0 ? "1" : cost === null ? "–" : rounded(cost),
      costLine && k ? rounded(costLine.v + costLine.c * k) : "–",
    ]
  })
  const headings = ["k", "tokens/s", "speedup", "E", "a pass costs", "by the line"]
  const words = []
  if (best === null)
    words.push("Without the speed without speculation there is no advice: acceptance is not speed.")
  else {
    const band =
      near && near[0] !== near[1] ? ` From ${near[0]} to ${near[1]} it is within 3 %.` : ""
    const first = best === 0 ? "Turn it off: plain decoding was fastest." : `Take k = ${best}.`
    words.push(`Of what was measured: ${first}${band}`)
  }
  if (costLine)
    words.push(
      `A pass costs ${rounded(costLine.v)} + ${rounded(costLine.c)} k plain steps: v and c of this page.`,
    )
  return [
    made("h3", "The sweep"),
    ...chart(points, costLine, runs),
    table(headings, rows, "Costs are in plain steps of the target."),
    made("p", words.join(" ")),
  ]
}

/** @param {Run} run @param {boolean} several */
const one = (run, several) => {
  const [first, last] = run.lines
  const place = first === last ? `line ${first}` : `lines ${first}–${last}`
  const k = run.k ? `, k = ${run.k}` : ""
  const parts = [made("h3", `${run.engine}${k} (${place})`)]
  const how = run.format === "table" ? "Read so" : `As ${run.engine} counts`
  const facts = factsOf(run)
  if (facts.length) parts.push(made("p", facts.join("; "), "."))
  if (run.survival && run.survival.length > 1) parts.push(positions(run))
  const says = several ? run.says.filter(({ name }) => name !== "no-baseline") : run.says
  if (says.length)
    parts.push(made("ul", ...says.map(({ name, text }) => made("li", made("b", name), ": ", text))))
  parts.push(aside("aside", `${how}: ${run.definition}`))
  return parts
}

/** @param {Run} run */
const factsOf = (run) => {
  const facts = []
  if (run.E !== null) facts.push(`E = ${rounded(run.E)} tokens per pass`)
  if (run.a !== null) facts.push(`a = ${rounded(run.a)}${interval(run)}`)
  if (run.drafted)
    facts.push(
      `${rounded((100 * (run.accepted ?? 0)) / run.drafted, 1)} % of what was drafted accepted`,
    )
  if (run.share_accepted !== null)
    facts.push(`${rounded(100 * run.share_accepted, 0)} % of the output drafted`)
  if (run.passes) facts.push(`${rounded(run.passes, 0)} passes`)
  if (run.coverage !== null)
    facts.push(`${rounded(100 * run.coverage, 0)} % of the steps had a draft`)
  if (run.speedup !== null) facts.push(`speedup ${rounded(run.speedup)}×`)
  if (run.pass_cost !== null)
    facts.push(
      `a pass costs ${rounded(run.pass_cost)} plain steps, and pays from that many tokens on`,
    )
  return facts
}

/** @param {Run} run */
const interval = ({ a_interval: ends, passes }) => {
  if (!ends) return ""
  const kind = passes === null ? "by the printed digits" : "95 %"
  return ` (${kind}: ${rounded(ends[0])}–${rounded(ends[1])})`
}

/** @param {Run} run */
const positions = ({ survival, conditional, a }) => {
  let reached = 1
  const shares = survival ?? []
  // Where nothing comes any more, one row says so.
  const end = shares.indexOf(0)
  const rows = shares.slice(0, Math.min(MOST_K, end < 0 ? MOST_K : end + 1)).map((share, i) => {
    reached *= a ?? 0
    const rate = conditional?.[i] ?? null
    const formula = a === null ? "–" : rounded(reached)
    return [String(i + 1), rounded(share), formula, rate === null ? "–" : rounded(rate)]
  })
  const headings = ["position", "first i accepted", "aⁱ", "i-th, given those"]
  return table(headings, rows, "Shares of passes, beside the formula's.")
}

/** One button that sets the page. @param {Run} run @param {Fit} fit @param {import("specviz/store").Store} store @param {Set} set */
const button = (run, fit, store, set) => {
  if (run.a === null || run.k === null) return []
  const settings = settingsOf(run, fit, store)
  const words = Object.entries(settings).map(([name, value]) => `${name} = ${shortly(value)}`)
  const element = made("button", `Set ${words.join(", ")} on this page`)
  element.setAttribute("type", "button")
  element.setAttribute("name", "yours-set")
  const past = run.k > MOST_K ? ` This page goes to k = ${MOST_K}.` : ""
  element.addEventListener("click", () => set(settings, `Set: ${words.join(", ")}.${past}`))
  return [made("p", element)]
}

/** @param {number} value */
const shortly = (value) => String(Number(rounded(value)))

/** What of a run the page can show. @param {Run} run @param {Fit} fit @param {import("specviz/store").Store} store */
const settingsOf = ({ a, k, pass_cost: cost }, { sweep: { costLine } }, store) => {
  /** @type {Record<string, number>} */
  const settings = { a: a ?? 0, k: Math.min(k ?? 1, MOST_K) }
  const c = costLine ? costLine.c : store.get().c
  const v = costLine ? costLine.v : cost === null ? null : cost - c * settings.k
  if (v === null) return settings
  settings.c = Math.min(1, Math.max(0, c))
  // What a slider cannot hold the other takes, as far as it can.
  const whole = v + c * settings.k
  settings.v = Math.min(MOST_V, Math.max(LEAST_V, whole - settings.c * settings.k))
  return settings
}
