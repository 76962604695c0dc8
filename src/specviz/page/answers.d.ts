// The module that modules.py makes of what answers in sections before any figure is there.
import type { Early } from "specviz/section"

export declare const answers: ((early: Early) => void)[]
