// What a section's module is given.
import type { Figure } from "specviz/figures"
import type { Hand } from "specviz/hand"
import type { Settings, Store } from "specviz/store"

/** What `answer` is given: no figure, and no Bokeh yet. */
export interface Early {
  root: HTMLElement
  store: Store
}

/** What `begin` is given. */
export interface Page<Data = unknown> {
  /** The section's element; the document's where a host begins. */
  root: HTMLElement
  store: Store
  /** The settings with which Python rendered the page. */
  first: Settings
  hand: Hand
  announce: (text: string) => void
  /** What the section's data() made. */
  data: Data
  /** Rejected, with the reason, where BokehJS could not be had. */
  bokehjs: Promise<void>
  /** A figure that is not on the page yet; only once BokehJS is there. */
  make: (name: string) => Figure
  /** A figure, on the page: never, where BokehJS could not be had. */
  bring: (name: string) => Promise<Figure>
  /** The same, once its place comes near the screen. */
  bringNear: (name: string) => Promise<Figure>
}
