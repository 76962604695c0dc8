// Makes BokehJS with only the model types that are named: node build.mjs OUT LICENSES < TYPES.json
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const here = dirname(fileURLToPath(import.meta.url))
const lib = join(here, "node_modules/@bokeh/bokehjs/build/js/lib")
const [out, licences] = process.argv.slice(2)
const types = JSON.parse(readFileSync(0, "utf-8"))

/** Where each exported class is defined. */
const homes = new Map()
const files = readdirSync(lib, { recursive: true })
  // Other classes there have the same names: Text, Span, Line and Image, for four.
  .filter((name) => /^(document|models)[/\\](?!dom[/\\]|.*webgl).*\.js$/.test(name))
  .sort()
for (const name of files) {
  const code = readFileSync(join(lib, name), "utf-8")
  for (const [, type] of code.matchAll(/^export (?:default )?(?:abstract )?class (\w+)/gm))
    if (!homes.has(type)) homes.set(type, name)
}
const missing = types.filter((type) => !homes.has(type))
if (missing.length) throw new Error(`@bokeh/bokehjs exports no ${missing.join(", ")}`)

const from = (name) => JSON.stringify(`./${name.split(sep).join("/")}`)
const entry = [
  `import * as Bokeh from "./index"`,
  `import * as document from "./document"`,
  `import { register_models } from "./base"`,
  ...types.map((type) => `import { ${type} } from ${from(homes.get(type))}`),
  // What documents need has registered itself.
  `register_models([${types.join(", ")}].filter((type) => !(type.__qualified__ in Bokeh.Models)))`,
  `const known = { document }`,
  `const require = (name) => {`,
  `  if (Object.hasOwn(known, name)) return known[name]`,
  "  throw new Error(`the lean BokehJS has no module ${name}`)",
  `}`,
  `globalThis.Bokeh = { ...Bokeh, require }`,
].join("\n")

const stubs = {
  name: "stubs",
  setup({ onResolve, onLoad }) {
    const stub = (path) => ({ path, namespace: "stub" })
    onResolve({ filter: /mathjax|regl|^proj4|icons\.css|mathjax-full/ }, ({ path }) => stub(path))
    // BokehJS makes two projections while it loads; a style sheet must be text.
    onLoad({ filter: /.*/, namespace: "stub" }, ({ path }) => ({
      contents: `module.exports = { __esModule: true, default: ${
        path.endsWith(".css") ? "''" : "function () {}"
      } }`,
      loader: "js",
    }))
  },
}

const { outputFiles, metafile } = await build({
  stdin: { contents: entry, resolveDir: lib, sourcefile: "lean.js" },
  absWorkingDir: here,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  legalComments: "none",
  plugins: [stubs],
  write: false,
  metafile: true,
  logLevel: "warning",
})

/** Of every package that is in the bundle: its name, version and licence. */
const packages = Object.keys(metafile.inputs)
  .map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[0])
  .filter((path) => path !== undefined)
const parts = [...new Set(packages)].sort().map((path) => {
  const folder = join(here, path)
  const described = JSON.parse(readFileSync(join(folder, "package.json"), "utf-8"))
  const { name, version, license, author } = described
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  if (!license && !file) throw new Error(`${name} says nothing of its licence`)
  // One of them has no file with its licence's text, and names it with its author.
  const text = file
    ? readFileSync(join(folder, file), "utf-8").trim()
    : `${license}, by ${author?.name ?? author}`
  return { name, version, license, text }
})
const bokeh = parts.find(({ name }) => name === "@bokeh/bokehjs")
const heads = parts.map(({ name, version, license }) =>
  [`${name} ${version}`, license].filter(Boolean).join(", "),
)
const head = [
  `/*! BokehJS ${bokeh.version} with ${types.join(" ")}`,
  `Made of ${heads.join("; ")}`,
  "",
  bokeh.text,
  "*/",
  "",
].join("\n")
writeFileSync(out, head + outputFiles[0].text)
writeFileSync(
  licences,
  parts.map(({ text }, i) => `${heads[i]}\n\n${text}\n`).join(`\n${"-".repeat(80)}\n\n`),
)
