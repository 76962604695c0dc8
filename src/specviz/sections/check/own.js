// The reader's own values, typed: what is out of range is named, and the old value stays.
import { problem } from "specviz/store"

/**
 * @typedef {import("specviz/check/check").Choice} Choice
 * @typedef {{of: "hardware" | "model" | "load", key: string, scale: number, min: number, max: number, whole?: boolean, name: string}} Field
 */

/** @type {Record<string, Field>} */
const FIELDS = {
  bandwidth: {
    of: "hardware",
    key: "bandwidth",
    scale: 1e12,
    min: 0.001,
    max: 1000,
    name: "memory, in TB/s,",
  },
  peak: {
    of: "hardware",
    key: "peak",
    scale: 1e12,
    min: 0.001,
    max: 1e6,
    name: "peak, in Tflop/s,",
  },
  parameters: {
    of: "model",
    key: "parameters",
    scale: 1e9,
    min: 0.001,
    max: 1e5,
    name: "parameters, in 10⁹,",
  },
  active: {
    of: "model",
    key: "active",
    scale: 1e9,
    min: 0.001,
    max: 1e5,
    name: "active parameters, in 10⁹,",
  },
  bytesPerParameter: {
    of: "model",
    key: "bytesPerParameter",
    scale: 1,
    min: 0.05,
    max: 8,
    name: "bytes a parameter",
  },
  experts: {
    of: "model",
    key: "experts",
    scale: 1,
    min: 1,
    max: 4096,
    whole: true,
    name: "experts",
  },
  activeExperts: {
    of: "model",
    key: "activeExperts",
    scale: 1,
    min: 1,
    max: 4096,
    whole: true,
    name: "experts a token chooses",
  },
  batch: { of: "load", key: "batch", scale: 1, min: 1, max: 1024, whole: true, name: "batch" },
  context: {
    of: "load",
    key: "context",
    scale: 1,
    min: 0,
    max: 1048576,
    whole: true,
    name: "context",
  },
  overhead: {
    of: "load",
    key: "overhead",
    scale: 1e-3,
    min: 0,
    max: 1000,
    name: "overhead, in ms,",
  },
}

/**
 * @param {HTMLElement} root
 * @param {Choice} choice
 * @param {(what: "hardware" | "model" | "load") => void} changed
 */
export const wireOwn = (root, choice, changed) => {
  const inputs = /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll("[data-own]")])
  const complaint = /** @type {HTMLElement} */ (root.querySelector("#check-problem"))
  /** @param {Field} field @returns {any} */
  const holder = ({ of }) => (of === "load" ? choice : choice[of])
  const show = () => {
    for (const input of inputs) {
      const field = FIELDS[/** @type {string} */ (input.dataset.own)]
      input.value = String(Number((holder(field)[field.key] / field.scale).toPrecision(12)))
      input.removeAttribute("aria-invalid")
    }
    complaint.hidden = true
  }
  for (const input of inputs) {
    const field = FIELDS[/** @type {string} */ (input.dataset.own)]
    input.addEventListener("change", () => {
      const { min, max } = bounds(field, choice.model)
      const value = input.value === "" ? Number.NaN : Number(input.value)
      const wrong = problem(field.name, value, { min, max, whole: field.whole === true })
      if (wrong) {
        input.setAttribute("aria-invalid", "true")
        complaint.textContent = `${wrong}. The old value stays.`
        complaint.hidden = false
        return
      }
      const changes = { [field.key]: value * field.scale }
      if (field.of === "load") Object.assign(choice, changes)
      else if (field.of === "hardware") choice.hardware = { ...choice.hardware, ...changes }
      else choice.model = consistent({ ...choice.model, ...changes }, field.key)
      changed(field.of)
    })
  }
  return { show }
}

/**
 * What a field may hold beside the others.
 * @param {Field} field
 * @param {import("specviz/roofline").LanguageModel} model
 */
const bounds = ({ key, min, max }, { parameters, experts, activeExperts }) => {
  if (key === "activeExperts") return { min, max: experts }
  if (key === "active")
    return { min: (parameters * activeExperts) / experts / 1e9, max: parameters / 1e9 }
  return { min, max }
}

/**
 * The same model, with as many active experts and parameters as there can be.
 * @param {import("specviz/roofline").LanguageModel} model
 * @param {string} changed
 */
const consistent = (model, changed) => {
  const { experts, parameters } = model
  const activeExperts = Math.min(model.activeExperts, experts)
  const dense = activeExperts === experts
  const least = (parameters * activeExperts) / experts
  const active =
    dense && changed !== "active" ? parameters : Math.max(least, Math.min(model.active, parameters))
  return { ...model, activeExperts, active }
}
