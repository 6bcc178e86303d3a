import { decimalTyped } from '../../../../electron/contract/decimal.ts'
import {
  EMPTY_READING,
  hasValues,
  METER_QUANTITIES,
  type MeterNumbers,
  type MeterQuantity,
  type MeterReading,
  type PressureUnit,
} from '../../../../electron/contract/meter-reading.ts'

/** A reading at the meter while it is being typed: numbers are texts that may be none. */
export interface ReadingDraft extends Omit<MeterReading, 'values'> {
  values: Record<MeterQuantity, string>
}

const inAll = <T>(make: (quantity: MeterQuantity) => T) =>
  Object.fromEntries(METER_QUANTITIES.map((quantity) => [quantity, make(quantity)])) as Record<MeterQuantity, T>

/** The draft that a reading is changed in; an empty one for a new reading. */
export function draftOf(reading: MeterReading | null, unit: PressureUnit): ReadingDraft {
  const { values, seals, ...rest } = reading ?? { ...EMPTY_READING, pressureUnit: unit }
  return { ...rest, values: inAll((quantity) => values[quantity] ?? ''), seals: seals.map((seal) => ({ ...seal })) }
}

/** What is typed where a number should stand and is none. Counters and the factor are never below nought. */
export const wrongIn = ({ values }: ReadingDraft): MeterQuantity[] =>
  METER_QUANTITIES.filter((quantity) => values[quantity].trim() !== '' && plainOf(quantity, values[quantity]) === null)

function plainOf(quantity: MeterQuantity, text: string): string | null {
  const plain = decimalTyped(text)
  const mayBeNegative = quantity === 'pressure' || quantity === 'temperature'
  return plain !== null && !mayBeNegative && plain.startsWith('-') ? null : plain
}

/** The numbers that are typed so far; what is none counts as not read. */
export const numbersOf = ({ values, pressureUnit }: ReadingDraft): MeterNumbers => ({
  values: inAll((quantity) => plainOf(quantity, values[quantity])),
  pressureUnit,
})

/** The reading that the draft says; null where no number was read. */
export function readingOf(draft: ReadingDraft): MeterReading | null {
  const { serial, violations, supplier, consumer, seals } = draft
  const reading = {
    ...numbersOf(draft),
    serial: serial.trim(),
    violations: violations.trim(),
    supplier: supplier.trim(),
    consumer: consumer.trim(),
    seals: seals.flatMap(({ number, whole }) => (number.trim() === '' ? [] : [{ number: number.trim(), whole }])),
  }
  return hasValues(reading) ? reading : null
}
