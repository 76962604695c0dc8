// The table of one place: its bars and its numbers.
import { percent } from "specviz/identical/words"
import { put } from "specviz/put"

const HEAD = 2 // the cells of a row before its numbers: the token, the bars

/** @param {Element} rect @param {number} share */
export const widen = (rect, share) => rect.setAttribute("width", `${percent(share)}%`)

/**
 * @param {HTMLTableRowElement[]} lines
 * @param {string[]} words
 * @param {import("specviz/identical/place").Row[]} rows
 */
export const fillTable = (lines, words, rows) => {
  for (const [i, { p, q, both, kept, missing }] of rows.entries()) {
    const { cells } = lines[i]
    if (i < words.length) put(cells[0], words[i])
    for (const [name, share] of Object.entries({ p, q, both, rest: missing }))
      widen(/** @type {Element} */ (cells[1].querySelector(`.${name}`)), share)
    for (const [j, share] of [p, q, kept, missing].entries()) put(cells[HEAD + j], percent(share))
  }
}
