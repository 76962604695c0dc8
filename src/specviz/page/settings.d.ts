// The module that modules.py makes of what the settings may be.
import type { Declared } from "specviz/store"

declare const settings: {
  declared: Declared
  /** The acceptance rate of each draft. */
  acceptance: Record<string, number>
  /** The embed code, with %URL% where the address goes. */
  embed: string
}
export default settings
