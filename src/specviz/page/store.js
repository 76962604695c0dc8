// The page's own state: what the reader set, and who wants to know. No DOM, no Bokeh.

/**
 * @typedef {object} Settings
 * @property {number} a acceptance rate, 0..1
 * @property {number} k draft length, a whole number
 * @property {string} draft "aligned" or "weak"
 * @property {number} c cost of drafting one token, in target steps
 * @property {number} v cost of one verify pass, in target steps
 * @property {number} dice the seed that names a run
 * @property {string} kind which dice: "independent" or "recorded"
 * @property {string} prompt name of the recorded prompt
 * @property {string} theme "auto", "light" or "dark"
 *
 * @typedef {{min: number, max: number, whole?: boolean}} Range
 * @typedef {Record<string, Range | string[]>} Declared what each setting may be: Python's declaration
 * @typedef {(now: Settings, before: Settings) => void} Listener
 * @typedef {ReturnType<typeof createStore>} Store
 */

/**
 * Why a value cannot be taken, or "" if it can.
 * @param {string} name
 * @param {unknown} value
 * @param {Range | string[] | undefined} allowed
 */
export const problem = (name, value, allowed) => {
  const got = printed(value)
  if (!allowed) return `${cut(name)} is not a setting of this page`
  if (Array.isArray(allowed)) {
    return typeof value === "string" && allowed.includes(value)
      ? ""
      : `${name} must be "${allowed.join('" or "')}", got ${got}`
  }
  const { min, max, whole } = allowed
  const fits =
    typeof value === "number" && value >= min && value <= max && (!whole || Number.isInteger(value))
  return fits
    ? ""
    : `${name} must ${whole ? "be a whole number" : "lie"} in ${min}..${max}, got ${got}`
}

const LONGEST = 60 // characters of a wrong name or value that a message repeats

/** @param {string} text */
const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

/** @param {unknown} value */
const printed = (value) => {
  try {
    return cut(
      typeof value === "object" || typeof value === "string"
        ? (JSON.stringify(value) ?? "nothing")
        : String(value),
    )
  } catch {
    return "an object" // cyclic, or with a toJSON that throws
  }
}

/**
 * @param {Declared} declared
 * @param {Record<string, number>} acceptance the a that goes with each draft
 * @param {Settings} first
 */
export const createStore = (declared, acceptance, first) => {
  let settings = { ...first }
  /** @type {Set<Listener>} */
  const listeners = new Set()
  return {
    get: () => ({ ...settings }),
    /**
     * Takes what is allowed and leaves the rest as it was; flipping the draft also sets its a.
     * @param {unknown} changes
     * @returns {string[]} what was wrong, one sentence a value
     */
    set: (changes) => {
      if (typeof changes !== "object" || changes === null)
        return [`settings must be an object, got ${printed(changes)}`]
      /** @type {[string, unknown][]} */
      let entries
      try {
        entries = Object.entries(changes)
      } catch {
        return ["settings must be an object that can be read"]
      }
      const problems = entries.map(([name, value]) =>
        problem(name, value, Object.hasOwn(declared, name) ? declared[name] : undefined),
      )
      const good = /** @type {Partial<Settings>} */ (
        Object.fromEntries(entries.filter((_, i) => !problems[i]))
      )
      if (good.draft !== undefined && good.draft !== settings.draft)
        good.a ??= acceptance[good.draft]
      const before = settings
      settings = { ...before, ...good }
      const changed = /** @type {(keyof Settings)[]} */ (Object.keys(good)).some(
        (name) => settings[name] !== before[name],
      )
      if (changed) for (const listener of listeners) listener(settings, before)
      return problems.filter(Boolean)
    },
    /** @param {Listener} listener */
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /**
     * Calls the listener only when one of these has changed.
     * @param {readonly (keyof Settings)[]} names
     * @param {Listener} listener
     */
    follow: (names, listener) => {
      listeners.add((now, before) => {
        if (names.some((name) => now[name] !== before[name])) listener(now, before)
      })
    },
  }
}
