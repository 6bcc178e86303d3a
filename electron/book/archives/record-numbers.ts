/** Of so many digits every whole number, and every power of ten, is a double exactly. */
const MOST_DIGITS = 15
const POWERS_OF_TEN = Float64Array.from({ length: MOST_DIGITS + 1 }, (_, power) => 10 ** power)

const QUOTE = 34
const COMMA = 44
const MINUS = 45
const POINT = 46
const ZERO = 48
const NINE = 57
const OPEN = 91
const CLOSE = 93
const NULL = 110

/**
 * Puts the numbers of one record's JSON into row `row` of the columns without making its values: the text of three
 * years of hours is read several times as fast. Numbers, and texts that are numbers with a point or a comma, are the
 * same doubles that `numberOf` gives; null leaves a column as it is.
 *
 * @returns false where the text is anything but a list of plain numbers, such texts, and nulls: the caller has to read
 * the values themselves, and may overwrite what was put
 */
export function putNumbers(json: string, row: number, columns: readonly Float64Array[]): boolean {
  if (json.charCodeAt(0) !== OPEN) return false
  let at = 1
  if (json.charCodeAt(at) === CLOSE) return json.length === 2
  for (let place = 0; ; place++) {
    const first = json.charCodeAt(at)
    if (first === NULL) {
      at += 4
    } else {
      const quoted = first === QUOTE
      if (quoted) at++
      const negative = json.charCodeAt(at) === MINUS
      if (negative) at++
      let mantissa = 0
      let digits = 0
      let decimals = -1
      for (; ; at++) {
        const code = json.charCodeAt(at)
        if (code >= ZERO && code <= NINE) {
          mantissa = mantissa * 10 + (code - ZERO)
          digits++
          if (decimals >= 0) decimals++
        } else if (decimals < 0 && (code === POINT || (quoted && code === COMMA))) {
          decimals = 0
        } else break
      }
      if (digits === 0 || digits > MOST_DIGITS) return false
      if (quoted && json.charCodeAt(at++) !== QUOTE) return false
      const column = columns[place]
      if (column) {
        // Both are exact, so the quotient is the double nearest to what is written.
        const value = decimals > 0 ? mantissa / (POWERS_OF_TEN[decimals] as number) : mantissa
        column[row] = negative ? -value : value
      }
    }
    const next = json.charCodeAt(at++)
    if (next === CLOSE) return at === json.length
    if (next !== COMMA) return false
  }
}
