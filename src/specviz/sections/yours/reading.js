// Twin of logs/reading.py: the records that the table of formats finds in the lines of a log.
import { clean, GREATEST, LONGEST, number, numbers } from "specviz/yours/cleaning"
import { createTables, placesOf } from "specviz/yours/tables"

const APART = 40 // lines that may lie between two fields of one record
const BESIDE = 4
const WRAPPED = 12 // lines that a terminal or a hand may have broken one line into
const PREFIXED =
  /^\s*(?:[([{]|[0-9]{1,4}[-/:][0-9]|[0-9]{1,4}\.[0-9]{2}\.[0-9]{3}\.|INFO|WARN|ERROR|DEBUG|data:|#)/i

/**
 * @typedef {{version: number, macros: Record<string, string>, formats: any[]}} Known formats.json
 *
 * @typedef {object} Format one row of the table, its expressions compiled
 * @property {string} name
 * @property {string} engine
 * @property {string} kind
 * @property {any} row
 * @property {string[]} hints
 * @property {{name: string, pattern: RegExp}[]} fields
 * @property {RegExp | null} mark
 * @property {RegExp | null} unless
 * @property {RegExp | null} stream
 *
 * @typedef {object} Entry what one line, or a few, said in the words of one format
 * @property {Format} format
 * @property {number} first
 * @property {number} last
 * @property {Record<string, any>} fields
 * @property {string} stream
 * @property {Record<string, number>} digits
 * @property {string} note
 */

/** The table of formats, compiled. @param {Known} known @returns {Format[]} */
export const compiled = ({ macros, formats }) => {
  /** @param {string | undefined} pattern @param {string} [flags] */
  const made = (pattern, flags = "") => {
    if (pattern === undefined) return null
    let full = pattern
    for (const [short, long] of Object.entries(macros)) full = full.replaceAll(short, () => long)
    return new RegExp(full, flags)
  }
  return formats.map((row) => ({
    name: row.name,
    engine: row.engine,
    kind: row.kind,
    row,
    hints: row.hints,
    fields: Object.entries(row.fields).map(([name, pattern]) => ({
      name,
      pattern: /** @type {RegExp} */ (made(/** @type {string} */ (pattern), "g")),
    })),
    mark: made(row.mark),
    unless: made(row.not),
    stream: made(row.stream),
  }))
}

/** Reads line after line, and gives what became complete by it. @param {Format[]} formats */
export const createReader = (formats) => {
  let at = 0
  /** @type {Map<string, Entry>} */
  const open = new Map()
  /** @type {{record: Entry, text: string} | null} */
  let wrapped = null
  const tables = createTables()

  /** @param {string} raw @returns {Entry[]} */
  const feed = (raw) => {
    at++
    const tabbed = clean(raw)
    const line = tabbed.replaceAll("\t", " ")
    const low = line.toLowerCase()
    const found = formats.filter((row) => row.hints.some((hint) => low.includes(hint)))
    /** @type {Entry[]} */
    const done = []
    const marked = found.find((row) => row.mark?.test(line))
    if (wrapped) {
      const alone = marked && records(marked, line, at).some(whole)
      if (!alone && continued(line)) return done
      done.push(...unwrapped())
    }
    if (marked) {
      if (!marked.unless?.test(line)) done.push(...began(marked, line))
      return done
    }
    for (const row of found)
      if (!row.mark && !row.unless?.test(line)) done.push(...spread(row, line))
    for (const row of tables(tabbed.toLowerCase(), at)) {
      const name = row.fields.k === 0 ? "table-off" : "table"
      const format = /** @type {Format} */ (formats.find((one) => one.name === name))
      done.push({ format, first: at, last: at, stream: "", ...row })
    }
    return done
  }

  /** @param {Format} row @param {string} line */
  const began = (row, line) => {
    const found = records(row, line, at)
    if (!found.length) found.push(entry(row, at, ""))
    wrapped = { record: found[found.length - 1], text: line }
    return found.slice(0, -1).filter(whole)
  }

  /** Whether a line goes on with the marked one before it. @param {string} line */
  const continued = (line) => {
    if (!wrapped || wrapped.text.length + line.length > LONGEST) return false
    const { record, text: before } = wrapped
    if (at - record.first > WRAPPED || PREFIXED.test(line)) return false
    if (!line) return true
    let most = said(record)
    const earlier = wrapped
    for (const text of [`${before} ${line.replace(/^ {1,20000}/, "")}`, before + line]) {
      const last = records(record.format, text, record.first).pop()
      if (last && said(last) > most) {
        most = said(last)
        last.last = at
        wrapped = { record: last, text }
      }
    }
    return wrapped !== earlier
  }

  const unwrapped = () => {
    if (!wrapped) return []
    const { record } = wrapped
    wrapped = null
    return whole(record) ? [record] : []
  }

  /** Take a line of a format whose records lie over several lines. @param {Format} row @param {string} line */
  const spread = (row, line) => {
    const stream = row.stream?.exec(line)?.[1] ?? ""
    /** @type {Entry[]} */
    const done = []
    for (const { name, value, digits } of values(row, line)) {
      const key = keyOf(row, stream, name)
      let record = open.get(key)
      if (record && (at - record.last > APART || again(record, name, value))) {
        if (whole(record)) done.push(record)
        record = undefined
      }
      if (!record) {
        // Hostile input does not open records without end.
        if (open.size > 64) for (const first of [...open.keys()].slice(0, 1)) open.delete(first)
        record = entry(row, at, stream)
        open.set(key, record)
      }
      record.last = at
      put(record, name, value, digits)
    }
    return done
  }

  /** @param {Format} row @param {string} stream @param {string} name */
  const keyOf = (row, stream, name) => {
    const key = `${row.name}\0${stream}`
    if (!row.stream || open.has(key)) return key
    for (const [other, record] of [...open].reverse()) {
      if (record.format === row && !(stream && record.stream))
        return at - record.last <= BESIDE && !(name in record.fields) ? other : key
    }
    return key
  }

  const end = () => {
    const done = [...unwrapped(), ...[...open.values()].filter(whole)]
    open.clear()
    return done.sort((one, other) => one.first - other.first)
  }
  return { feed, end }
}

/** @param {Format} format @param {number} at @param {string} stream @returns {Entry} */
const entry = (format, at, stream) => ({
  format,
  first: at,
  last: at,
  fields: {},
  stream,
  digits: {},
  note: "",
})

/** Whether a record has a field already. @param {Entry} record @param {string} name @param {any} value */
const again = (record, name, value) =>
  name in record.fields &&
  (!(value instanceof Map) || [...value.keys()].some((key) => record.fields[name].has(key)))

/** @param {Entry} record @param {string} name @param {any} value @param {number} digits */
const put = (record, name, value, digits) => {
  record.digits[name] = digits
  if (value instanceof Map && name in record.fields)
    for (const [key, one] of value) record.fields[name].set(key, one)
  else record.fields[name] = value
}

/** How much a record says. @param {Entry} record */
const said = (record) => {
  let much = 0
  for (const value of Object.values(record.fields))
    much += Array.isArray(value) ? value[0].length : 1
  return much
}

/** @param {Entry} record */
const whole = ({ format, fields }) =>
  format.row.needs.some((/** @type {string[]} */ need) => need.every((name) => name in fields))

/** The records that one line holds. @param {Format} row @param {string} line @param {number} at */
const records = (row, line, at) => {
  /** @type {Entry[]} */
  const found = []
  const stream = row.stream?.exec(line)?.[1] ?? ""
  for (const { name, value, digits } of values(row, line)) {
    if (!found.length || again(found[found.length - 1], name, value))
      found.push(entry(row, at, stream))
    put(found[found.length - 1], name, value, digits)
  }
  return found
}

/** Fields, their values and digits, in the order of the line. @param {Format} row @param {string} line */
const values = (row, line) => {
  const found = []
  for (const { name, pattern } of row.fields)
    for (const match of line.matchAll(pattern)) {
      const value = readOf(name, match)
      if (value === null) continue
      const digits = match.length === 2 ? placesOf(match[1]) : 0
      found.push({ start: match.index, name, value, digits })
    }
  return found.sort((one, other) => one.start - other.start)
}

/** A number, a list of them, or one of several by its labels. @param {string} name @param {RegExpMatchArray} match */
const readOf = (name, match) => {
  if (name === "positions") return numbers(match[1])
  const labels = match.slice(1, -1).map((label) => label ?? "")
  const value = number(match[match.length - 1])
  if (value > GREATEST) return null
  return labels.length ? new Map([[labels.join("\0"), value]]) : value
}
