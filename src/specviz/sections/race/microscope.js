// The microscope on the current pass: what is drawn, as a function of the moment. Mirrors microscope.py.
import { fallen } from "specviz/race/timeline"

const SANS = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
/** @type {Record<string, string>} */
const SIGNS = {
  pending: "",
  accepted: "✓",
  rejected: "✕",
  discarded: "",
  corrected: "↳",
  bonus: "+",
}

/**
 * @typedef {import("specviz/race/timeline").Moment} Moment
 * @typedef {import("specviz/passes").Pass} Pass
 * @typedef {object} Slot
 * @property {string} word the draft's, "" while it is not there yet
 * @property {string} outcome of the drafted word, "" where nothing was drafted
 * @property {string} own the target's word where it shows, else ""
 * @property {string} ownOutcome "agrees", "corrected", "bonus" or ""
 */

/**
 * The state of every slot of a pass: k drafted ones and the one behind them.
 * @param {Pass} pass
 * @param {{drafted: string[], emitted: string[]}} words
 * @param {Moment} moment
 * @returns {Slot[]}
 */
export const slots = (pass, words, moment) => {
  const { phase, progress, begun } = moment
  const { drafted, accepted, outcomes, own } = pass
  const written = !begun ? 0 : phase === "draft" ? Math.floor(progress * drafted) : drafted
  const judged = fallen(pass, moment)
  return Array.from({ length: drafted + 1 }, (_, i) => {
    const known = i < judged || (judged > accepted && i < drafted)
    const ours = i < judged
    return {
      word: i < written ? words.drafted[i] : "",
      outcome: i >= written ? "" : known ? outcomes[i] : "pending",
      own: ours ? words.emitted[i] : "",
      ownOutcome: ours ? (i < accepted ? "agrees" : own) : "",
    }
  })
}

/**
 * Where everything stands. Side by side where the words fit, else one slot a row.
 * @param {number} width
 * @param {number} k
 */
export const layout = (width, k) => {
  const gutter = width >= 760 ? 140 : 0
  const room = width - gutter - 4
  const gap = k > 8 ? 5 : 10
  const across = Math.min(150, (room - gap * k) / (k + 1))
  const upright = across < (width < 560 ? 84 : 44)
  const rowHeight = k > 8 ? 28 : 36
  const head = gutter ? 0 : 20
  return upright
    ? {
        upright,
        gutter: 0,
        head: 22,
        gap: 5,
        slot: rowHeight,
        width,
        height: 24 + (k + 1) * (rowHeight + 5),
      }
    : { upright, gutter, head, gap, slot: across, width, height: 158 + 2 * head }
}
/** @typedef {ReturnType<typeof layout>} Layout */

/**
 * Left, right, top, bottom of the draft's box and of the target's in slot i, and of the band.
 * @param {Layout} at
 * @param {number} i
 */
const places = ({ upright, gutter, head, gap, slot, width }, i) => {
  if (upright) {
    const top = head + i * (slot + gap)
    const half = (width - 16) / 2
    return {
      draft: [2, half, top, top + slot],
      own: [half + 20, width - 6, top + 1, top + slot - 1],
    }
  }
  const left = gutter + 2 + i * (slot + gap)
  return {
    draft: [left, left + slot, head + 2, head + 40],
    own: [left, left + slot, 2 * head + 83, 2 * head + 121],
  }
}

/**
 * @param {Layout} at
 * @param {number} k
 */
const bandPlace = ({ upright, gutter, head, gap, slot, width }, k) =>
  upright
    ? [(width - 16) / 2 + 14, width - 2, head - 3, head + (k + 1) * (slot + gap) - gap + 3]
    : [
        Math.max(1, gutter - 4),
        Math.min(width - 1, gutter + 8 + (k + 1) * (slot + gap) - gap),
        2 * head + 77,
        2 * head + 127,
      ]

/**
 * A token as the microscope shows it: without the space before it, and with a sign for one that is nothing but space.
 * @param {string} token
 */
const visible = (token) => {
  const shown = token.replace("<|im_end|>", "⟨end⟩").replace(/\n/g, "⏎")
  return shown.trim() || shown.replace(/ /g, "␣")
}

/**
 * Text that fits, with an ellipsis where it was cut.
 * @param {string} text
 * @param {number} room in pixels
 * @param {number} size of the monospaced font, in pixels
 */
const fitted = (text, room, size) => {
  const most = Math.max(2, Math.floor(room / (size * 0.605)))
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

class Marks {
  /** @param {number} unit */
  constructor(unit) {
    this.unit = unit
    /** @type {Record<string, Record<string, unknown[]>>} */
    this.sources = {
      boxes: { left: [], right: [], top: [], bottom: [], fill: [], line: [], weight: [], dash: [] },
      pills: { left: [], right: [], top: [], bottom: [], fill: [], line: [], weight: [], dash: [] },
      strikes: { x0: [], x1: [], y: [], line: [] },
      marks: { x: [], y: [], text: [], color: [], size: [], font: [], align: [], style: [] },
    }
  }
  /** @param {string} source @param {Record<string, unknown>} row */
  add(source, row) {
    for (const [column, value] of Object.entries(row)) this.sources[source][column].push(value)
  }
  /** @param {string} source @param {number[]} place @param {string} fill @param {string} line @param {number} weight @param {number[]} dash */
  box(source, [left, right, top, bottom], fill, line, weight = 1, dash = []) {
    this.add(source, { left, right, top, bottom, fill, line, weight, dash })
  }
  /** @param {number} x @param {number} y @param {string} text @param {string} color @param {number} size */
  text(x, y, text, color, size, { font = SANS, align = "center", style = "normal" } = {}) {
    if (text)
      this.add("marks", { x, y, text, color, size: `${size * this.unit}px`, font, align, style })
  }
}

/**
 * Everything that the figure draws at a moment, by source.
 * @param {Slot[]} row
 * @param {Moment} moment
 * @param {Layout} at
 * @param {Record<string, string>} colours
 * @param {number} unit pixels of one unit; only sizes of text are in pixels
 * @param {number} label size of small text, in units
 */
export const marks = (row, moment, at, colours, unit = 1, label = 12.5) => {
  const m = new Marks(unit)
  const k = row.length - 1
  const roomy = at.upright || at.slot >= 92
  const large = Math.max(15, 1.13 * label)
  const size = at.upright ? (k > 8 ? 13 : 14) : roomy ? large : at.slot >= 62 ? 12 : 10
  band(m, at, k, moment, colours)
  headings(m, at, colours, label)
  row.forEach((slot, i) => {
    const { draft, own } = places(at, i)
    if (i < k) draftedToken(m, slot, draft, { at, size, roomy, colours, label })
    ownToken(m, slot, own, {
      at,
      size,
      roomy,
      colours,
      label,
      behind: moment.phase === "settle" || moment.phase === "finish",
    })
  })
  return m.sources
}

/** @param {Marks} m @param {Layout} at @param {number} k @param {Moment} moment @param {Record<string, string>} colours */
const band = (m, at, k, { phase, progress }, colours) => {
  const [left, right, top, bottom] = bandPlace(at, k)
  const done = phase === "draft" ? 0 : phase === "verify" ? progress : 1
  m.box("boxes", [left, right, top, bottom], colours.band, colours.band, 1)
  // The sweep moves across the order of the tokens: it reaches all of them at once.
  if (done > 0) {
    const swept = at.upright
      ? [left, left + (right - left) * done, top, bottom]
      : [left, right, top, top + (bottom - top) * done]
    m.box("boxes", swept, colours["band-done"], colours["band-done"], 0)
  }
}

/** @param {Marks} m @param {Layout} at @param {Record<string, string>} colours @param {number} label */
const headings = (m, at, colours, label) => {
  const words = [
    ["draft proposes", "one after another"],
    ["target checks", "all at once"],
  ]
  words.forEach(([what, how], i) => {
    if (at.gutter) {
      const { draft, own } = places(at, 0)
      const [, , top, bottom] = i === 0 ? draft : own
      m.text(1, (top + bottom) / 2 - 9, what, colours.ink, Math.max(14, label), { align: "left" })
      m.text(1, (top + bottom) / 2 + 10, how, colours.quiet, label, { align: "left" })
    } else {
      const x = at.upright && i ? (at.width - 16) / 2 + 14 : 2
      const y = at.upright || i === 0 ? 8 : at.head + 82
      m.text(
        x,
        y,
        at.upright && at.width < 420 ? `${what}` : `${what}, ${how}`,
        colours.quiet,
        label,
        { align: "left" },
      )
    }
  })
}

/** @param {Layout} at @param {number} label */
const captionSize = ({ slot }, label) => (slot < 52 ? 9.5 : slot < 68 ? 10.5 : label)

/**
 * @typedef {{at: Layout, size: number, roomy: boolean, colours: Record<string, string>, label: number}} Look
 * @param {Marks} m @param {Slot} slot @param {number[]} place @param {Look} look
 */
const draftedToken = (m, { word, outcome }, place, { at, size, roomy, colours, label }) => {
  const [left, right, top, bottom] = place
  const middle = (top + bottom) / 2
  if (!outcome) return m.box("boxes", place, colours.paper, colours.rule, 1, [1, 3])
  const tone = colours[outcome]
  const strong = outcome === "accepted" || outcome === "rejected"
  const struck = outcome === "rejected" || outcome === "discarded"
  m.box(
    "boxes",
    place,
    colours[`${outcome}-fill`] ?? colours.paper,
    tone,
    strong ? 2 : 1.25,
    outcome === "discarded" ? [4, 3] : [],
  )
  const ink = outcome === "discarded" ? colours.discarded : colours.ink
  const sign = roomy ? SIGNS[outcome] : ""
  const labelled = at.upright ? 68 : 0
  const start = left + (sign || at.upright ? 24 : 4)
  const shown = fitted(visible(word), right - start - 4 - labelled, size)
  const x = at.upright ? start : (start + right - 4) / 2
  m.text(left + 13, middle, sign, tone, 15)
  m.text(x, middle, shown, ink, size, { font: MONO, align: at.upright ? "left" : "center" })
  if (struck) {
    const reach = shown.length * size * 0.602
    const from = at.upright ? x : x - reach / 2
    m.add("strikes", { x0: from - 2, x1: from + reach + 2, y: middle, line: tone })
  }
  if (at.upright) m.text(right - 6, middle, outcome, tone, 12, { align: "right" })
  else m.text((left + right) / 2, bottom + 13, outcome, tone, captionSize(at, label))
}

/** @param {Marks} m @param {Slot} slot @param {number[]} place @param {Look & {behind: boolean}} look */
const ownToken = (m, { own, ownOutcome, outcome }, place, look) => {
  const { at, size, roomy, colours, label, behind } = look
  const [left, right, top, bottom] = place
  const middle = (top + bottom) / 2
  if (!ownOutcome)
    return m.text(
      at.upright ? left + 30 : (left + right) / 2,
      middle,
      behind || outcome === "discarded" ? "·" : "",
      colours.quiet,
      15,
    )
  const pill = ownOutcome !== "agrees"
  const tone = pill ? colours[ownOutcome] : colours.accepted
  if (pill)
    m.box(
      "pills",
      place,
      colours[`${ownOutcome}-fill`],
      tone,
      2,
      ownOutcome === "bonus" ? [7, 3] : [],
    )
  const sign = roomy ? (pill ? SIGNS[ownOutcome] : "=") : ""
  const start = left + (sign || at.upright ? 26 : 4)
  const labelled = at.upright && pill ? 70 : 0
  const x = at.upright ? start : (start + right - 6) / 2
  m.text(left + 15, middle, sign, tone, 15)
  m.text(x, middle, fitted(visible(own), right - start - 6 - labelled, size), colours.ink, size, {
    font: MONO,
    align: at.upright ? "left" : "center",
  })
  if (!pill) return
  if (at.upright) m.text(right - 10, middle, ownOutcome, tone, 12, { align: "right" })
  else m.text((left + right) / 2, bottom + 19, ownOutcome, tone, captionSize(at, label))
}
