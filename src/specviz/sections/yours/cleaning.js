// Twin of logs/cleaning.py: lines as an engine printed them, whatever they went through since.

export const GREATEST = 1e15 // beyond it nothing is counted
export const LONGEST = 20000 // characters of a line that are looked at in one piece

// The signs are built from their codes, since a source has no control characters.
/** @param {string} source @param {string} [flags] */
const made = (source, flags = "g") => new RegExp(source, flags)

const COLOURS = made(
  [
    "(?:\\x1b|\\^\\[|\\\\x1b|\\\\e|\\\\033|\\\\u001b|␛|\\bESC)?\\[[0-9]{0,3}(?:;[0-9]{1,3}){0,5}[mK]",
    "(?:\\x1b|\\^\\[)\\[[0-9;?]{0,12}[A-Za-z]",
    "\\x1b\\][^\\x07\\x1b]{0,300}(?:\\x07|\\x1b\\\\)?",
  ].join("|"),
)
const GROUPED = made("(?<=[0-9])[\\u00a0\\u2009\\u202f'’](?=[0-9]{3}(?![0-9]))")
const BLANKS = made("[\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]")
const NOTHING = made("[\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f\\u200b-\\u200f\\u2060\\ufeff]|\\*\\*|`")
const QUOTED = /^(?: {0,3}> ?){1,5}/
const SUSPECT = made("[\\x00-\\x08\\x0a-\\x1f\\x7f-\\uffff`>\\[]|\\*\\*|\\^\\[", "")
const PIECES = /(?<=\}),\s{0,4}(?=\{)/
export const ENDS = /\r\n|\r|\n|\u2028|\u2029/
const PLAIN = /^[0-9]{1,15}(?:[.,][0-9]{1,18})?(?:e[+-]?[0-9]{1,3})?$/

/** A line without colours, quoting, and other traces of its way here. @param {string} line */
export const clean = (line) => {
  if (!SUSPECT.test(line)) return trimmed(line)
  const plain = line.replace(COLOURS, "").replace(GROUPED, "").replace(BLANKS, " ")
  return trimmed(plain.replace(NOTHING, "").replace(QUOTED, ""))
}

/** Without a pattern, which would look at each run of blanks again and again. @param {string} line */
const trimmed = (line) => {
  let end = line.length
  while (end > 0 && line[end - 1] === " ") end--
  return line.slice(0, end)
}

/** A line, or what can be looked at of it in turn. @param {string} line */
export const pieces = (line) => {
  if (line.length <= LONGEST) return [line]
  const found = []
  for (const part of line.split(PIECES))
    for (let start = 0; start < part.length; start += LONGEST)
      found.push(part.slice(start, start + LONGEST))
  return found
}

/** @param {string} text @param {string} sign */
const count = (text, sign) => text.split(sign).length - 1

/** A printed number, with points or commas. @param {string} text */
export const number = (text) => {
  const [, before = "", exponent = ""] = text.match(/^([^eE]*)(.*)$/) ?? []
  let digits = before
  const points = count(digits, ".")
  const commas = count(digits, ",")
  if (points && commas) {
    const decimal = digits.lastIndexOf(".") > digits.lastIndexOf(",") ? "." : ","
    digits = digits.replaceAll(decimal === "." ? "," : ".", "").replaceAll(",", ".")
  } else if (commas === 1) {
    const [whole, rest] = digits.split(",")
    const grouped = rest.length === 3 && whole !== "0" && whole.length <= 3
    digits = whole + (grouped ? "" : ".") + rest
  } else if (commas) digits = digits.replaceAll(",", "")
  if (count(digits, ".") > 1) digits = digits.replaceAll(".", "")
  return Number(digits + exponent)
}

/**
 * A printed list of numbers, and whether something is missing from it.
 * @param {string} text
 * @returns {[number[], boolean]}
 */
export const numbers = (text) => {
  /** @type {number[]} */
  const found = []
  let cut = false
  for (const part of text.trim().split(/,\s+|\s+|,$/)) {
    const inner = count(part, ".") > 1 && part.includes(",") ? part.split(",") : [part]
    for (const item of inner) {
      const piece = item.replace(/[.,]{1,2000}$/, "") || item
      if (PLAIN.test(piece)) {
        const value = number(piece)
        if (value > GREATEST) return [found, true]
        found.push(value)
      } else if (/[^.,\- ]/.test(piece)) return [found, true]
      else if (count(piece, ".") > 1) cut = true
    }
  }
  return [found, cut]
}
