// A presenter's clicker first steps through the passes of the race, and after the last the deck
// goes on; backwards likewise. Wherever the focus is, in the deck or in the slide's frame.
//
// The deck hands a key to the frame that is on show, {type: "specviz:key", key}. The frame uses it,
// or hands it back when nothing is left to move; so it does with keys that are pressed inside of it.

/** @param {Reveal} deck once it is ready */
function clicker(deck) {
  const handed = ["PageDown", "PageUp", "ArrowRight", "ArrowLeft"]
  const actions = {
    PageDown: () => deck.next(),
    PageUp: () => deck.prev(),
    ArrowRight: () => deck.right(),
    ArrowLeft: () => deck.left(),
    ArrowDown: () => deck.down(),
    ArrowUp: () => deck.up(),
    Escape: () => deck.toggleOverview(),
    b: () => deck.togglePause(),
    ".": () => deck.togglePause(),
  }
  // Frames that have spoken: one that never arrived must not swallow the lecturer's keys.
  const alive = new WeakSet()

  const frame = () => {
    const slide = deck.getCurrentSlide()
    const background = deck.getSlideBackground(slide)
    const found = slide.querySelector("iframe") ?? background?.querySelector("iframe")
    return found && alive.has(found.contentWindow) ? found.contentWindow : undefined
  }

  addEventListener("message", ({ source, data }) => {
    if (typeof data?.type !== "string" || !data.type.startsWith("specviz:")) return
    alive.add(source)
    if (data.type === "specviz:key" && source === frame()) actions[data.key]?.()
  })

  // Before the deck's own listener hears of it.
  addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !handed.includes(event.key)) return
      const there = deck.isOverview() || deck.isPaused() ? undefined : frame()
      if (!there) return
      event.preventDefault()
      event.stopPropagation()
      there.postMessage({ type: "specviz:key", key: event.key }, "*")
    },
    true,
  )
}
