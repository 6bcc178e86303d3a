import type { SettingRole } from '../../../contract/meaning.ts'
import type { Quantity } from '../../../contract/quantities.ts'
import { unitNamed } from '../../../contract/unit-spellings.ts'
import { conversion, dimensionOf, type Conversion, type Dimension, type UnitId } from '../../../contract/units.ts'
import { zoneClock } from '../../../contract/time/zone.ts'
import { SECOND_MS } from '../../../contract/time/units.ts'
import type { SettingData, SettingsSnapshot, StationData } from '../../kernel/data.ts'

/** What the settings say, as numbers and moments. */

const HOURS_A_DAY = 24

/** The hour at which a gas day begins, as settings write it: `10`, `10:00`, `10 h`; null where the text names none. */
export function contractHourIn(text: string): number | null {
  const hour = Number(/^\s*(\d{1,2})(?!\d)/.exec(text)?.[1] ?? Number.NaN)
  return hour <= HOURS_A_DAY ? hour % HOURS_A_DAY : null
}

/** A number as makers write it, with a point or a comma; NaN where the text is none. */
export function numberIn(text: string): number {
  const plain = text
    .trim()
    .replaceAll(/[\s\u00a0]/g, '')
    .replace(',', '.')
    .replace('−', '-')
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu.test(plain) ? Number(plain) : Number.NaN
}

const BASE: Readonly<Record<Dimension, UnitId>> = { pressure: 'kPa', volume: 'm3', flow: 'm3h', temperature: 'celsius' }

/** The number of a setting in the base unit of a dimension; NaN where its unit is of another, or nobody knows it. */
export function baseNumber({ value, unit }: SettingData, dimension: Dimension, unwritten: Conversion | null): number {
  const number = numberIn(value)
  if (unit === null || unit.trim() === '') return unwritten ? number * unwritten.factor + unwritten.offset : Number.NaN
  const named = unitNamed(unit)
  if (!named || dimensionOf(named.id) !== dimension) return Number.NaN
  const { factor, offset } = conversion(named.id, BASE[dimension])
  return number * factor + offset
}

/** The items of a role, of one of these quantities where they are given. */
export const itemsOf = ({ items }: SettingsSnapshot, role: SettingRole, quantities?: readonly (Quantity | null)[]): SettingData[] =>
  items.filter(({ meaning }) => meaning.role === role && (!quantities || quantities.includes(meaning.quantity)))

/** From when on each snapshot is in force: the first one ever. */
export const inForceFrom = ({ settings }: Pick<StationData, 'settings'>, at: number): number =>
  at === 0 ? -Infinity : (settings[at]?.takenAtMs ?? Infinity)

/** Of a device's settings, the oldest first, those in force at a moment, Unix ms. */
export const inForceAt = (settings: StationData['settings'], atMs: number): StationData['settings'][number] | undefined =>
  settings.findLast((_, nth) => inForceFrom({ settings }, nth) <= atMs)

const DATE = /^(?:(\d{1,2})[./](\d{1,2})[./](\d{4}|\d{2})|(\d{4})-(\d{2})-(\d{2}))(?:[T,\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?/u
const EARLIEST_YEAR = 1990
const LATEST_YEAR = 2100

/**
 * A moment as settings write it: `dd.mm.yyyy`, `yyyy-mm-dd`, with a time or without, or Unix seconds.
 * @param zone of the wall time
 * @returns Unix ms, or null where the text is no date of these times
 */
export function momentIn(text: string, zone: string): number | null {
  const plain = text.trim()
  if (/^\d{9,13}$/u.test(plain)) return inTimes(Number(plain) * (plain.length > 11 ? 1 : SECOND_MS))
  const found = DATE.exec(plain)
  if (!found) return null
  const [, d, m, y, year = y?.length === 2 ? `20${y}` : y, month = m, day = d, hour = 0, minute = 0, second = 0] = found
  const wallMs = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  const isReal = new Date(wallMs).getUTCDate() === Number(day) && Number(month) >= 1 && Number(month) <= 12
  return isReal ? inTimes(zoneClock(zone).momentOf(wallMs)) : null
}

function inTimes(atMs: number): number | null {
  const year = new Date(atMs).getUTCFullYear()
  return year >= EARLIEST_YEAR && year <= LATEST_YEAR ? atMs : null
}
