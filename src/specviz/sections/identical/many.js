// Ten thousand draws: they fill bars that land on p, or by a wrong rule beside it.

import { dice } from "specviz/dice"
import {
  counted,
  DRAWS,
  keptWords,
  limitWords,
  manyDraws,
  SEED,
  together,
  verdict,
} from "specviz/identical/chance"
import { percent } from "specviz/identical/words"
import { put } from "specviz/put"
import { emitted } from "specviz/sampling"

const FILLING = 1200 // ms

/**
 * @param {HTMLElement} root
 * @param {() => import("specviz/identical/draw").Now} now
 * @param {(text: string) => void} announce
 */
export const wireMany = (root, now, announce) => {
  const panel = /** @type {HTMLElement} */ (root.querySelector("#identical-many"))
  const lines = /** @type {HTMLTableRowElement[]} */ ([...panel.querySelectorAll("tbody tr")])
  /** @param {string} name @param {string} text */
  const say = (name, text) =>
    put(/** @type {Element} */ (panel.querySelector(`[data-identical="${name}"]`)), text)
  let seed = SEED
  let rolled = dice(seed, 3 * DRAWS)
  let generation = 0

  const rule = () => {
    const chosen = panel.querySelector("[name=identical-rule]:checked")
    return /** @type {import("specviz/sampling").Rule} */ (
      /** @type {HTMLInputElement} */ (chosen).value
    )
  }
  /** @param {number[]} shares */
  const fill = (shares) => {
    for (const [i, share] of shares.entries()) {
      const { cells } = lines[i]
      cells[1].querySelector(".came")?.setAttribute("width", `${percent(share)}%`)
      put(cells[2], percent(share))
    }
  }
  /** @param {number[]} target @param {number[]} limit @param {string[]} words */
  const mark = (target, limit, words) => {
    for (const [i, line] of lines.entries()) {
      const { cells } = line
      if (i < words.length) put(cells[0], words[i])
      for (const [name, share] of Object.entries({ wanted: target[i], limit: limit[i] })) {
        const tick = /** @type {Element} */ (cells[1].querySelector(`.${name}`))
        for (const end of ["x1", "x2"]) tick.setAttribute(end, `${percent(share)}%`)
      }
      put(cells[3], percent(target[i]))
      put(cells[4], percent(limit[i]))
    }
  }
  /** @param {boolean} slowly */
  const update = (slowly = false) => {
    const mine = ++generation
    const { words, p, q } = now()
    const chosen = rule()
    const { kept, out } = manyDraws(p, q, chosen, rolled)
    const whole = counted(out, p.length)
    mark(together(p), together(emitted(p, q, chosen)), words)
    panel.classList.toggle("wrong", chosen !== "right")
    say("kept", keptWords(kept, p, q, chosen))
    say("limit", limitWords(words, p, q, chosen))
    say("verdict", verdict(whole, p))
    const end = () => fill(together(whole).map((count) => count / DRAWS))
    if (!slowly || matchMedia("(prefers-reduced-motion: reduce)").matches) return end()
    /** @type {number | undefined} */
    let begun
    /** @param {number} time */
    const frame = (time) => {
      if (mine !== generation) return
      begun ??= time
      const n = Math.ceil((DRAWS * (time - begun)) / FILLING)
      if (n >= DRAWS) return end()
      fill(together(counted(out.slice(0, n), p.length)).map((count) => count / DRAWS))
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  }
  const tell = () => announce(panel.querySelector(".said")?.textContent ?? "")

  panel.querySelector("fieldset")?.addEventListener("input", () => {
    update()
    tell()
  })
  panel.querySelector("[name=identical-many]")?.addEventListener("click", () => {
    seed++
    rolled = dice(seed, 3 * DRAWS)
    update(true)
    tell()
  })
  return update
}
