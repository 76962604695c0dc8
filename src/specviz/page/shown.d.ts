// The module that modules.py makes of what is shown.
import type { Item } from "specviz/figures"
import type { Page } from "specviz/section"

export declare const parts: {
  name: string
  data: never
  begin?: (page: Page<never>) => unknown
}[]
export declare const figures: Record<string, Item>
