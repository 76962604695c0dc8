// The button that puts v and c on the page: v is right for one k, and is taken back with it.
import { put } from "specviz/put"
import { rounded } from "specviz/rounding"

const MOST = { v: 8, c: 1 } // what the page takes

/**
 * @param {HTMLElement} root
 * @param {import("specviz/store").Store} store
 */
export const wireCosts = (root, store) => {
  /** @param {string} name */
  const find = (name) => /** @type {HTMLElement} */ (root.querySelector(`#check-${name}`))
  const button = /** @type {HTMLButtonElement} */ (find("set"))
  /** @type {{k: number, v: number, before: number} | undefined} */
  let set
  let [v, c] = [1, 0]
  let taken = 0 // the k at which v was taken back, which stays told until k changes
  const say = () => {
    const { k } = store.get()
    const beyond = v > MOST.v ? `v = ${rounded(v)}` : c > MOST.c ? `c = ${rounded(c)}` : ""
    button.disabled = beyond !== ""
    if (beyond) return `${beyond} is more than the page’s own slider can take.`
    if (set?.v === Number(rounded(v))) return `Set. This v is right for k = ${k} alone.`
    return `The v of a check depends on k: this one is right for k = ${k} alone.`
  }
  button.addEventListener("click", () => {
    const { k, v: before } = store.get()
    const now = Number(rounded(v))
    set = { k, v: now, before: set?.before ?? before }
    taken = 0
    store.set({ v: now, c: Number(rounded(c)) })
    put(find("set-words"), say())
  })
  store.follow(["k", "v"], (now) => {
    if (!set) return
    const { k, v: was, before } = set
    if (now.v !== was) set = undefined
    else if (now.k !== k) {
      set = undefined
      store.set({ v: before })
      const words = `k is ${now.k} now, and v = ${rounded(was)} was right for k = ${k} alone: it is ${rounded(before)} again.`
      put(find("set-words"), words)
      taken = now.k
    }
  })
  return {
    /** What the button would set. @param {number} cost @param {number} draft */
    show: (cost, draft) => {
      v = cost
      c = draft
      put(find("v"), rounded(v))
      put(find("c"), rounded(c))
      if (taken === store.get().k) return
      taken = 0
      put(find("set-words"), say())
    },
  }
}
