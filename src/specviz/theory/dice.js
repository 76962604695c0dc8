// Twin of dice.py: pcg2d of Jarzynski & Olano, JCGT 9(3), 2020, second component.

const factor = 1664525
const summand = 1013904223

/** Number `index` of the stream `seed`, in [0, 1). @param {number} seed @param {number} index */
export const die = (seed, index) => {
  let x = (Math.imul(seed, factor) + summand) | 0
  let y = (Math.imul(index, factor) + summand) | 0
  for (let i = 0; i < 2; i++) {
    x = (x + Math.imul(y, factor)) | 0
    y = (y + Math.imul(x, factor)) | 0
    x ^= x >>> 16
    y ^= y >>> 16
  }
  return (y >>> 0) / 2 ** 32
}

/** @param {number} seed @param {number} count */
export const dice = (seed, count, start = 0) =>
  Float64Array.from({ length: count }, (_, i) => die(seed, start + i))
