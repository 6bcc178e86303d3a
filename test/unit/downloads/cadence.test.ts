import { expect, test } from 'vitest'
import { chunkDays, chunksOf, firstCadence, learnLimit, learnRecords, requestsFor } from '../../../electron/downloads/cadence.ts'

const YEAR = { from: '2026-01-01', to: '2026-12-31' }

test('a chunk is a page: 41 days of hourly readings, 1000 of daily ones', () => {
  expect(chunkDays(firstCadence('readings', 'hourly'))).toBe(41)
  expect(chunkDays(firstCadence('readings', 'daily'))).toBe(1000)
  expect(chunkDays(firstCadence('readings', 'no such archive'))).toBe(1000)
  expect(chunkDays(firstCadence('events', 'alarm'))).toBe(2000)
  expect(chunkDays({ recordsPerDay: 5000, maxDays: null })).toBe(1)
  expect(chunkDays({ recordsPerDay: 24, maxDays: 10 })).toBe(10)
})

test('an archive may be called like something that every object has', () => {
  for (const code of ['constructor', 'toString', '__proto__'])
    expect([code, chunkDays(firstCadence('readings', code))]).toEqual([code, 1000])
})

test('chunks are cut newest first and leave no day out', () => {
  const chunks = chunksOf(YEAR, firstCadence('readings', 'hourly'))
  expect(chunks[0]).toEqual({ from: '2026-11-21', to: '2026-12-31' })
  expect(chunks.at(-1)).toEqual({ from: '2026-01-01', to: '2026-02-06' })
  expect(chunks).toHaveLength(9)
  chunks.slice(1).forEach((chunk, at) => {
    expect(Date.parse(chunks[at]?.from ?? '') - Date.parse(chunk.to)).toBe(86_400_000)
  })
  expect(requestsFor(YEAR, firstCadence('readings', 'hourly'))).toBe(9)
})

test('more records a day than thought are learnt, fewer are not, and a burst on a few days is none', () => {
  const hourly = firstCadence('readings', 'hourly')
  expect(learnRecords(hourly, { from: '2026-01-01', to: '2026-01-20' }, 48 * 20)?.recordsPerDay).toBe(48)
  expect(learnRecords(hourly, { from: '2026-01-01', to: '2026-01-20' }, 24 * 20)).toBeNull()
  expect(learnRecords(hourly, { from: '2026-01-01', to: '2026-01-03' }, 900)).toBeNull()
  // More than a page on three days is no burst that may be overlooked.
  expect(learnRecords(hourly, { from: '2026-01-01', to: '2026-01-03' }, 1200)?.recordsPerDay).toBe(400)
})

test('a limit only ever gets shorter', () => {
  const limited = learnLimit(firstCadence('readings', 'hourly'), 20)
  expect(limited.maxDays).toBe(20)
  expect(learnLimit(limited, 30).maxDays).toBe(20)
  expect(learnLimit(limited, 10).maxDays).toBe(10)
})
