import type { Language } from './languages.ts'

/**
 * Units of measurement of the field, and how one is converted into another.
 *
 * A unit is `numerator / denominator` of the base unit of its dimension (Pa, m³, m³/h, K), plus `offset`. Both are whole
 * numbers, so that the factor between two units is one correctly rounded double.
 *
 * Sources of the factors:
 * - BIPM, SI brochure, 9th edition: prefixes (table 7), litre, hour and day (table 8), t/°C = T/K - 273.15 (2.3.1).
 * - GOST 8.417-2002, tables 6 and B.1: 1 kgf/cm² = 1 at = 98 066.5 Pa exactly (standard gravity 9.806 65 m/s²),
 *   1 mmH₂O = 9.806 65 Pa, 1 bar = 100 000 Pa.
 * - NIST SP 811 (2008), appendix B: 1 atm = 101 325 Pa exactly, 1 mmHg = 133.322 387 415 Pa (13 595.1 kg/m³ of mercury
 *   in standard gravity), 1 psi = 0.453 592 37 kg × 9.806 65 m/s² ÷ (0.0254 m)².
 */

export type Dimension = 'pressure' | 'volume' | 'flow' | 'temperature'

interface UnitShape {
  dimension: Dimension
  numerator: number
  denominator?: number
  /** Kelvins at the zero of a temperature scale. */
  offset?: number
  /** How the unit is written for people. */
  text: Readonly<Record<Language, string>>
}

export const UNITS = {
  Pa: { dimension: 'pressure', numerator: 1, text: { en: 'Pa', ru: 'Па' } },
  hPa: { dimension: 'pressure', numerator: 100, text: { en: 'hPa', ru: 'гПа' } },
  kPa: { dimension: 'pressure', numerator: 1000, text: { en: 'kPa', ru: 'кПа' } },
  MPa: { dimension: 'pressure', numerator: 1_000_000, text: { en: 'MPa', ru: 'МПа' } },
  mbar: { dimension: 'pressure', numerator: 100, text: { en: 'mbar', ru: 'мбар' } },
  bar: { dimension: 'pressure', numerator: 100_000, text: { en: 'bar', ru: 'бар' } },
  kgfCm2: { dimension: 'pressure', numerator: 980_665, denominator: 10, text: { en: 'kgf/cm²', ru: 'кгс/см²' } },
  kgfM2: { dimension: 'pressure', numerator: 980_665, denominator: 100_000, text: { en: 'kgf/m²', ru: 'кгс/м²' } },
  mmH2O: { dimension: 'pressure', numerator: 980_665, denominator: 100_000, text: { en: 'mmH₂O', ru: 'мм вод. ст.' } },
  mmHg: { dimension: 'pressure', numerator: 133_322_387_415, denominator: 1_000_000_000, text: { en: 'mmHg', ru: 'мм рт. ст.' } },
  atm: { dimension: 'pressure', numerator: 101_325, text: { en: 'atm', ru: 'атм' } },
  at: { dimension: 'pressure', numerator: 980_665, denominator: 10, text: { en: 'at', ru: 'ат' } },
  psi: { dimension: 'pressure', numerator: 44_482_216_152_605, denominator: 6_451_600_000, text: { en: 'psi', ru: 'psi' } },

  litre: { dimension: 'volume', numerator: 1, denominator: 1000, text: { en: 'l', ru: 'л' } },
  m3: { dimension: 'volume', numerator: 1, text: { en: 'm³', ru: 'м³' } },
  thousandM3: { dimension: 'volume', numerator: 1000, text: { en: 'thousand m³', ru: 'тыс. м³' } },
  millionM3: { dimension: 'volume', numerator: 1_000_000, text: { en: 'million m³', ru: 'млн м³' } },

  litreH: { dimension: 'flow', numerator: 1, denominator: 1000, text: { en: 'l/h', ru: 'л/ч' } },
  m3h: { dimension: 'flow', numerator: 1, text: { en: 'm³/h', ru: 'м³/ч' } },
  thousandM3h: { dimension: 'flow', numerator: 1000, text: { en: 'thousand m³/h', ru: 'тыс. м³/ч' } },
  m3day: { dimension: 'flow', numerator: 1, denominator: 24, text: { en: 'm³/day', ru: 'м³/сут' } },
  thousandM3day: { dimension: 'flow', numerator: 1000, denominator: 24, text: { en: 'thousand m³/day', ru: 'тыс. м³/сут' } },
  m3min: { dimension: 'flow', numerator: 60, text: { en: 'm³/min', ru: 'м³/мин' } },
  m3s: { dimension: 'flow', numerator: 3600, text: { en: 'm³/s', ru: 'м³/с' } },

  celsius: { dimension: 'temperature', numerator: 1, offset: 273.15, text: { en: '°C', ru: '°C' } },
  kelvin: { dimension: 'temperature', numerator: 1, text: { en: 'K', ru: 'К' } },
} as const satisfies Readonly<Record<string, UnitShape>>
export type UnitId = keyof typeof UNITS
export const UNIT_IDS = Object.keys(UNITS) as UnitId[]

export const dimensionOf = (id: UnitId): Dimension => UNITS[id].dimension

/** `converted = value * factor + offset`. */
export interface Conversion {
  factor: number
  offset: number
}

/**
 * From one unit of a dimension into another.
 * @throws RangeError for units of two dimensions: nobody may ask for that.
 */
export function conversion(from: UnitId, to: UnitId): Conversion {
  const [source, target]: readonly UnitShape[] = [UNITS[from], UNITS[to]]
  if (!source || !target || source.dimension !== target.dimension) throw new RangeError(`${from} is no ${to}`)
  const numerator = BigInt(source.numerator) * BigInt(target.denominator ?? 1)
  const denominator = BigInt(source.denominator ?? 1) * BigInt(target.numerator)
  const shared = greatestDivisor(numerator, denominator)
  const perTarget = (target.denominator ?? 1) / target.numerator
  return {
    factor: Number(numerator / shared) / Number(denominator / shared),
    offset: ((source.offset ?? 0) - (target.offset ?? 0)) * perTarget,
  }
}

const greatestDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatestDivisor(b, a % b))

/** More digits than any device measures, and fewer than a double holds: what computing adds behind them is dropped. */
const DIGITS = 12

/**
 * A sum or a difference without the noise of computing: 0.1 + 0.2 is 0.3, and 12,345,678.879 − 12,345,335 is 343.879.
 * @param largest the largest number that it was computed from: it had no more decimals than its digits leave
 */
export function withoutNoise(value: number, largest: number = value): number {
  const whole = Math.max(Math.abs(value), Math.abs(largest))
  if (!Number.isFinite(whole) || whole === 0) return value
  const step = DIGITS - 1 - Math.floor(Math.log10(whole))
  const decimals = Math.min(MOST_DECIMALS, Math.max(0, step))
  return decimals === MOST_DECIMALS ? Number(value.toPrecision(DIGITS)) : Number(value.toFixed(decimals))
}
/** Decimals that a double is written with at most. */
const MOST_DECIMALS = 100

/** A converted number without the noise of computing; back again it is the number it was, up to 12 digits. */
export const converted = (value: number, { factor, offset }: Conversion): number => Number((value * factor + offset).toPrecision(DIGITS))

/** A shown number in the unit it was sent in. */
export const asSentAgain = (shown: number, { factor, offset }: Conversion): number =>
  Number(((shown - offset) / factor).toPrecision(DIGITS))

/** How many decimals a converted number needs to be as fine as the one it comes from. */
export function decimalsAfter(decimals: number, { factor, offset }: Conversion): number {
  // 1e-9: the logarithm of a power of ten may be a hair above its whole number.
  const scaled = Math.max(0, decimals + Math.ceil(-Math.log10(factor) - 1e-9))
  return offset === 0 ? scaled : Math.max(scaled, 2)
}
