import { meterUnit, type MeterQuantity, type MeterReading } from '../contract/meter-reading.ts'
import { wordsOf, type Language } from '../words/index.ts'

/** Parts of a reading at the meter as files say them. */

/** '' for a number without a unit. */
export function meterUnitText(quantity: MeterQuantity, reading: MeterReading, language: Language): string {
  const unit = meterUnit(quantity, reading)
  return unit === null ? '' : wordsOf(language).units[unit]
}

/** Each seal with its state. */
export function sealTexts({ seals }: MeterReading, language: Language): string[] {
  const { sealWhole, sealBroken } = wordsOf(language).meter
  return seals.map(({ number, whole }) => `${number} (${whole ? sealWhole : sealBroken})`)
}
