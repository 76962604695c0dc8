// While the numbers move, the browser need not lay out what is off the screen. It is written all
// the same, and shows as soon as they rest.

const PARTS = ".controls, section, section .figure"

/**
 * @param {HTMLElement} root
 * @param {import("specviz/hand").Hand} hand
 */
export const wireMoving = (root, hand) => {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        target.classList.toggle("away", !isIntersecting)
    },
    { rootMargin: "100px" },
  )
  for (const part of root.querySelectorAll(PARTS)) observer.observe(part)
  hand.watch((moves) => root.classList.toggle("moving", moves))
}
