/** What spreadsheets would misread, kept harmless. */

const PLAIN_NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/i
const FORMULA_START = /^[\s\u0000-\u001f]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/

/**
 * A text from the service in a CSV file: where a spreadsheet would run it as a formula (it begins with `=`, `+`, `-`,
 * `@`, also after white space, or with a tab), an apostrophe goes in front. Plain numbers are no formulas and stay.
 */
export function formulaSafe(text: string): string {
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text
}

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * The number that a text is, when writing it as one loses nothing: a plain decimal of at most 15 significant
 * digits (what a spreadsheet keeps). The unified view sends its values as such texts.
 */
export function exactNumber(text: string): number | null {
  if (!DECIMAL.test(text)) return null
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
  const value = Number(text)
  return digits.length <= 15 && Number.isFinite(value) ? value : null
}
