// Settings named in the page's address. Values are only ever compared and shown as text.

/**
 * What an address asks for; a number where it reads as one, else the text itself, which the store will name as wrong.
 * @param {string} search as in location.search
 * @param {import("specviz/store").Declared} declared
 * @returns {Record<string, unknown>}
 */
export const asked = (search, declared) =>
  Object.fromEntries(
    [...new URLSearchParams(search)]
      .filter(([name]) => Object.hasOwn(declared, name))
      .map(([name, text]) => [name, Array.isArray(declared[name]) ? text : number(text)]),
  )

/** @param {string} text */
const number = (text) => (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : text)

/**
 * An address that names all the settings, so that it shows the same wherever the page begins.
 * @param {string} href
 * @param {import("specviz/store").Settings} settings
 */
export const address = (href, { theme, ...settings }) => {
  const url = new URL(href)
  for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, String(value))
  if (theme !== "auto") url.searchParams.set("theme", theme)
  return url.href
}
