import type { DeviceKind } from './device-kind.ts'
import type { Random } from './random.ts'
import type { Device } from './site.ts'

/**
 * What a station has for a meter: low pressure, mostly gauge, or some hundred kPa; in the units that makers use.
 *
 * Pressure has digits enough for its noise to be 200 of them wide: of 20 digits, six hours in a row are within one digit
 * by chance alone once in fifteen years of hours, and would truly be frozen by docs/field-rules.md, section A.
 */
export function deviceOf(chance: Random, kind: DeviceKind, flowM3h: number, pressure: 'low' | 'medium'): Device {
  const isGauge = pressure === 'low' || chance.chance(0.4)
  const shown =
    pressure === 'low'
      ? ({ pressureUnit: 'kPa', pressureUnitText: 'кПа', pressureStep: 0.001 } as const)
      : chance.pick([
          { pressureUnit: 'kPa', pressureUnitText: 'кПа', pressureStep: 0.001 },
          { pressureUnit: 'MPa', pressureUnitText: 'МПа', pressureStep: 0.00001 },
          { pressureUnit: 'bar', pressureUnitText: 'bar', pressureStep: 0.0001 },
        ] as const)
  const barometric = Math.round(chance.between(99, 102) * 10) / 10
  return {
    kind,
    corrects: true,
    tellsState: true,
    volumeStep: flowM3h < 10 ? 0.001 : flowM3h < 200 ? 0.01 : 0.1,
    ...shown,
    barometric: isGauge ? barometric : null,
    held: pressure === 'low' ? barometric + chance.between(2.2, 4.5) : chance.between(250, 620),
    standardKelvin: 293.15,
    rollsAt: 1e8,
    counterAt: Math.round(chance.between(1e4, 4e6)),
  }
}

/** kPa for each of the device's units. */
export const KPA = { kPa: 1, MPa: 1000, bar: 100 } as const
const kpaOf = (device: Device): number => KPA[device.pressureUnit as keyof typeof KPA]

/** A multiple of a step, as near to the decimal as a double comes. */
export const stepped = (value: number, step: number): number => {
  const perOne = Math.round(1 / step)
  return Math.round(value * perOne) / perOne
}

/** An absolute pressure as the device shows it, and back. */
export const shownPressure = (device: Device, kPa: number): number =>
  stepped((kPa - (device.barometric ?? 0)) / kpaOf(device), device.pressureStep)
export const truePressure = (device: Device, shown: number): number => shown * kpaOf(device) + (device.barometric ?? 0)

const STANDARD_KPA = 101.325
/** The conversion factor by the formula of docs/field-rules.md, section A: P·Tst/(Pst·T). */
export const factorOf = (device: Device, kPa: number, celsius: number): number =>
  (kPa * device.standardKelvin) / (STANDARD_KPA * (celsius + 273.15))
