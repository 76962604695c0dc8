// The stage of the race: its buttons, and the two figures that show its scenes.
import { lanes, lanesLayout } from "specviz/race/lanes"
import { layout, marks, slots } from "specviz/race/microscope"
import { labelSize, palette, watchTheme } from "specviz/theme"

/**
 * @typedef {import("specviz/figures").Figure} Figure
 * @typedef {import("specviz/race/show").Race} Race
 * @typedef {{colours: Record<string, string>, label: number}} Look label: CSS pixels of small text
 *
 * @param {HTMLElement} root
 * @param {import("specviz/store").Store} store
 * @param {Race} race
 */
export const wireButtons = (root, store, race) => {
  /** @type {Record<string, () => void>} */
  const actions = {
    play: race.toggle,
    step: race.player.step,
    back: race.player.back,
    replay: race.replay,
    "replay-now": race.replay,
    dice: () => store.set({ dice: (store.get().dice + 1) % 2 ** 32 }),
  }
  for (const [name, action] of Object.entries(actions))
    root.querySelector(`button[name="${name}"]`)?.addEventListener("click", action)
  for (const input of root.querySelectorAll('input[name="speed"]')) {
    input.addEventListener("change", () =>
      race.player.pace(Number(/** @type {HTMLInputElement} */ (input).value)),
    )
  }
}

/**
 * @param {HTMLElement} root
 * @param {Race} race
 * @param {{microscope: Figure, lanes: Figure}} figures
 */
export const wireFigures = (root, race, figures) => {
  let colours = palette(root)
  watchTheme(() => {
    colours = palette(root)
    race.player.draw()
  })
  const look = () => ({ colours, label: labelSize() })
  race.addView(microscopeView(figures.microscope, look))
  race.addView(lanesView(figures.lanes, look))
  for (const { element } of Object.values(figures))
    new ResizeObserver(race.player.draw).observe(element)
}

/**
 * @param {Figure} figure
 * @param {() => Look} look
 * @returns {import("specviz/race/show").View}
 */
const microscopeView = ({ model, unit, width, fill }, look) => {
  let drawn = ""
  return ({ run, words, moment }) => {
    const pass = run[moment.pass]
    const at = layout(width(), pass.drafted)
    const { colours, label } = look()
    const row = slots(pass, words[moment.pass], moment)
    const sources = marks(row, moment, at, colours, unit(), label / unit())
    // Words change at the verdict, not at every frame: what has not changed is not drawn again.
    const key = JSON.stringify([at, sources, unit()])
    if (key === drawn) return
    drawn = key
    model.height = Math.round(at.height * unit())
    model.x_range.end = at.width
    model.y_range.start = at.height
    for (const [name, data] of Object.entries(sources)) fill(name, data)
  }
}

/**
 * @param {Figure} figure
 * @param {() => Look} look
 * @returns {import("specviz/race/show").View}
 */
const lanesView = ({ model, unit, width, fill }, look) => {
  let drawn = ""
  return ({ run, moment }) => {
    const { colours, label } = look()
    const key = JSON.stringify([
      run.map(({ ends }) => ends),
      moment.clock,
      width(),
      unit(),
      label,
      colours,
    ])
    if (key === drawn) return
    drawn = key
    const { height } = lanesLayout(width())
    const { sources, range, ticks } = lanes(run, moment, width(), colours, unit(), label / unit())
    model.frame_height = Math.round(height * unit())
    model.y_range.start = height
    model.x_range.setv(range)
    const [clock] = model.below
    clock.ticker.ticks = ticks
    clock.setv({
      major_label_text_font_size: `${label}px`,
      axis_label_text_font_size: `${label}px`,
    })
    for (const [name, data] of Object.entries(sources)) fill(name, data)
  }
}
