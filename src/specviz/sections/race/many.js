// "1,000 passes at once": a panel that opens at its button and then follows the settings like every number.

import { put } from "specviz/put"
import { bars, finding, sample } from "specviz/race/histogram"
import { labelSize } from "specviz/theme"
import { expectedTokens } from "specviz/theory"

/**
 * @param {HTMLElement} root
 * @param {import("specviz/store").Store} store
 * @param {(text: string) => void} announce
 * @param {() => Promise<import("specviz/figures").Figure>} bring the figure, when it is first wanted
 */
export const wireMany = (root, store, announce, bring) => {
  const panel = /** @type {HTMLElement} */ (root.querySelector("#many"))
  const said = /** @type {HTMLElement} */ (panel.querySelector("#many-result"))
  const button = /** @type {HTMLElement} */ (root.querySelector('button[name="many"]'))
  /** @type {import("specviz/figures").Figure | undefined} */
  let figure
  const draw = () => {
    if (panel.hidden) return
    const settings = store.get()
    const tokens = sample(settings)
    const words = finding(settings, tokens)
    put(said, words)
    if (!figure) return
    const { seen, expected } = bars(settings, tokens)
    figure.model.x_range.setv({ start: 0.4, end: settings.k + 1.6 })
    const size = `${labelSize()}px`
    for (const axis of [...figure.model.below, ...figure.model.left])
      axis.setv({ major_label_text_font_size: size, axis_label_text_font_size: size })
    figure.fill("seen", seen)
    figure.fill("expected", expected)
    figure.model.select_one("E").location = expectedTokens(settings.a, settings.k)
    figure.model.y_range.end = 1.08 * Math.max(...seen.top, ...expected.top)
    figure.element.setAttribute(
      "aria-label",
      `Share of passes by tokens per pass, 1 to ${settings.k + 1}. ${words}`,
    )
  }
  const toggle = async () => {
    panel.hidden = !panel.hidden
    button.setAttribute("aria-expanded", String(!panel.hidden))
    draw()
    if (panel.hidden) return button.focus()
    panel.scrollIntoView({ block: "nearest" })
    announce(said.textContent ?? "")
    if (figure) return
    figure = await bring()
    draw()
  }
  button.addEventListener("click", toggle)
  panel.querySelector('button[name="close-many"]')?.addEventListener("click", toggle)
  store.subscribe(draw)
}
