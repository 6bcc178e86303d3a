import type { Verbatim } from '../../contract/records.ts'
import { isObject, parseStored } from '../file/stored.ts'

/** The values of one record by channel. */
export type Values = Readonly<Record<string, Verbatim>>

/**
 * Encodes a record's values as JSON: an array in the order of the channel list that ends with the last value present. A
 * record that lacks a channel in the middle becomes an object keyed by position, so that absent and null stay distinct.
 * Returns null if the record has a channel that is not in the list.
 */
export function encodeRecord(values: Values, channels: readonly string[]): string | null {
  const cells: Verbatim[] = []
  let found = 0
  for (let at = 0; at < channels.length; at++) {
    const channel = channels[at] as string
    const value = values[channel]
    if (value === undefined || (typeof value === 'object' && value !== null && !Object.hasOwn(values, channel))) continue
    if (typeof value === 'function') continue
    if (at !== found) return encodeSparse(values, channels)
    cells.push(value)
    found++
  }
  let has = 0
  for (const _ in values) has++
  return has === found ? JSON.stringify(cells) : null
}

function encodeSparse(values: Values, channels: readonly string[]): string | null {
  const names = Object.keys(values)
  const cells: Record<string, Verbatim> = {}
  for (const name of names) {
    const at = channels.indexOf(name)
    if (at < 0) return null
    cells[at] = values[name] as Verbatim
  }
  return JSON.stringify(cells)
}

/** The channels of a record that are not in the list. */
export function unknownChannels(values: Values, channels: readonly string[]): string[] {
  return Object.keys(values).filter((name) => !channels.includes(name))
}

/** The values of a record by position: an array, or an object where one in the middle is absent. */
export type RecordCells = Verbatim[] | Readonly<Record<string, Verbatim>>

/** An array of texts without a sign that JSON escapes: most records of the unified view. */
const TEXTS = /^\["[^"\\]*"(?:,"[^"\\]*")*\]$/

/** Parses a record into its values by position. Throws BOOK_DAMAGED if it is malformed. */
export function parseRecord(json: string): RecordCells {
  // Twice as fast as JSON.parse, which looks each short text up among all that it knows.
  if (TEXTS.test(json)) return json.slice(2, -2).split('","')
  return parseStored<Verbatim[] | Record<string, Verbatim>>(json, 'reading', isObject)
}

/** The reverse of encodeRecord. The object inherits nothing: a channel may be called `constructor` or `__proto__`. */
export function decodeRecord(json: string, channels: readonly string[]): Record<string, Verbatim> {
  const values = Object.create(null) as Record<string, Verbatim>
  for (const [at, value] of Object.entries(parseRecord(json))) values[channels[Number(at)] as string] = value
  return values
}

/** A value as a number, to the last bit. Texts with a decimal point or comma are parsed; anything else is NaN. */
export function numberOf(value: Verbatim | undefined): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !NUMBER.test(value)) return Number.NaN
  return Number(value.replace(',', '.'))
}

/**
 * A value as a number for charts, sums and rules: NaN for what no register can hold, because sums and ratios of such
 * values would leave the range of doubles. Tables and files show the value as it came.
 */
export function registerOf(value: Verbatim | undefined): number {
  const number = numberOf(value)
  const size = Math.abs(number)
  if (size > LARGEST) return Number.NaN
  return number !== 0 && size < SMALLEST ? 0 : number
}
/** Beyond the digits of a double's integers, and of any register; what is smaller than the smallest is nothing. */
const LARGEST = 1e15
const SMALLEST = 1e-15
const NUMBER = /^\s*[-+]?(\d+([.,]\d*)?|[.,]\d+)([eE][-+]?\d+)?\s*$/
