// Runs in any page: makes values that no JSON can carry.
() => {
  const cyclic = () => {
    const it = { a: 0.5 }
    it.self = it
    return it
  }
  const no = () => {
    throw new Error("no")
  }
  const traps = ["get", "has", "ownKeys", "getOwnPropertyDescriptor", "getPrototypeOf"]
  // What the structured clone algorithm takes along comes first.
  const clonable = {
    undefined: () => undefined,
    nan: () => Number.NaN,
    infinity: () => Number.POSITIVE_INFINITY,
    "minus zero": () => -0,
    bigint: () => 4n,
    date: () => new Date(Number.NaN),
    regexp: () => /a/g,
    map: () => new Map([["a", 0.5]]),
    set: () => new Set([1]),
    error: () => new Error("<b>bold</b>"),
    floats: () => new Float64Array([0.5]),
    "many floats": () => new Float64Array(20_000),
    buffer: () => new ArrayBuffer(8),
    "boxed number": () => Object(0.5),
    "boxed text": () => Object("weak"),
    sparse: () => Array(1000),
    cyclic,
    huge: () => "9".repeat(300_000),
    blob: () => new Blob(["<b>"]),
    "own __proto__": () => JSON.parse('{ "__proto__": { "a": 0.1, "polluted": 1 } }'),
  }
  const odd = {
    ...clonable,
    symbol: () => Symbol("a"),
    function: () => no,
    class: () => class {},
    element: () => document.body,
    window: () => window,
    "document.all": () => document.all,
    promise: () => Promise.resolve(0.5),
    "null prototype": () => Object.create(null),
    getter: () => ({
      get a() {
        return no()
      },
    }),
    toJSON: () => ({ toJSON: no }),
    valueOf: () => ({ valueOf: no, toString: no, [Symbol.toPrimitive]: no }),
    "function without words": () => Object.assign(() => 0, { toString: no }),
    proxy: () => new Proxy({ a: 0.5 }, Object.fromEntries(traps.map((trap) => [trap, no]))),
    "proxy of values": () => new Proxy({}, { get: no }),
    revoked: () => {
      const { proxy, revoke } = Proxy.revocable({}, {})
      revoke()
      return proxy
    },
  }

  // {text: units}, {odd: name}, {list: […]}, {pairs: [[name, value], …]}, or the value itself.
  window.made = (it) => {
    if (it === null || typeof it !== "object") return it
    if ("text" in it) return String.fromCharCode(...it.text)
    if ("odd" in it) return odd[it.odd]()
    if ("list" in it) return it.list.map((each) => made(each))
    const object = {}
    for (const [name, value] of it.pairs) {
      const descriptor = { value: made(value), enumerable: true, configurable: true, writable: true }
      Object.defineProperty(object, made(name), descriptor)
    }
    return object
  }
}
