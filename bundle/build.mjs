// Makes BokehJS with only the model types that the figures name: node build.mjs OUT < TYPES.json
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const here = dirname(fileURLToPath(import.meta.url))
const lib = join(here, "node_modules/@bokeh/bokehjs/build/js/lib")
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

const { outputFiles } = await build({
  stdin: { contents: entry, resolveDir: lib, sourcefile: "lean.js" },
  absWorkingDir: here,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  legalComments: "none",
  plugins: [stubs],
  write: false,
  logLevel: "warning",
})
writeFileSync(process.argv[2], outputFiles[0].contents)
console.log(`${relative(process.cwd(), process.argv[2])}: ${outputFiles[0].contents.length} bytes`)
