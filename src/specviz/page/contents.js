// The table of contents: marks where the reader is, and on a small screen opens as a menu.
import { put } from "specviz/put"

/** Where the reader reads: this part of the screen's height lies above. */
const LINE = 30 // per cent

/** @param {import("specviz/section").Page} page */
export const begin = ({ root }) => {
  const links = [...root.querySelectorAll("a")]
  const button = /** @type {HTMLElement} */ (root.querySelector("button"))
  const place = /** @type {HTMLElement} */ (root.querySelector(".place"))
  /** @param {number} at */
  const mark = (at) => {
    for (const [i, link] of links.entries()) {
      if (i === at) link.setAttribute("aria-current", "location")
      else link.removeAttribute("aria-current")
    }
    put(place, `${at + 1} of ${links.length}: ${links[at].textContent}`)
  }
  watchPlace(
    links.map((link) => /** @type {HTMLElement} */ (document.getElementById(link.hash.slice(1)))),
    mark,
  )
  wireMenu(root, button)
}

/**
 * @param {HTMLElement[]} places one below the other
 * @param {(at: number) => void} mark
 */
const watchPlace = (places, mark) => {
  /** @type {Set<Element>} */
  const crossed = new Set()
  let ended = false
  const tell = () => {
    const last = places.findLastIndex((place) => crossed.has(place))
    // The head of the page belongs to its first place, what lies between two to the one before.
    mark(ended ? places.length - 1 : last < 0 ? behind(places) : last)
  }
  const line = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) crossed.add(target)
        else crossed.delete(target)
      }
      tell()
    },
    // Of the document itself: in a frame of another origin margins count for nothing else.
    { root: document, rootMargin: `-${LINE}% 0px -${100 - LINE}% 0px` },
  )
  for (const place of places) line.observe(place)
  // The last section may be too short to come up to the line.
  const foot = document.querySelector("footer")
  if (!foot) return
  new IntersectionObserver(
    ([{ isIntersecting }]) => {
      ended = isIntersecting
      tell()
    },
    { threshold: 1 },
  ).observe(foot)
}

/**
 * Which place the reader has come to, where the line crosses none.
 * @param {HTMLElement[]} places
 */
const behind = (places) => {
  const line = (innerHeight * LINE) / 100
  return Math.max(
    0,
    places.findLastIndex((place) => place.getBoundingClientRect().top < line),
  )
}

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} button
 */
const wireMenu = (root, button) => {
  const opened = () => button.getAttribute("aria-expanded") === "true"
  /** @param {boolean} open */
  const set = (open) => button.setAttribute("aria-expanded", String(open))
  button.addEventListener("click", () => set(!opened()))
  root.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) set(false)
  })
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !opened()) return
    event.preventDefault()
    set(false)
    button.focus()
  })
  document.addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Node && !root.contains(target)) set(false)
  })
  root.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !root.contains(relatedTarget)) set(false)
  })
}
