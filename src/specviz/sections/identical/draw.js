// One draw in steps: forth, back, played, by button and by key.
import { oneDraw, SEED } from "specviz/identical/chance"
import { wireKeys } from "specviz/keys"
import { put } from "specviz/put"

const PACE = 1400 // ms that a step stands while the draw plays

/**
 * @typedef {{words: string[], p: number[], q: number[]}} Now
 *
 * @param {HTMLElement} root
 * @param {HTMLTableRowElement[]} lines of the table above
 * @param {() => Now} now
 * @param {(text: string) => void} announce
 */
export const wireDraw = (root, lines, now, announce) => {
  const stage = /** @type {HTMLElement} */ (root.querySelector("#identical-draw"))
  const table = /** @type {HTMLElement} */ (root.querySelector("#identical-table"))
  /** @param {string} name */
  const button = (name) =>
    /** @type {HTMLButtonElement} */ (stage.querySelector(`[name="identical-${name}"]`))
  const items = [...stage.querySelectorAll("li")]
  const last = items.length
  let index = 0
  let at = last
  let playing = false
  let generation = 0
  let draw = oneDraw(now().words, now().p, now().q, SEED, index)

  const show = () => {
    const others = lines.length - 1
    for (const [i, item] of items.entries()) {
      put(/** @type {Element} */ (item.querySelector("span")), draw.texts[i])
      item.classList.toggle("coming", i >= at)
      if (i === at - 1) item.setAttribute("aria-current", "step")
      else item.removeAttribute("aria-current")
    }
    for (const [i, line] of lines.entries()) {
      line.classList.toggle("drafted", at > 0 && i === Math.min(draw.drafted, others))
      line.classList.toggle("out", at >= last && i === Math.min(draw.out, others))
    }
    table.classList.toggle("resting", at < 4 || draw.kept)
    put(button("play"), playing ? "Pause" : "Play the draw")
    button("play").dataset.playing = String(playing)
    button("back").disabled = at === 0
    button("step").disabled = at === last
  }
  const pause = () => {
    playing = false
    generation++
  }
  /** @param {number} to */
  const go = (to) => {
    if (to < 0 || to > last) return false
    at = to
    const item = items[at - 1]
    if (item) announce(item.textContent ?? "")
    if (at === last) pause()
    show()
    return true
  }
  const tick = () => {
    const mine = ++generation
    setTimeout(() => {
      if (mine !== generation) return
      go(at + 1)
      if (playing) tick()
    }, PACE)
  }
  const play = () => {
    if (playing) pause()
    else {
      playing = true
      go(at === last ? 1 : at + 1)
      if (playing) tick()
    }
    show()
  }
  /** @param {number} to */
  const move = (to) => {
    pause()
    const moved = go(to)
    show()
    return moved
  }
  const update = () => {
    const { words, p, q } = now()
    draw = oneDraw(words, p, q, SEED, index)
    show()
  }
  const renew = () => {
    pause()
    index++
    at = 0
    update()
    play()
  }

  button("play").addEventListener("click", play)
  button("back").addEventListener("click", () => keepFocus("back", () => move(at - 1)))
  button("step").addEventListener("click", () => keepFocus("step", () => move(at + 1)))
  button("again").addEventListener("click", renew)
  /** A button that switches itself off would lose the focus, and the keys with it. @param {string} name @param {() => void} act */
  const keepFocus = (name, act) => {
    act()
    if (button(name).disabled) button(name === "back" ? "step" : "back").focus()
  }
  wireKeys(root, stage, {
    ArrowRight: () => move(at + 1),
    ArrowLeft: () => move(at - 1),
    PageDown: () => move(at + 1),
    PageUp: () => move(at - 1),
    " ": play,
    n: renew,
  })
  return update
}
