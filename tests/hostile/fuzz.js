// Runs in a page of specviz: puts values into it, and looks after every one of them.
async () => {
  const { expectedTokens } = await import("specviz/theory")
  const { asked } = await import("specviz/address")
  const { declared } = (await import("specviz/settings")).default

  const thrown = []
  addEventListener("error", ({ message }) => thrown.push(message))
  addEventListener("unhandledrejection", ({ reason }) => thrown.push(String(reason)))
  const elements = () => document.querySelectorAll("script, img, iframe, style, b, i, a").length
  const inherited = () => Object.getOwnPropertyNames(Object.prototype).join()
  const [few, pure] = [elements(), inherited()]

  /** What is wrong with the page now, or nothing. */
  const wrong = () => {
    const { a, k, draft, c, v } = specviz.get()
    const shown = document.querySelector("output[name=E]")
    const notice = document.querySelector("#notice")
    const found = {
      a: typeof a !== "number" || !(a >= 0 && a <= 1),
      k: !Number.isInteger(k) || k < 1 || k > 16,
      draft: draft !== "aligned" && draft !== "weak",
      c: typeof c !== "number" || !(c >= 0 && c <= 1),
      v: typeof v !== "number" || !(v >= 0.5 && v <= 8),
      number: shown.dataset.value !== String(expectedTokens(a, k)),
      slider: document.querySelector("input[name=k]").valueAsNumber !== k,
      race: document.querySelector("#race").dataset.k !== String(k),
      markup: notice.childElementCount > 0 || elements() !== few || "pwned" in window,
      prototype: inherited() !== pure || "polluted" in {},
      length: notice.textContent.length > 3000,
      state: document.documentElement.dataset.specviz !== "ready",
      thrown: thrown.splice(0).join(),
    }
    return Object.entries(found).flatMap(([name, it]) => (it ? [`${name}: ${it}`] : []))
  }

  /** Does it with each case; what went wrong, with the number of the case. */
  const each = (cases, act) =>
    cases.flatMap((it, i) => {
      try {
        act(it)
      } catch (error) {
        return [[i, `threw ${error}`]]
      }
      const found = wrong()
      return found.length ? [[i, ...found]] : []
    })

  window.fuzz = {
    set: (cases) => each(cases, (it) => specviz.set(made(it))),
    // As the page does when it begins.
    address: (cases) =>
      each(cases, (it) => {
        const url = new URL(location.href)
        url.search = made(it)
        specviz.set(asked(url.search, declared))
      }),
    heard: [],
  }
  // After the page's own listener, for messages of whatever kind.
  addEventListener("message", () => fuzz.heard.push(wrong()))
}
