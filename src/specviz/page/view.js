// Figures are drawn while they can be seen, and not else.

/**
 * A figure that is drawn while it is near the screen, and caught up with when it comes back.
 * @param {HTMLElement} element
 * @param {(name: string) => Promise<import("specviz/figures").Figure>} bring
 * @param {(figure: import("specviz/figures").Figure) => void} draw
 */
export const view = (element, bring, draw) => {
  /** @type {import("specviz/figures").Figure | undefined} */
  let figure
  let near = false
  let stale = true
  const update = () => {
    stale = !(figure && near)
    if (figure && near) draw(figure)
  }
  const watch = (/** @type {IntersectionObserverEntry[]} */ entries) => {
    near = entries[entries.length - 1].isIntersecting
    if (near && stale) update()
  }
  new IntersectionObserver(watch, { rootMargin: "200px" }).observe(element)
  new ResizeObserver(update).observe(element)
  const shown = bring(element.id).then((arrived) => {
    figure = arrived
    update()
  })
  return { update, shown }
}
