// Begins the sections and, once BokehJS has run, their figures. It knows none of them by name.
import { wireAnnouncements } from "specviz/announce"
import { bokehjs } from "specviz/bokehjs"
import { figure, whenNear } from "specviz/figures"
import { createHand } from "specviz/hand"
import { wireMoving } from "specviz/moving"
import { complain, find, first, problems, root, store } from "specviz/numbers"
import settings from "specviz/settings"
import { wireSharing } from "specviz/share"
import { figures, parts } from "specviz/shown"

const announce = wireAnnouncements(root, store)
const hand = createHand(root, store)
wireSharing(root, store, settings.embed)
wireMoving(root, hand)

/** Figures that never come are told of once, below. @type {Promise<void>} */
const arrived = bokehjs.catch(() => new Promise(() => undefined))
/** @param {string} name */
const make = (name) => figure(find(name), figures[name], root)
/** @param {string} name */
const bring = async (name) => {
  await arrived
  const brought = make(name)
  await brought.appear()
  return brought
}
/** The same, once its place comes near the screen. @param {string} name */
const bringNear = async (name) => {
  await new Promise((resolve) => whenNear(find(name), () => resolve(undefined)))
  return bring(name)
}

/** @param {unknown} error */
const fail = (error) => {
  root.dataset.specviz = "error"
  const why = error instanceof Error ? error.message : String(error)
  complain([...problems, `The figures are missing: ${why}. Numbers, table and texts go on working`])
}

/** Every part begins, whatever becomes of the others. */
const begun = parts.map(async ({ name, begin, data }, i) =>
  begin?.({
    root: document.getElementById(name) ?? root,
    store,
    first,
    hand,
    announce,
    data,
    bokehjs,
    make,
    bring,
    // The first is what the reader sees: it does not wait to be near.
    bringNear: i ? bringNear : bring,
  }),
)

const begin = async () => {
  const [lead, ...others] = begun
  for (const other of others) other.catch(fail)
  try {
    await bokehjs
    await lead
    root.dataset.specviz = "ready"
  } catch (error) {
    lead.catch(() => undefined) // said here
    fail(error)
  }
}
begin()
