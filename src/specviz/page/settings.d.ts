// The module that modules.py makes of what the settings may be.
import type { Declared } from "specviz/store"

declare const settings: {
  declared: Declared
  /** The acceptance rate of each draft. */
  acceptance: Record<string, number>
}
export default settings
