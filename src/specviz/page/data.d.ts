// The module that modules.py makes of what is the same for every reader.
import type { Item } from "specviz/figures"
import type { Findings } from "specviz/pair/pair"
import type { Excerpt } from "specviz/race/tokens"

declare const data: {
  words: Excerpt
  /** The embed code, with %URL% where the address goes. */
  embed: string
  figures: Record<string, Item>
  /** In the view that has the section. */
  pair?: Record<string, Findings>
}
export default data
