// Native form elements on one side, the store on the other.

/**
 * @param {HTMLElement} root
 * @param {import("specviz/store").Store} store
 */
export const wireControls = (root, store) => {
  const controls = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([
    ...root.querySelectorAll("[data-setting]"),
  ])
  for (const control of controls) {
    const name = settingOf(control)
    control.addEventListener("input", () => store.set({ [name]: entered(control) }))
    const show = () => put(control, store.get()[name])
    store.follow([name], show)
    show()
  }
}

/**
 * Names are the contract's, and used once; a second control of a setting says which one it means.
 * @param {HTMLInputElement | HTMLSelectElement} control
 */
const settingOf = (control) =>
  /** @type {keyof import("specviz/store").Settings} */ (control.dataset.setting || control.name)

/** @param {HTMLInputElement | HTMLSelectElement} control */
const entered = (control) =>
  control.type === "range" ? /** @type {HTMLInputElement} */ (control).valueAsNumber : control.value

/**
 * Leaves a control alone that shows the value already: the reader may be holding it.
 * @param {HTMLInputElement | HTMLSelectElement} control
 * @param {string | number} value
 */
const put = (control, value) => {
  if (control.type === "radio")
    /** @type {HTMLInputElement} */ (control).checked = control.value === value
  else if (entered(control) !== value) control.value = String(value)
}
