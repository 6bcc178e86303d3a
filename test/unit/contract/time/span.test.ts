import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayNumber, firstOfMonth, isDay, lastDayOver } from '../../../../electron/contract/time/day.ts'
import { halve, overlap, spanDays, splitNewestFirst } from '../../../../electron/contract/time/span.ts'

const span = fc
  .tuple(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 0, max: 2_000 }))
  .map(([start, days]) => ({ from: addDays('1970-01-01', start), to: addDays('1970-01-01', start + days) }))

test('days are counted by the calendar', () => {
  expect(dayNumber('1970-01-02')).toBe(1)
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
  expect(spanDays({ from: '2025-12-30', to: '2026-01-02' })).toBe(4)
  expect([firstOfMonth('2026-12-31'), firstOfMonth('2026-12-31', 1)]).toEqual(['2026-12-01', '2027-01-01'])
})

test('a day is one that exists', () => {
  const texts = ['2026-11-22', '2028-02-29', '2026-02-29', '2026-02-31', '2026-1-1', '2026-11-22T00:00', 'soon', '']
  expect(texts.filter(isDay)).toEqual(['2026-11-22', '2028-02-29'])
})

test('a day is over only when it is over in UTC-12 too', () => {
  const noon = Date.parse('2026-11-20T12:00:00Z')
  expect(lastDayOver(noon)).toBe(dayNumber('2026-11-19'))
  expect(lastDayOver(noon - 1)).toBe(dayNumber('2026-11-18'))
})

test('parts of a span are newest first, touch each other and cover it exactly', () => {
  fc.assert(
    fc.property(span, fc.integer({ min: 1, max: 400 }), (whole, days) => {
      const parts = splitNewestFirst(whole, days)
      expect(parts[0]?.to).toBe(whole.to)
      expect(parts.at(-1)?.from).toBe(whole.from)
      expect(parts.reduce((sum, part) => sum + spanDays(part), 0)).toBe(spanDays(whole))
      expect(parts.every((part) => spanDays(part) <= days)).toBe(true)
      expect(parts.slice(1).every((part, i) => addDays(part.to, 1) === parts[i]?.from)).toBe(true)
    }),
  )
})

test('halves join to the whole, and a single day cannot be halved', () => {
  expect(halve({ from: '2026-01-01', to: '2026-01-01' })).toBeUndefined()
  expect(halve({ from: '2026-01-01', to: '2026-01-03' })).toEqual([
    { from: '2026-01-02', to: '2026-01-03' },
    { from: '2026-01-01', to: '2026-01-01' },
  ])
})

test('spans that only touch at their ends share one day', () => {
  const [first, second] = [
    { from: '2026-01-01', to: '2026-01-05' },
    { from: '2026-01-05', to: '2026-02-01' },
  ]
  expect(overlap(first, second)).toEqual({ from: '2026-01-05', to: '2026-01-05' })
  expect(overlap({ from: '2026-01-01', to: '2026-01-04' }, second)).toBeUndefined()
})
