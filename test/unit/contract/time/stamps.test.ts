import { describe, expect, test } from 'vitest'
import { isBelieved, stampBounds } from '../../../../electron/contract/time/stamps.ts'

const NOW = Date.parse('2026-11-23T00:00:00Z')
const day = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)

describe('which stamps are believed', () => {
  test('ten years around the days that were asked for', () => {
    const { fromMs, toMs } = stampBounds({ nowMs: NOW, from: '2026-10-01', to: '2026-10-31' })
    expect([day(fromMs), day(toMs)]).toEqual(['2016-09-30', '2036-10-31'])
  })

  test('where no days were asked for, from 1990 to ten years from now', () => {
    const { fromMs, toMs } = stampBounds({ nowMs: NOW })
    expect([day(fromMs), day(toMs)]).toEqual(['1990-01-01', '2036-11-23'])
  })

  test('nothing before 1990, however early days are asked for', () => {
    expect(day(stampBounds({ nowMs: NOW, from: '1971-01-01' }).fromMs)).toBe('1990-01-01')
  })

  test('a laptop whose clock lost its battery still takes what meters send today', () => {
    expect(isBelieved(NOW, stampBounds({ nowMs: 0 }))).toBe(true)
    expect(isBelieved(NOW, stampBounds({ nowMs: 0, from: '2026-11-01', to: '2026-11-22' }))).toBe(true)
  })

  test.each(['1970-01-01', '1989-12-31', '2037-01-01', '5000-01-01', '9999-12-31'])('%s is not', (far) => {
    expect(isBelieved(Date.parse(far), stampBounds({ nowMs: NOW }))).toBe(false)
  })

  test.each([Number.NaN, Infinity, -Infinity, 8.64e15])('%s is no stamp', (atMs) => {
    expect(isBelieved(atMs, stampBounds({ nowMs: NOW }))).toBe(false)
  })
})
