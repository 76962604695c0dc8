// The player: where in a timeline we are, and whether we move. Paced by elapsed time, not by frames.

/**
 * @typedef {import("specviz/race/timeline").Timeline} Timeline
 * @typedef {ReturnType<typeof createPlayer>} Player
 */

const LONGEST_FRAME = 0.25 // seconds; a tab that slept does not leap ahead

/**
 * @param {object} needs
 * @param {(t: number, playing: boolean) => void} needs.show
 * @param {() => boolean} needs.still whether the reader asked for reduced motion
 * @param {import("specviz/hand").Hand} needs.hand while it moves, we stand still
 */
export const createPlayer = ({ show, still, hand }) => {
  /** @type {Timeline} */
  let timeline = { segments: [], stops: [0], total: 0 }
  let t = 0
  let until = 0
  let speed = 1
  let playing = false
  let awake = true
  let generation = 0

  // With reduced motion nothing is between two stops: each shows the end of its pass.
  const shown = () =>
    still() ? (timeline.stops.filter((stop) => stop <= t).pop() ?? timeline.stops[0]) : t
  const draw = () => show(shown(), playing)

  const run = () => {
    const mine = ++generation
    /** @type {number | undefined} */
    let last
    /** @param {number} now */
    const frame = (now) => {
      if (mine !== generation) return
      t = Math.min(until, t + Math.min(LONGEST_FRAME, (now - (last ?? now)) / 1000) * speed)
      last = now
      if (t >= until) halt()
      else requestAnimationFrame(frame)
      draw()
    }
    if (awake && !hand.moves()) requestAnimationFrame(frame)
  }
  const halt = () => {
    playing = false
    generation++
  }
  /** @param {number} to */
  const moveTo = (to) => {
    until = to
    playing = true
    run()
    draw()
  }
  /** @param {number} to */
  const jump = (to) => {
    halt()
    t = to
    draw()
  }

  hand.watch((moves) => {
    generation++
    if (!moves && playing) run()
  })

  return {
    draw,
    /**
     * Takes another timeline: from its beginning, or where `at` says.
     * @param {Timeline} next
     * @param {number} [at]
     */
    load: (next, at) => {
      const from = at ?? 0
      until =
        until >= timeline.total
          ? next.total
          : (next.stops.find((stop) => stop >= from) ?? next.total)
      timeline = next
      t = from
      if (at === undefined) jump(still() ? next.stops[0] : 0)
      else draw()
    },
    play: () => moveTo(timeline.total),
    pause: () => jump(t),
    /** Plays one pass on; at once to its end where motion is reduced, or where the last step is still moving. */
    step: () => {
      if (playing && until < timeline.total) t = until
      const next = timeline.stops.find((stop) => stop > t)
      if (next === undefined) return false
      if (still()) jump(next)
      else moveTo(next)
      return true
    },
    back: () => {
      const from = playing ? Math.min(t, until) : t
      const index = timeline.stops.findIndex((stop) => stop >= from)
      jump(index > 0 ? timeline.stops[index - 1] : 0)
    },
    /** @param {number} next */
    pace: (next) => {
      speed = next
    },
    /** @param {boolean} visible nothing is drawn off screen */
    wake: (visible) => {
      if (visible === awake) return
      awake = visible
      if (!awake) generation++
      else if (playing) run()
    },
    place: () => ({ t, playing, ended: t >= timeline.total }),
  }
}
