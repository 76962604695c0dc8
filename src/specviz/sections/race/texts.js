// The two texts, growing token by token, and how many of their tokens are the same.

/**
 * @typedef {{text: string, outcome: string}} Token
 */

/**
 * One span a token; the underline that tells its outcome leaves out the white space before it.
 * @param {Token} token
 */
const span = ({ text, outcome }) => {
  const element = document.createElement("span")
  const word = document.createElement("u")
  const start = text.length - text.trimStart().length
  word.textContent = text.slice(start)
  element.className = outcome
  element.append(text.slice(0, start), word)
  return element
}

/**
 * Makes the element hold exactly these tokens, touching only what differs.
 * @param {Element} element
 * @param {Token[]} tokens
 */
export const write = (element, tokens) => {
  while (element.childElementCount > tokens.length) element.lastElementChild?.remove()
  tokens.forEach(({ text, outcome }, i) => {
    const there = element.children[i]
    if (!there) element.append(span({ text, outcome }))
    else if (there.className !== outcome || there.textContent !== text)
      there.replaceWith(span({ text, outcome }))
  })
}

/**
 * How many leading tokens of the two are the same.
 * @param {Token[]} one
 * @param {Token[]} other
 */
export const identical = (one, other) => {
  const both = Math.min(one.length, other.length)
  const first = one.slice(0, both).findIndex(({ text }, i) => text !== other[i].text)
  return first < 0 ? both : first
}
