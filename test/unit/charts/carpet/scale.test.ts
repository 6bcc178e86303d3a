import { expect, test } from 'vitest'
import { coloursOf, differenceOf, inkOn, oklabOf, rgbOf, type Rgb } from '../../../../renderer/charts/carpet/colours.ts'
import { rangeDecimals, rangeOf } from '../../../../renderer/charts/carpet/range.ts'
import { scaleOf } from '../../../../renderer/charts/carpet/scale.ts'
import { plainOf } from '../../../../renderer/charts/carpet/paint.ts'

const lab = (hex: string) => oklabOf(rgbOf(hex))
/** Differences of colours sixteen apart, over a half of the scale. */
const steps = (colours: readonly string[]) =>
  Array.from({ length: Math.floor((colours.length - 1) / 16) }, (_, at) =>
    differenceOf(lab(colours[at * 16] ?? ''), lab(colours[at * 16 + 16] ?? '')),
  )

test.each([false, true])('equal steps of a value look equal (dark: %s)', (dark) => {
  const sequential = coloursOf('sequential', dark)
  const diverging = coloursOf('diverging', dark)
  for (const part of [sequential, diverging.slice(0, 128), diverging.slice(128)]) {
    const each = steps(part)
    expect(Math.max(...each) / Math.min(...each)).toBeLessThan(1.25)
  }
})

/** What eyes without one kind of cone see of a colour (Viénot 1999, in linear light). */
const BLIND: Record<'deuteranopia' | 'protanopia', readonly (readonly number[])[]> = {
  deuteranopia: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
  protanopia: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
}
function seenBy(kind: 'deuteranopia' | 'protanopia', hex: string): Rgb {
  const linear = rgbOf(hex).map((channel) => (channel / 255) ** 2.2)
  const seen = BLIND[kind].map((row) => row.reduce((sum, share, at) => sum + share * (linear[at] ?? 0), 0))
  return seen.map((light) => 255 * Math.max(0, light) ** (1 / 2.2)) as unknown as Rgb
}

test.each(['deuteranopia', 'protanopia'] as const)('the colours differ as much for eyes with %s', (kind) => {
  for (const dark of [false, true]) {
    const sequential = coloursOf('sequential', dark)
    const diverging = coloursOf('diverging', dark)
    const apart = (a: string | undefined, b: string | undefined) =>
      differenceOf(oklabOf(seenBy(kind, a ?? '')), oklabOf(seenBy(kind, b ?? '')))
    // A fifth of the scale away, the least difference is three times what an eye can tell (about 0.02).
    for (let at = 0; at + 51 < 256; at++) expect(apart(sequential[at], sequential[at + 51])).toBeGreaterThan(0.06)
    // As far below zero as above it is another colour.
    for (const far of [40, 80, 127]) expect(apart(diverging[127 - far], diverging[128 + far])).toBeGreaterThan(0.06)
  }
})

test.each([false, true])('no value looks like no value (dark: %s)', (dark) => {
  const plain = lab(plainOf({ dark }))
  for (const kind of ['sequential', 'diverging'] as const) {
    for (const colour of coloursOf(kind, dark)) expect(differenceOf(lab(colour), plain)).toBeGreaterThan(0.09)
  }
})

test('the ink on a colour is the one that is read more easily', () => {
  expect([inkOn('#ffffff'), inkOn('#000000'), inkOn('#fde725'), inkOn('#440154')]).toEqual(['#000000', '#ffffff', '#000000', '#ffffff'])
})

const ramp = (length: number) => Float64Array.from({ length }, (_, at) => at)

test('values without spikes have all colours to themselves', () => {
  const range = rangeOf(Float64Array.of(NaN, ...ramp(101)), false)
  expect(range).toEqual({ low: 0, high: 100, least: 0, greatest: 100, below: 0, above: 0 })
})

test('a spike does not flatten the rest, and is counted', () => {
  const values = Float64Array.of(...ramp(1001), 50_000, -9000)
  expect(rangeOf(values, false)).toEqual({
    low: -221.5,
    high: 1221.5,
    least: -9000,
    greatest: 50_000,
    below: 1,
    above: 1,
  })
  expect(rangeOf(values, true)).toMatchObject({ low: -9000, high: 50_000, below: 0, above: 0 })
})

test('a channel that hardly ever is anything but zero keeps what it is then', () => {
  expect(rangeOf(Float64Array.of(...Array.from({ length: 500 }, () => 0), 7), false)).toMatchObject({ low: 0, high: 7 })
  expect(rangeOf(Float64Array.of(NaN), false)).toBeNull()
})

test('the legend has the decimals that its colours can tell apart', () => {
  expect(
    [
      [0, 98],
      [0.29, 0.33],
      [0, 25_000],
      [5, 5],
    ].map(([low = 0, high = 0]) => rangeDecimals({ low, high })),
  ).toEqual([1, 4, 0, 2])
})

test('about zero equal distances are equally strong, however far each side goes', () => {
  const scale = scaleOf({ low: -10, high: 30, least: -10, greatest: 30, below: 0, above: 0 }, false)
  expect(scale.diverging).toBe(true)
  expect([scale.placeOf(-30), scale.placeOf(-10), scale.placeOf(0), scale.placeOf(10), scale.placeOf(30)]).toEqual([
    scale.placeOf(-10),
    85,
    128,
    170,
    255,
  ])
})

test('a value beyond the range has the colour at its end; a channel of one value has the middle', () => {
  const scale = scaleOf({ low: 0, high: 10, least: 0, greatest: 99, below: 0, above: 1 }, true)
  expect([scale.diverging, scale.placeOf(0), scale.placeOf(10), scale.placeOf(99)]).toEqual([false, 0, 255, 255])
  expect(scaleOf({ low: 3, high: 3, least: 3, greatest: 3, below: 0, above: 0 }, true).placeOf(3)).toBe(128)
})

test('values that differ by rounding alone have one colour', () => {
  const range = rangeOf(Float64Array.of(0.3, 0.1 + 0.2, 0.3), false)
  const scale = range && scaleOf(range, false)
  expect([0.3, 0.1 + 0.2].map((value) => scale?.placeOf(value))).toEqual([128, 128])
})
