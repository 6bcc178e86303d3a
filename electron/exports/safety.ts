import { numberOf } from '../book/index.ts'
import type { ShownUnit } from '../contract/shown-units.ts'
import { converted } from '../contract/units.ts'
import type { Cell, Column, Row } from './table.ts'

/** Which texts are numbers. The unified view sends its values as texts; codes, phones and serial numbers look like numbers, too. */

/** No exponent: `1e5` is as likely a code. No leading zeros and no plus: `007` and `+7` are not numbers. */
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** A plain decimal number written with a point. */
export const isDecimal = (text: string): boolean => DECIMAL.test(text)

/** Significant digits that a spreadsheet keeps. */
const EXACT_DIGITS = 15

/** The number that a text is, when writing it as one loses nothing: a plain decimal with no more digits than are kept. */
export function exactNumber(text: string): number | null {
  if (!isDecimal(text)) return null
  if (text.length <= EXACT_DIGITS) return Number(text)
  const digits = text.replace(/[-.]/g, '').replace(/^0+/, '')
  return digits.length <= EXACT_DIGITS ? Number(text) : null
}

/** Whether texts of a column count as numbers, row by row: measured values do, and where a column names the unit only those that have one. */
export function measuredIn(columns: readonly Column[], { kind, unitKey }: Column): (row: Row) => boolean {
  if (kind !== 'value') return () => false
  if (unitKey === undefined) return () => true
  const at = columns.findIndex(({ key }) => key === unitKey)
  return (row) => typeof row[at] === 'string' && row[at] !== ''
}

/** A measured value in the unit that the file is asked for, however many digits it has; what is no number as it came. */
export function inUnit(cell: Cell, shown: ShownUnit): Cell {
  if (!shown.converted) return cell
  const number = numberOf(cell)
  return Number.isFinite(number) ? converted(number, shown) : cell
}
