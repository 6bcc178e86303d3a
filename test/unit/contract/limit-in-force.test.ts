import { expect, test } from 'vitest'
import { limitIn, limitOfPeriod, limitStretches } from '../../../electron/contract/limit-in-force.ts'
import type { ContractLimit } from '../../../electron/contract/limit-words.ts'

/** Gas days begin at 05:00 UTC. */
const gas = { zone: 'Asia/Yekaterinburg', contractHour: 10 }
const utc = (text: string) => Date.parse(`${text}:00Z`)
const limit = (m3: number, fromDay: string | null, toDay: string | null, period: ContractLimit['period'] = 'hour') => ({
  period,
  fromDay,
  toDay,
  m3,
})
const MARCH = { fromMs: utc('2026-03-01T05:00'), toMs: utc('2026-04-01T05:00') }

test('one that holds from ever is a line over the whole span, which no other period and no other day changes', () => {
  const limits = [limit(12, null, null), limit(300, null, null, 'day'), limit(7, '2027-01-01', null)]
  expect(limitStretches(limits, 'hour', MARCH, gas)).toEqual([{ ...MARCH, m3: 12 }])
  expect(limitStretches(limits, 'month', MARCH, gas)).toEqual([])
})

test('each holds over its own gas days, the one that began last where two do; between them nothing', () => {
  const limits = [limit(12, null, '2026-03-10'), limit(9, '2026-03-08', '2026-03-14'), limit(15, '2026-03-20', null)]
  expect(limitStretches(limits, 'hour', MARCH, gas)).toEqual([
    { fromMs: MARCH.fromMs, toMs: utc('2026-03-08T05:00'), m3: 12 },
    { fromMs: utc('2026-03-08T05:00'), toMs: utc('2026-03-15T05:00'), m3: 9 },
    { fromMs: utc('2026-03-20T05:00'), toMs: MARCH.toMs, m3: 15 },
  ])
})

test('what ends within another gives way to it again; a span that begins within a day is not left', () => {
  const limits = [limit(12, '2026-01-01', null), limit(9, '2026-03-08', '2026-03-08')]
  const span = { fromMs: utc('2026-03-08T17:30'), toMs: utc('2026-03-09T17:30') }
  expect(limitStretches(limits, 'hour', span, gas)).toEqual([
    { fromMs: span.fromMs, toMs: utc('2026-03-09T05:00'), m3: 9 },
    { fromMs: utc('2026-03-09T05:00'), toMs: span.toMs, m3: 12 },
  ])
  expect(limitStretches(limits, 'hour', { fromMs: span.fromMs, toMs: span.fromMs }, gas)).toEqual([])
})

test('two with the same number one after the other are one line', () => {
  const limits = [limit(12, null, '2026-03-10'), limit(12, '2026-03-11', null)]
  expect(limitStretches(limits, 'hour', MARCH, gas)).toEqual([{ ...MARCH, m3: 12 }])
})

test('at any hour the line is at the limit by which that hour is judged', () => {
  const limits = [limit(12, null, '2026-03-10'), limit(9, '2026-03-08', '2026-03-14'), limit(15, '2026-03-12', '2026-03-12')]
  const stretches = limitStretches(limits, 'hour', MARCH, gas)
  for (let day = 1; day <= 31; day++) {
    const named = `2026-03-${String(day).padStart(2, '0')}`
    for (const atMs of [utc(`${named}T05:00`), utc(`${named}T23:00`)])
      expect(stretches.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)?.m3).toBe(limitIn(limits, 'hour', named, named)?.m3)
  }
})

test('in a month the limit that holds on some day of it counts, and of two the later one; a day asks that day alone', () => {
  const limits = [limit(1000, null, '2026-03-10', 'month'), limit(800, '2026-03-31', null, 'month'), limit(30, '2026-03-31', null, 'day')]
  expect(['2026-02-01', '2026-03-01', '2026-04-01'].map((day) => limitOfPeriod(limits, 'month', day)?.m3)).toEqual([1000, 800, 800])
  expect(['2026-03-30', '2026-03-31'].map((day) => limitOfPeriod(limits, 'day', day)?.m3)).toEqual([undefined, 30])
})
