/** Texts from the service that a spreadsheet would run as formulas, made harmless: in CSV files and on the clipboard. */

/** The signs that begin a formula; also in the wide and small forms of East Asian typing, which Excel reads as the plain ones. */
const SIGN = String.raw`[=+\-@\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20]`
const HAS_SIGN = new RegExp(SIGN)
const FORMULA_START = new RegExp(String.raw`^["\s\u0000-\u001f]*${SIGN}`)

const GROUPED = String.raw`\d{1,3}(?:[ \u00a0\u202f,]\d{3})+`
/** A number, alone or with one unit or word behind it (`-1.5`, `-1 240,5 °C`, `-2 этаж`): harmless as a formula. */
const NUMBER = new RegExp(String.raw`^\s*[+-]?(?:(?:${GROUPED}|\d+)(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?\s*(?:[\p{L}°%²³]+\s*)?$`, 'iu')
/** Neither a letter nor a digit, so nothing to run: `---` is a placeholder of many devices. */
const NOTHING_TO_RUN = /^[^\p{L}\p{N}]*$/u

const isFormula = (text: string): boolean => FORMULA_START.test(text) && !NUMBER.test(text) && !NOTHING_TO_RUN.test(text)

/** Also one that stands behind apostrophes of its own: those of ours could not be told from them. */
const isProtected = (text: string): boolean => isFormula(text.replace(/^'+/, ''))

/** Characters that end a cell for any reader, whichever separator it assumes. */
const CELL_END = /([,;\t\r\n])/

/**
 * Puts an apostrophe before whatever a spreadsheet would take for a formula: at the beginning of the text, and behind
 * each separator in it, because a reader that assumes another separator than the file's makes cells of the pieces.
 */
export function formulaSafe(text: string): string {
  if (!HAS_SIGN.test(text) || NUMBER.test(text)) return text
  const [first = '', ...rest] = text.split(CELL_END)
  const pieces = rest.map((piece) => (isProtected(piece) ? `'${piece}` : piece))
  return (isProtected(text) ? "'" : '') + first + pieces.join('')
}

/** The text that `formulaSafe` was given: takes away the apostrophes that it put there, and no other. */
export function formulaText(safe: string): string {
  const [first = '', ...rest] = safe.split(CELL_END)
  const bare = (piece: string) => (piece.startsWith("'") && isProtected(piece) ? piece.slice(1) : piece)
  return bare([first, ...rest.map(bare)].join(''))
}
