// A diverging palette, in steps that look even: the browser mixes in OKLab (B. Ottosson, 2020).

/**
 * @param {string} low
 * @param {string} middle
 * @param {string} high
 * @param {number} steps to each side; the middle lies between two
 */
export const ramp = (low, middle, high, steps) => {
  const canvas = document.createElement("canvas")
  const pencil = /** @type {CanvasRenderingContext2D} */ (
    canvas.getContext("2d", { willReadFrequently: true })
  )
  /** @param {string} end @param {number} i */
  const mixed = (end, i) => {
    pencil.fillStyle = `color-mix(in oklab, ${end} ${(100 * (i + 0.5)) / steps}%, ${middle})`
    pencil.fillRect(0, 0, 1, 1)
    const [r, g, b] = pencil.getImageData(0, 0, 1, 1).data
    return `#${((r << 16) | (g << 8) | b).toString(16).padStart(6, "0")}`
  }
  const out = Array.from({ length: steps }, (_, i) => i)
  return [...out.map((i) => mixed(low, i)).reverse(), ...out.map((i) => mixed(high, i))]
}
