import { decimalTyped } from './decimal.ts'
import { foreignJson } from './foreign-json.ts'
import type { Quantity } from './quantities.ts'
import { dimensionOf, UNIT_IDS, type UNITS, type UnitId } from './units.ts'

/**
 * A reading at the meter: what an engineer read from its dials, and the seals (docs/field-rules.md, section H). It is what a
 * note of the kind 'reading' says besides its words. Free of zod: window, program and merge check it alike.
 */

/** What is read from the dials. Counters in m³, the temperature in °C, the pressure in the unit that was chosen for it. */
export const METER_QUANTITIES = [
  'standardCounter',
  'workingCounter',
  'pressure',
  'temperature',
  'conversionFactor',
] as const satisfies readonly Quantity[]
export type MeterQuantity = (typeof METER_QUANTITIES)[number]
/** What a reading is judged by. */
const METER_COUNTERS = ['standardCounter', 'workingCounter'] as const satisfies readonly MeterQuantity[]
export const isMeterCounter = (quantity: MeterQuantity): boolean => METER_COUNTERS.some((counter) => counter === quantity)

type UnitsOf<Dimension extends string> = { [Id in UnitId]: (typeof UNITS)[Id]['dimension'] extends Dimension ? Id : never }[UnitId]
export type PressureUnit = UnitsOf<'pressure'>
export const PRESSURE_UNITS = UNIT_IDS.filter((id): id is PressureUnit => dimensionOf(id) === 'pressure')

/** What a number of a dial is counted in; null: a factor has no unit. */
export const meterUnit = (quantity: MeterQuantity, { pressureUnit }: { pressureUnit: PressureUnit }): UnitId | null =>
  quantity === 'conversionFactor' ? null : quantity === 'pressure' ? pressureUnit : quantity === 'temperature' ? 'celsius' : 'm3'

export interface Seal {
  number: string
  whole: boolean
}

export interface MeterReading {
  /** The serial number on the device's plate; '' where nobody looked. */
  serial: string
  /** Each as plain decimal digits, all that the dial showed; null: not read. */
  values: Readonly<Record<MeterQuantity, string | null>>
  pressureUnit: PressureUnit
  seals: readonly Seal[]
  /** What was found amiss; '' for nothing. */
  violations: string
  /** Who was there for the supplier, and for the consumer. */
  supplier: string
  consumer: string
}

/** Why a number of a dial is not held against telemetry. */
export const NOT_COMPARED = ['no_device', 'no_channel', 'unknown_unit', 'no_record_before', 'no_record_after', 'counter_fell'] as const
export type NotCompared = (typeof NOT_COMPARED)[number]

/** `far`: beyond so many tolerances that it is no doubt any more. Null: numbers without a tolerance, or not compared. */
export const METER_VERDICTS = ['within', 'beyond', 'far'] as const
export type MeterVerdict = (typeof METER_VERDICTS)[number]

/** Characters of its names and of what was found amiss, and how many seals. */
export const MOST_METER_NAME = 200
export const MOST_VIOLATIONS = 2_000
export const MOST_SEALS = 30

export const NO_VALUES_READ: MeterReading['values'] = {
  standardCounter: null,
  workingCounter: null,
  pressure: null,
  temperature: null,
  conversionFactor: null,
}

export const EMPTY_READING: MeterReading = {
  serial: '',
  values: NO_VALUES_READ,
  pressureUnit: 'kPa',
  seals: [],
  violations: '',
  supplier: '',
  consumer: '',
}

/** Whether anything was read from the dials: a reading without is none. */
export const hasValues = ({ values }: Pick<MeterReading, 'values'>): boolean =>
  METER_QUANTITIES.some((quantity) => values[quantity] !== null)

/** A reading as the contract takes it and as a book keeps it; while it is being typed, its numbers may all be lacking. */
export function isMeterReading(value: unknown, mustSay = true): value is MeterReading {
  if (typeof value !== 'object' || value === null) return false
  const { serial, values, pressureUnit, seals, violations, supplier, consumer, ...rest } = value as Record<string, unknown>
  return (
    Object.keys(rest).length === 0 &&
    [serial, supplier, consumer].every((name) => isText(name, MOST_METER_NAME)) &&
    isText(violations, MOST_VIOLATIONS) &&
    PRESSURE_UNITS.some((unit) => unit === pressureUnit) &&
    isValues(values) &&
    (!mustSay || hasValues({ values })) &&
    Array.isArray(seals) &&
    seals.length <= MOST_SEALS &&
    seals.every(isSeal)
  )
}

const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most
function isSeal(value: unknown): value is Seal {
  if (typeof value !== 'object' || value === null) return false
  const { number, whole } = value as Record<string, unknown>
  return isText(number, MOST_METER_NAME) && number !== '' && typeof whole === 'boolean' && Object.keys(value).length === 2
}
function isValues(value: unknown): value is MeterReading['values'] {
  if (typeof value !== 'object' || value === null) return false
  const all = value as Record<string, unknown>
  const isKnown = METER_QUANTITIES.every((name) => all[name] === null || isPlain(name, all[name]))
  return isKnown && Object.keys(all).length === METER_QUANTITIES.length
}
/** Counters and the factor are never below nought. */
/** The numbers of a reading that is still being typed: perhaps none yet. */
export type MeterNumbers = Pick<MeterReading, 'values' | 'pressureUnit'>
export const isMeterNumbers = (value: unknown): value is MeterNumbers =>
  isMeterReading({ ...EMPTY_READING, ...(typeof value === 'object' ? value : null) }, false)

const isPlain = (name: MeterQuantity, text: unknown): boolean =>
  typeof text === 'string' && decimalTyped(text) === text && (name === 'pressure' || name === 'temperature' || !text.startsWith('-'))

/** A reading out of a book; null where there is none, or where the text is none that this program understands. */
export function meterReadingIn(json: string | null): MeterReading | null {
  const value = json === null ? null : foreignJson(json)
  return isMeterReading(value) ? value : null
}
