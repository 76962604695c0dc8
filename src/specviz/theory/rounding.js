// Twin of rounding.py: ECMA-262 has toFixed take exact halves up.

/** Decimal text of a number, halves up. @param {number} x */
export const rounded = (x, digits = 2) => x.toFixed(digits)
