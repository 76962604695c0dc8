// Where the words come from: the recorded prompt, the draft's layers, and the pair's measured a.
import { put } from "specviz/put"
import { rounded } from "specviz/rounding"

/**
 * @param {HTMLElement} root
 * @param {import("specviz/store").Store} store
 * @param {import("specviz/race/tokens").Excerpt} words
 */
export const wireSource = (root, store, { prompts, drafts }) => {
  /** @param {string} selector @param {string} text */
  const say = (selector, text) => {
    const element = root.querySelector(selector)
    if (element) put(element, text)
  }
  const mark = document.createElement("span")
  mark.id = "measured"
  document.querySelector(".control.a")?.append(mark)
  const again = /** @type {HTMLButtonElement} */ (root.querySelector('[name="dice"]'))
  const show = () => {
    const { prompt, draft, kind, dice } = store.get()
    const { rate, origin } = drafts[draft]
    say("#question", prompts[prompt].text)
    say("#draft-name", draft)
    say("#draft-origin", origin)
    say('[data-show="dice"]', String(dice))
    mark.hidden = kind !== "recorded"
    again.disabled = !mark.hidden
    mark.style.setProperty("--at", String(rate))
    put(mark, `measured: ${rounded(rate)}`)
  }
  store.follow(["prompt", "draft", "kind", "dice"], show)
  show()
}
