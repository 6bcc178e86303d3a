import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asSentAgain, conversion, converted, decimalsAfter, dimensionOf, UNIT_IDS } from '../../../electron/contract/units.ts'

/** Numbers as devices send them: at most 12 digits, six of them decimals. */
const sent = fc
  .tuple(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, decimals]) => Number(`${digits}e-${decimals}`))
const pairs = UNIT_IDS.flatMap((from) => UNIT_IDS.filter((to) => dimensionOf(to) === dimensionOf(from)).map((to) => [from, to] as const))

describe('conversion', () => {
  test('of the field’s usual values', () => {
    expect(converted(1, conversion('kgfCm2', 'kPa'))).toBe(98.0665)
    expect(converted(1, conversion('kgfCm2', 'Pa'))).toBe(98_066.5)
    expect(converted(0.101325, conversion('MPa', 'kPa'))).toBe(101.325)
    expect(converted(1, conversion('atm', 'kPa'))).toBe(101.325)
    expect(converted(760, conversion('mmHg', 'Pa'))).toBe(101_325.014435)
    expect(converted(1, conversion('psi', 'Pa'))).toBe(6894.75729317)
    expect(converted(1, conversion('bar', 'kgfCm2'))).toBe(1.01971621298)
    expect(converted(100, conversion('mmH2O', 'Pa'))).toBe(980.665)
    expect(converted(1234.5, conversion('m3', 'thousandM3'))).toBe(1.2345)
    expect(converted(240, conversion('m3day', 'm3h'))).toBe(10)
    expect(converted(2, conversion('m3min', 'm3h'))).toBe(120)
    expect(converted(0, conversion('celsius', 'kelvin'))).toBe(273.15)
    expect(converted(293.15, conversion('kelvin', 'celsius'))).toBe(20)
  })

  test.each(pairs.filter(([from]) => dimensionOf(from) !== 'temperature'))('from %s to %s and back', (from, to) => {
    const there = conversion(from, to)
    const back = conversion(to, from)
    fc.assert(
      fc.property(sent, (value) => {
        expect(asSentAgain(value * there.factor + there.offset, there)).toBe(value)
        expect(Number((value * there.factor * back.factor).toPrecision(12))).toBe(value)
      }),
      { numRuns: 30 },
    )
  })

  test('of a temperature and back, to a billionth of a degree', () => {
    const there = conversion('celsius', 'kelvin')
    fc.assert(
      fc.property(fc.integer({ min: -273_149_999, max: 2_000_000_000 }), (micro) => {
        const value = micro / 1e6
        expect(asSentAgain(converted(value, there), there)).toBeCloseTo(value, 9)
      }),
    )
  })

  test('between two dimensions is refused', () => {
    expect(() => conversion('kPa', 'm3')).toThrow(RangeError)
  })

  test('never makes a value coarser: two values that differ still do', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...pairs),
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        ([from, to], decimals, digits) => {
          const how = conversion(from, to)
          const shown = (value: number) => converted(value, how).toFixed(Math.min(20, decimalsAfter(decimals, how)))
          const [one, next] = [Number(`${digits}e-${decimals}`), Number(`${digits + 1}e-${decimals}`)]
          expect(shown(one)).not.toBe(shown(next))
        },
      ),
    )
  })
})
