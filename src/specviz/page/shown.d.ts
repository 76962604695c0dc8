// The module that modules.py makes of what is shown.
import type { Item } from "specviz/figures"
import type { Page } from "specviz/section"

export declare const parts: {
  name: string
  data: any
  begin?: (page: Page<any>) => unknown
}[]
export declare const figures: Record<string, Item>
