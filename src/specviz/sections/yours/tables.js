// Twin of logs/tables.py: small tables that people write after a sweep.
import { number } from "specviz/yours/cleaning"

const WIDEST = 600 // characters of a line that may be a row

const UNITS = [
  ...["tok/s", "t/s", "tps", "tok_s", "tokens/s", "throughput", "speed", "per token", "tpot"],
  ...["/tok", "tokens per second", "tokens-per-sec", "vanilla", "no spec", "baseline"],
]
const A_NUMBER = "[0-9]{1,9}(?:[.,][0-9]{1,9}){0,3}"
const FIRST = new RegExp(`[~≈]?(${A_NUMBER})`)
const FIRSTS = new RegExp(`[~≈]?(${A_NUMBER})`, "g")
const BEGINS = new RegExp(`^[~≈]?(${A_NUMBER})`)
const RATE = new RegExp(`(${A_NUMBER}) ?%`)
const FACTOR = new RegExp(`(${A_NUMBER}) ?[x×]`, "g")
const RULE = /^[\s|:+=-]{3,}$/
const PLAIN =
  /(?:^|[^a-z])(?:off|none|vanilla|n\/a|na|no|base|baseline|plain|autoregressive|ar|without|no[ _-]?(?:spec|mtp|draft|sd)[a-z]*|0)(?:$|[^a-z0-9.])/
const LABEL =
  /(?:^|[^a-z0-9.])(?:k|n|gamma|max|mtp|draft|spec|steps|tokens)[ _-]?(?:max|len|tokens)? ?[=:_-]? ?([0-9]{1,2})(?![0-9.,])/
const SEGMENT =
  /(?:^|[^a-z0-9])(?:k|n) ?= ?([0-9]{1,2})(?![0-9.,])([^|;\n]{0,80}?)(?=[|;\n,] |[|;\n]|,? [kn] ?=|$)/g
const OFF = new RegExp(
  `(?:^|[^a-z])(?:no spec[a-z]*|vanilla|baseline|without spec[a-z]*|spec off)[ :=(]{1,4}~?(${A_NUMBER})`,
)
const LENGTH = new RegExp(`(?:len[a-z]*|e|al|τ) ?[=:]? ?~?(${A_NUMBER})`)

/** What a heading says, the first that fits. @type {[string, RegExp][]} */
const HEADINGS = [
  ["topk", /^(?:eagle[ _-]?)?top[ _-]?k$/],
  ["gain", /speed[ _-]?up|^gain$|vs\.? (?:off|base|plain)|^[x×]$/],
  ["rate", /rate|accept[a-z]* ?\(?%|^acc(?:ept(?:ance)?)?\.?$|^%$/],
  [
    "length",
    /^e$|^e\b.*pass|a[a-z]*[. _-]?len|^mal$|^al$|^τ$|^tau$|tok[a-z]*(?: ?\/ ?| per )(?:pass|step|forward)/,
  ],
  [
    "ms",
    /^ms ?\/ ?tok|ms per tok|tpot|^itl|per[ -]token.*ms|ms.*per[ -]token|time per (?:output )?token/,
  ],
  ["speed", /tok[a-z]*[ _]?(?:\/|per|_)[ _]?s|tok[a-z]*-per-s|^t\/s|tps|through|^speed|^tg\b/],
  ["nodes", /^num[ _-]?draft(?:[ _-]?tokens)?$|^nodes$/],
  [
    "k",
    /^[kn]$|^γ$|^gamma$|draft.*(?:len|max|tokens|k$|n$)|spec[a-z]*[ _-]?tokens|^n[ _-]?(?:max|draft)|^(?:num[ _-]?)?steps$|^mtp[ _-]?(?:k|n|tokens)?$|^drafted(?: tokens)?$|^k\b|tokens drafted/,
  ],
]
/** @type {Record<string, string>} */
const WORDS = {
  k: "k",
  speed: "tokens per second",
  ms: "ms per token",
  length: "E, the target's own token included",
  rate: "accepted/drafted",
  gain: "speedup",
}
const NOTE =
  "figures behind their labels: tokens per second first, then E, the target's own token included, or accepted/drafted in per cent."

/**
 * @typedef {Record<string, any>} Fields
 * @typedef {{fields: Fields, digits: Record<string, number>, note: string}} Row
 * @typedef {{mark: string, columns: Record<string, number>, width: number, last: number, note: string}} Table
 */

/** Finds tables among lines. */
export const createTables = () => {
  /** @type {Table | null} */
  let table = null
  /** @param {string} low @param {number} at @returns {Row[]} */
  return (low, at) => {
    if (!low || low.length > WIDEST) return []
    if (table) {
      if (at - table.last > 2) table = null
      else if (RULE.test(low)) {
        table.last = at
        return []
      } else {
        const found = rowOf(table, low)
        if (found) {
          table.last = at
          return Object.keys(found.fields).length ? [found] : []
        }
      }
    }
    if (!UNITS.some((unit) => low.includes(unit))) return []
    const headed = headedBy(low, at)
    if (headed) {
      table = headed
      return []
    }
    return labelled(low)
  }
}

/** @param {string} text @param {RegExp} edge */
const stripped = (text, edge) => {
  let first = 0
  let end = text.length
  while (first < end && edge.test(text[first])) first++
  while (end > first && edge.test(text[end - 1])) end--
  return text.slice(first, end)
}

/** @param {string} low @param {string} mark */
const cellsOf = (low, mark) => {
  if (mark === "  ")
    return low
      .trim()
      .split(/ {2,}/)
      .filter((cell) => cell)
  if (mark === " ") return low.split(/\s+/).filter((cell) => cell)
  const inner = mark === "|" ? low.trim().replace(/^\|/, "").replace(/\|$/, "") : low
  return inner.split(mark).map((cell) => stripped(cell, /[ "']/))
}

/** The table that a line of headings begins. @param {string} low @param {number} at @returns {Table | null} */
const headedBy = (low, at) => {
  for (const mark of ["|", "\t", ";", ",", "  ", " "]) {
    const cells = cellsOf(low, mark)
    if (cells.length < 2) continue
    /** @type {Record<string, number>} */
    const columns = {}
    for (const [place, cell] of cells.entries()) {
      const name = HEADINGS.find(([, pattern]) => pattern.test(cell))?.[0]
      if (name && !(name in columns)) columns[name] = place
    }
    const timed = "speed" in columns || "ms" in columns || "gain" in columns
    const both = "length" in columns && "rate" in columns
    const said = "k" in columns || both || !Object.values(columns).includes(0)
    if (!timed || !said || cells.some((cell) => BEGINS.test(cell))) continue
    if (Object.keys(columns).length < 2 && ["  ", " ", ","].includes(mark)) continue
    const note = Object.keys(WORDS)
      .filter((name) => name in columns)
      .map((name) => `“${cells[columns[name]]}” is read as ${WORDS[name]}`)
      .join("; ")
    return { mark, columns, width: cells.length, last: at, note: `${note}.` }
  }
  return null
}

/** The row that a line is; empty without figures, null where it is none. @param {Table} table @param {string} low @returns {Row | null} */
const rowOf = (table, low) => {
  const empty = { fields: {}, digits: {}, note: "" }
  const cells = cellsOf(low, table.mark)
  if (cells.length !== table.width) return null
  /** @type {Fields} */
  let fields = {}
  /** @type {Record<string, number>} */
  const digits = {}
  for (const [name, place] of Object.entries(table.columns))
    take(name, cells[place], fields, digits)
  let off = false
  if ("k" in table.columns) {
    const label = cells[table.columns.k]
    off = PLAIN.test(label) || ["", "-", "—", "–"].includes(label)
  } else {
    const found = LABEL.exec(cells[0])
    off = !found && PLAIN.test(cells[0])
    if (found) fields.k = number(found[1])
    else if (!off && !("rate" in table.columns)) return empty
  }
  if (fields.ms > 0) fields.speed ??= 1000 / fields.ms
  delete fields.ms
  if (off || fields.k === 0) fields = "speed" in fields ? { speed: fields.speed, k: 0 } : { k: 0 }
  else if (fields.topk > 1) fields.tree = 1
  else if ("nodes" in fields && "k" in fields) fields.k = Math.min(fields.k, fields.nodes - 1)
  const says = "speed" in fields || "gain" in fields || "length" in fields
  return says ? { fields, digits, note: table.note } : empty
}

/** @param {string} name @param {string} cell @param {Fields} fields @param {Record<string, number>} digits */
const take = (name, cell, fields, digits) => {
  const found = FIRST.exec(cell)
  if (!found) return
  let value = number(found[1])
  let places = placesOf(found[1])
  const rate = name === "rate"
  // A share, or a percentage with or without its sign.
  if (rate && !cell.includes("%") && value <= 1) {
    value = 100 * value
    places = Math.max(0, places - 2)
  }
  fields[rate ? "percent" : name] = value
  digits[rate ? "percent" : name] = places
}

/** Digits behind the last point or comma. @param {string} text */
export const placesOf = (text) => {
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","))
  return last < 0 ? 0 : text.length - 1 - last
}

/** Rows in one line, each behind its label. @param {string} low @returns {Row[]} */
const labelled = (low) => {
  /** @type {Row[]} */
  const rows = []
  const off = OFF.exec(low)
  if (off) rows.push({ fields: { k: 0, speed: number(off[1]) }, digits: {}, note: "" })
  for (const found of low.matchAll(SEGMENT)) {
    const k = number(found[1])
    let rest = found[2]
    /** @type {Fields} */
    const fields = { k }
    /** @type {Record<string, number>} */
    const digits = {}
    const rate = RATE.exec(rest)
    const length = LENGTH.exec(rest)
    if (rate) {
      fields.percent = number(rate[1])
      digits.percent = placesOf(rate[1])
      rest = rest.replaceAll(rate[0], " ")
    }
    if (length) {
      fields.length = number(length[1])
      digits.length = placesOf(length[1])
      rest = rest.replaceAll(length[0], " ")
    }
    rest = rest.replace(FACTOR, " ")
    const plain = [...rest.matchAll(FIRSTS)].map((one) => one[1])
    if (plain.length) fields.speed = number(plain[0])
    if (plain.length > 1 && !("length" in fields)) {
      const second = number(plain[1])
      if (second >= 1 && second <= k + 1) {
        fields.length = second
        digits.length = placesOf(plain[1])
      }
    }
    if ("speed" in fields && k > 0) rows.push({ fields, digits, note: NOTE })
  }
  return rows.some((row) => row.fields.k > 0) ? rows : []
}
