// Words on the page, written where they differ.

/**
 * Keeps the text node that is there: a new one the browser would lay out from scratch.
 * @param {Element} element with no more in it than a text
 * @param {string} text
 */
export const put = (element, text) => {
  const { firstChild } = element
  if (firstChild instanceof Text) {
    if (firstChild.data !== text) firstChild.data = text
  } else if (element.textContent !== text) element.textContent = text
}

/**
 * What a picture shows, in words.
 * @param {Element} element
 * @param {string} text
 */
export const label = (element, text) => {
  if (element.getAttribute("aria-label") !== text) element.setAttribute("aria-label", text)
}
