// Plain shapes for what moves on a figure while a slider is dragged, painted in one go: a source
// and a glyph of Bokeh's for each would take a phone longer than a frame lasts. Pure.

/**
 * Places are in data units, sizes in pixels.
 * @typedef {{x: number[], y: number[], color: string}} Path
 * @typedef {{x: number, y: number, size: number, fill: string, line: string}} Mark
 * @typedef {{x: number, y: number, lift: number, color: string}} Place lift: pixels below it
 * @typedef {"left" | "center" | "right"} Align within the frame, whatever it is
 * @typedef {{text: string, font: string, align: Align, ground?: string}} Saying
 *
 * @typedef {{kind: "band", left: number, right: number, color: string, alpha: number}} Band
 * @typedef {{kind: "line", width: number, dash?: number[]} & Path} Line
 * @typedef {{kind: "dots", size: number} & Path} Dots
 * @typedef {{kind: "circle"} & Mark} Circle
 * @typedef {{kind: "diamond"} & Mark} Diamond
 * @typedef {{kind: "word"} & Place & Saying} Word
 * @typedef {Band | Line | Dots | Circle | Diamond | Word} Shape
 *
 * @typedef {{s_compute: (at: number) => number}} Scale to pixels
 * @typedef {{top: number, height: number, left: number, right: number}} Box
 * @typedef {{x_scale: Scale, y_scale: Scale, bbox: Box}} Frame a plot's
 */

const ROUND = 2 * Math.PI
const EDGE = 2 // pixels around a mark
const LINE = 15 // pixels of height of a word's ground
const BEFORE = { left: 0, center: 0.5, right: 1 } // of a word's width, before its place

/**
 * @type {{[Kind in Shape["kind"]]: (
 *   ctx: CanvasRenderingContext2D, shape: Extract<Shape, {kind: Kind}>, frame: Frame) => void}}
 */
const PAINT = {
  band: (ctx, { left, right, color, alpha }, { x_scale, bbox }) => {
    const [from, to] = [x_scale.s_compute(left), x_scale.s_compute(right)]
    ctx.globalAlpha = alpha
    ctx.fillStyle = color
    ctx.fillRect(from, bbox.top, to - from, bbox.height)
    ctx.globalAlpha = 1
  },
  line: (ctx, { x, y, color, width, dash = [] }, { x_scale, y_scale }) => {
    const [across, up] = [x.map(x_scale.s_compute), y.map(y_scale.s_compute)]
    ctx.beginPath()
    for (let i = 0; i < across.length; i++) ctx.lineTo(across[i], up[i])
    ctx.strokeStyle = color
    ctx.lineWidth = width
    ctx.setLineDash(dash)
    ctx.stroke()
    ctx.setLineDash([])
  },
  dots: (ctx, { x, y, color, size }, { x_scale, y_scale }) => {
    const [across, up] = [x.map(x_scale.s_compute), y.map(y_scale.s_compute)]
    ctx.beginPath()
    for (let i = 0; i < across.length; i++) {
      ctx.moveTo(across[i] + size / 2, up[i])
      ctx.arc(across[i], up[i], size / 2, 0, ROUND)
    }
    ctx.fillStyle = color
    ctx.fill()
  },
  circle: (ctx, { x, y, size, fill, line }, { x_scale, y_scale }) => {
    ctx.beginPath()
    ctx.arc(x_scale.s_compute(x), y_scale.s_compute(y), size / 2, 0, ROUND)
    edged(ctx, fill, line)
  },
  diamond: (ctx, { x, y, size, fill, line }, { x_scale, y_scale }) => {
    const [middle, height] = [x_scale.s_compute(x), y_scale.s_compute(y)]
    const [half, narrow] = [size / 2, size / 3]
    ctx.beginPath()
    ctx.moveTo(middle, height - half)
    ctx.lineTo(middle + narrow, height)
    ctx.lineTo(middle, height + half)
    ctx.lineTo(middle - narrow, height)
    ctx.closePath()
    edged(ctx, fill, line)
  },
  word: (ctx, { x, y, lift, text, align, color, ground }, { x_scale, y_scale, bbox }) => {
    const { width } = ctx.measureText(text)
    const wanted = x_scale.s_compute(x) - BEFORE[align] * width
    const left = Math.max(bbox.left, Math.min(wanted, bbox.right - width))
    const middle = y_scale.s_compute(y) + lift
    if (ground) {
      ctx.fillStyle = ground
      ctx.fillRect(left - EDGE, middle - LINE / 2, width + 2 * EDGE, LINE)
    }
    ctx.fillStyle = color
    ctx.fillText(text, left, middle)
  },
}

/** @param {CanvasRenderingContext2D} ctx @param {string} fill @param {string} line */
const edged = (ctx, fill, line) => {
  ctx.fillStyle = fill
  ctx.fill()
  ctx.strokeStyle = line
  ctx.lineWidth = EDGE
  ctx.stroke()
}

/**
 * In this order, one over the other.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Shape[]} shapes
 * @param {Frame} frame where they go
 */
export const paint = (ctx, shapes, frame) => {
  let font = ""
  ctx.textAlign = "left"
  ctx.textBaseline = "middle"
  for (const shape of shapes) {
    // To set a font makes the browser bring the page's styles up to date first.
    if (shape.kind === "word" && shape.font !== font) {
      font = shape.font
      ctx.font = font
    }
    PAINT[shape.kind](ctx, /** @type {any} */ (shape), frame)
  }
}
