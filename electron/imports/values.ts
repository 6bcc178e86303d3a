import { foreignJson } from '../contract/foreign-json.ts'
import { formulaText } from '../contract/formulas.ts'
import type { ImportMap, SourceCell } from '../contract/import-map.ts'
import type { Verbatim } from '../contract/records.ts'
import { unitConversion } from '../contract/unit-conversion.ts'
import { converted, decimalsAfter, isSameUnit } from '../contract/units.ts'
import { LANGUAGES } from '../words/index.ts'
import { wordsOf } from '../words/program.ts'
import { unfit } from './failures.ts'

/** Cells as values of channels: a number in the general view, a text in the unified one, as the service sends them. */

/** A number as the file printed it: plain digits with a point, and how many decimals it had. */
export interface Printed {
  plain: string
  decimals: number
}

const BLANKS = /[\s\u00a0\u202f'’]/gu
const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/u

/** Whether a text is a number as programs write it: decimal digits, and one that a double holds. */
export const isPlainNumber = (text: string): boolean => PLAIN.test(text) && Number.isFinite(Number(text))

/** Letters that a number may have, with those between its thousands. */
const MOST_DIGITS = 100

/** The number in a text; null where it is none. Blanks and apostrophes between thousands are dropped. */
export function printedNumber(text: string, decimal: ImportMap['decimal']): Printed | null {
  if (text.length > MOST_DIGITS) return null
  const bare = text.replaceAll(BLANKS, '').replace('−', '-')
  const sign = decimal === 'auto' ? signIn(bare) : decimal
  const grouping = sign === ',' ? '.' : ','
  const groups = bare.split(grouping)
  // A sign between thousands stands before three digits each time.
  if (
    groups.length > 1 &&
    !groups.slice(1).every((group, nth, all) => /^\d{3}$/u.test(nth === all.length - 1 ? (group.split(sign)[0] ?? '') : group))
  )
    return null
  const plain = groups.join('').replace(sign, '.')
  if (!isPlainNumber(plain)) return null
  return { plain: plain.replace(/^\+/u, ''), decimals: /\.(\d+)/u.exec(plain)?.[1]?.length ?? 0 }
}

/** The decimal sign of a number: the last sign of two kinds; of one kind, that which stands but once. */
function signIn(bare: string): '.' | ',' {
  const [point, comma] = [bare.lastIndexOf('.'), bare.lastIndexOf(',')]
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ','
  const sign = comma >= 0 ? ',' : '.'
  // Several of one kind part thousands, and the decimal sign is the other.
  return bare.indexOf(sign) === Math.max(point, comma) ? sign : sign === ',' ? '.' : ','
}

/** What is told of the cells of a column. */
export interface Told {
  /** A number, with so many decimals. */
  printed(decimals: number): void
  /** A cell that should be a number and is none. */
  noNumber(text: string): void
}

/** Tells the value of a cell; undefined: it holds none. */
export type CellReader = (cell: SourceCell, told: Told) => Verbatim | undefined

/** What a column's values become. @throws MeterbookError IMPORT_MAP_UNFIT where its unit cannot become the sent one */
export function cellReader(
  map: ImportMap,
  { unit, sentUnit, channel }: { unit: string | undefined; sentUnit: string | undefined; channel: string },
): CellReader {
  const isText = map.content === 'events' || map.view === 'unified'
  if (map.content === 'events') return map.verbatim ? verbatimReader(map, true) : (cell) => cell.text || undefined
  const change = unit === undefined || sentUnit === undefined ? null : unitConversion(unit, sentUnit)
  if (unit !== undefined && sentUnit !== undefined && change === null) throw unfit('unit', unit, `${channel}, ${sentUnit}`)
  const isChanged = change !== null && !isSameUnit(change)
  if (map.verbatim && !isChanged) return verbatimReader(map, isText)
  return (cell, told) => {
    if (cell.kind === 'nothing' || cell.text.trim() === '') return undefined
    const number = cell.kind === 'number' ? ofSpreadsheet(cell.text) : printedNumber(cell.text, map.decimal)
    if (!number) {
      if (map.verbatim) return map.format === 'xlsx' ? cell.text : formulaText(cell.text)
      told.noNumber(cell.text)
      return undefined
    }
    told.printed(isChanged ? decimalsAfter(number.decimals, change) : number.decimals)
    if (!isChanged) return isText ? number.plain : Number(number.plain)
    const value = converted(Number(number.plain), change)
    return isText ? String(value) : value
  }
}

/** Behind the fifteen digits that a spreadsheet shows stands the noise of its computing. */
const SHOWN_DIGITS = 15
function ofSpreadsheet(text: string): Printed {
  const plain = String(Number(Number(text).toPrecision(SHOWN_DIGITS)))
  return { plain, decimals: decimalsOf(plain) }
}
const decimalsOf = (text: string): number => /\.(\d+)/u.exec(text)?.[1]?.length ?? 0

/** A number of a file for people of a language that has decimal commas. */
const WITH_COMMA = /^-?\d+,\d+(?:e[+-]\d+)?$/u
const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ...LANGUAGES.flatMap((language): [string, boolean][] => [
    [wordsOf(language).file.yes, true],
    [wordsOf(language).file.no, false],
  ]),
])

/**
 * Cells of Meterbook's own files. A number is what is spelled as the program spells one, and stands in no quotes unless its
 * decimal comma needs them; every other text is kept, without the apostrophes that kept it from being a formula.
 */
function verbatimReader({ decimal, format, separator }: ImportMap, isText: boolean): CellReader {
  return (cell, told) => {
    const { kind, text, quoted } = cell
    if (kind === 'nothing') return undefined
    if (kind === 'number') return numbered(text, isText, told)
    if (kind === 'truth') return isText ? text : text === 'true'
    // A spreadsheet tells texts from numbers by itself, and has no formulas among its texts.
    if (format === 'xlsx') return text
    const plain = decimal === ',' && WITH_COMMA.test(text) && (!quoted || separator === decimal) ? text.replace(',', '.') : text
    if (plain !== '' && String(Number(plain)) === plain && Number.isFinite(Number(plain))) return numbered(plain, isText, told)
    if (isText) {
      if (PLAIN.test(plain)) told.printed(decimalsOf(plain))
      return formulaText(plain)
    }
    const truth = quoted ? undefined : TRUTHS.get(text)
    if (truth !== undefined) return truth
    const object = quoted && /^[[{]/u.test(text) ? foreignJson(text) : undefined
    return object === undefined ? formulaText(plain) : (object as Verbatim)
  }
}
function numbered(plain: string, isText: boolean, told: Told): Verbatim {
  told.printed(decimalsOf(plain))
  return isText ? plain : Number(plain)
}
