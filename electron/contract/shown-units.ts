import type { Language } from '../words/index.ts'
import { quantityOf, type MeasuredChannel, type Quantity } from './quantities.ts'
import { conversion, dimensionOf, type Conversion, type UnitId } from './units.ts'
import { unitForPeople, unitNamed, unitText } from './unit-spellings.ts'

/**
 * The units that people choose among, for each group of quantities; `asSent` leaves values as the service sends them. The
 * names are those of the preferences.
 */
export const UNIT_CHOICES = {
  pressureUnit: ['asSent', 'kPa', 'MPa', 'bar', 'kgfCm2'],
  differentialPressureUnit: ['asSent', 'Pa', 'kPa', 'mbar', 'kgfM2', 'mmH2O'],
  volumeUnit: ['asSent', 'm3', 'thousandM3'],
  counterUnit: ['asSent', 'm3', 'thousandM3'],
  flowUnit: ['asSent', 'm3h', 'thousandM3h'],
  temperatureUnit: ['asSent', 'celsius', 'kelvin'],
} as const satisfies Readonly<Record<string, readonly ('asSent' | UnitId)[]>>
export type UnitPreference = keyof typeof UNIT_CHOICES
export type UnitChoices = { [Name in UnitPreference]: (typeof UNIT_CHOICES)[Name][number] }
export const UNIT_PREFERENCES = Object.keys(UNIT_CHOICES) as UnitPreference[]

/** Everything as the service sends it. */
export const AS_SENT: UnitChoices = {
  pressureUnit: 'asSent',
  differentialPressureUnit: 'asSent',
  volumeUnit: 'asSent',
  counterUnit: 'asSent',
  flowUnit: 'asSent',
  temperatureUnit: 'asSent',
}

const PREFERENCE_OF: Readonly<Partial<Record<Quantity, UnitPreference>>> = {
  pressure: 'pressureUnit',
  differentialPressure: 'differentialPressureUnit',
  workingVolume: 'volumeUnit',
  standardVolume: 'volumeUnit',
  volume: 'volumeUnit',
  workingCounter: 'counterUnit',
  standardCounter: 'counterUnit',
  counter: 'counterUnit',
  workingFlow: 'flowUnit',
  standardFlow: 'flowUnit',
  flow: 'flowUnit',
  temperature: 'temperatureUnit',
  airTemperature: 'temperatureUnit',
}

/** How a channel's values are shown: `shown = value * factor + offset`, in `unitText`. */
export interface ShownUnit extends Conversion {
  /** The unit for headers, axes and values; '' where the channel has none. As it was sent unless `converted`, in the language's spelling. */
  unitText: string
  /** The values differ from those that were sent; it must be said wherever they stand. */
  converted: boolean
  /** The unit as it was sent; '' for none. */
  sentUnit: string
}

/**
 * The unit that a channel is shown in. What has no known unit, or one that does not measure the channel's quantity, stays
 * as it was sent.
 * @param counts true where the values are those of a counter (`kindOf`)
 */
export function toShown(channel: MeasuredChannel, choices: UnitChoices, language: Language, counts = false): ShownUnit {
  const sentUnit = channel.unitName?.trim() ?? ''
  const asSent = { factor: 1, offset: 0, unitText: unitForPeople(sentUnit, language), converted: false, sentUnit }
  const preference = PREFERENCE_OF[quantityOf(channel, counts)]
  const wished = preference ? choices[preference] : 'asSent'
  if (wished === 'asSent') return asSent
  const sent = unitNamed(channel.unitName)
  if (!sent || sent.id === wished || dimensionOf(sent.id) !== dimensionOf(wished)) return asSent
  return {
    ...conversion(sent.id, wished),
    unitText: unitText(wished, sent, language),
    converted: true,
    sentUnit,
  }
}
