// Words on the page, written where they differ.

/**
 * The text node that is there goes on: for another one the browser would begin anew.
 * @param {Element} element with no more in it than a text
 * @param {string} text
 */
export const put = (element, text) => {
  const { firstChild } = element
  if (firstChild instanceof Text) {
    if (firstChild.data !== text) firstChild.data = text
  } else if (text) element.textContent = text
}

/**
 * What a picture shows, in words.
 * @param {Element} element
 * @param {string} text
 */
export const label = (element, text) => {
  if (element.getAttribute("aria-label") !== text) element.setAttribute("aria-label", text)
}
