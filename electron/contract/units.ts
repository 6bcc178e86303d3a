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
}

export const UNITS = {
  Pa: { dimension: 'pressure', numerator: 1 },
  hPa: { dimension: 'pressure', numerator: 100 },
  kPa: { dimension: 'pressure', numerator: 1000 },
  MPa: { dimension: 'pressure', numerator: 1_000_000 },
  mbar: { dimension: 'pressure', numerator: 100 },
  bar: { dimension: 'pressure', numerator: 100_000 },
  kgfCm2: { dimension: 'pressure', numerator: 980_665, denominator: 10 },
  kgfM2: { dimension: 'pressure', numerator: 980_665, denominator: 100_000 },
  mmH2O: { dimension: 'pressure', numerator: 980_665, denominator: 100_000 },
  mmHg: { dimension: 'pressure', numerator: 133_322_387_415, denominator: 1_000_000_000 },
  atm: { dimension: 'pressure', numerator: 101_325 },
  at: { dimension: 'pressure', numerator: 980_665, denominator: 10 },
  psi: { dimension: 'pressure', numerator: 44_482_216_152_605, denominator: 6_451_600_000 },

  litre: { dimension: 'volume', numerator: 1, denominator: 1000 },
  m3: { dimension: 'volume', numerator: 1 },
  thousandM3: { dimension: 'volume', numerator: 1000 },
  millionM3: { dimension: 'volume', numerator: 1_000_000 },

  litreH: { dimension: 'flow', numerator: 1, denominator: 1000 },
  m3h: { dimension: 'flow', numerator: 1 },
  thousandM3h: { dimension: 'flow', numerator: 1000 },
  m3day: { dimension: 'flow', numerator: 1, denominator: 24 },
  thousandM3day: { dimension: 'flow', numerator: 1000, denominator: 24 },
  m3min: { dimension: 'flow', numerator: 60 },
  m3s: { dimension: 'flow', numerator: 3600 },

  celsius: { dimension: 'temperature', numerator: 1, offset: 273.15 },
  kelvin: { dimension: 'temperature', numerator: 1 },
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

/** The same data with every number in it without noise. Moments, whole ms, stay as they are. */
export function withoutNoiseIn<Data>(data: Data): Data {
  if (typeof data === 'number') return withoutNoise(data) as Data
  if (Array.isArray(data)) return data.map((one: unknown) => withoutNoiseIn(one)) as Data
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]: [string, unknown]) => [name, withoutNoiseIn(value)])) as Data
}

/** Of numbers that stay as they were sent: not even their noise is taken away. */
export const SAME_UNIT: Conversion = { factor: 1, offset: 0 }
export const isSameUnit = (change: Conversion | null): boolean => change !== null && change.factor === 1 && change.offset === 0

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
