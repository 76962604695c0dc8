// Questions that the reader may answer before the page does. Nothing is scored, kept or sent.
import { complain, problems } from "specviz/numbers"
import { put } from "specviz/put"
import { texts, values } from "specviz/readings"
import { problem } from "specviz/store"

/** @param {import("specviz/section").Page} page */
export const begin = ({ root, store, hand, announce }) => {
  const questions = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".question")])
  for (const question of questions) wire(question, store, announce)
  open(questions, hand)
}

/**
 * @param {HTMLElement} question
 * @param {import("specviz/store").Store} store
 * @param {(text: string) => void} announce
 */
const wire = (question, store, announce) => {
  /** @param {string} selector */
  const find = (selector) => /** @type {HTMLElement} */ (question.querySelector(selector))
  const details = /** @type {HTMLDetailsElement} */ (find("details"))
  const guess = /** @type {HTMLInputElement} */ (find("input"))
  const shows = question.dataset.shows ?? ""

  // The page does what it was asked, also for those who only look the answer up.
  const answer = () => {
    store.set(JSON.parse(question.dataset.set ?? ""))
    const found = texts(values(store.get()))[shows]
    const mine = Number.isFinite(guess.valueAsNumber) ? `You guessed ${guess.value}. ` : ""
    put(find(".guess"), `${mine}The page says`)
    put(find(".answer"), found)
    announce(`${mine}The page says ${found}`)
  }
  find("form").addEventListener("submit", () => {
    if (details.open) answer()
    details.open = true
  })
  details.addEventListener("toggle", () => {
    if (details.open) answer()
  })
}

/**
 * The one that the address asks for.
 * @param {HTMLElement[]} questions
 * @param {import("specviz/hand").Hand} hand
 */
const open = (questions, hand) => {
  const wanted = new URLSearchParams(location.search).get("try")
  if (wanted === null) return
  const wrong = problem(
    "try",
    wanted,
    questions.map(({ id }) => id.replace("try-", "")),
  )
  if (wrong) {
    complain([...problems, wrong])
    return
  }
  const question = /** @type {HTMLElement} */ (document.getElementById(`try-${wanted}`))
  question.classList.add("asked")
  hand.rest()
  question.querySelector("input")?.focus({ preventScroll: true })
  question.scrollIntoView({ block: "center" })
}
