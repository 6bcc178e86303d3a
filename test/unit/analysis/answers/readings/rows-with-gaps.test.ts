import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countsByDay, missingIn } from '../../../../../electron/analysis/answers/completeness.ts'
import { archiveIn, rowsOf } from '../../../../../electron/analysis/answers/readings/readings.ts'
import { missingRuns } from '../../../../../electron/book/completeness/due-records.ts'
import { numRuns, station, tempBook } from '../../../book/fixtures.ts'

const HOUR = 3_600_000
const at = (time: string) => Date.parse(time)
const FIRST = at('2026-01-01T00:00Z')
const NOW = at('2026-06-01T00:00Z')
const KEY = { equipmentId: 1001, archiveType: 'hourly', view: 'general' } as const
const GAS = { timeZone: 'Europe/Moscow', contractHour: 10 }

/** Ten days of hours but those at these places; the archive was asked for these days only. */
function table(missing: readonly number[]) {
  const book = tempBook()
  book.stations.put([station({ id: 1 })], NOW)
  const present = Array.from({ length: 240 }, (_, hour) => hour).filter((hour) => !missing.includes(hour))
  book.readings.put(
    KEY,
    present.map((hour) => ({ atMs: FIRST + hour * HOUR, values: { P: hour } })),
  )
  book.coverage.mark(KEY, { from: '2026-01-01', to: '2026-01-10' }, { fetchedAtMs: NOW, state: 'fetched' })
  const archive = archiveIn(book, { stationId: 1, archiveType: 'hourly', view: 'general' })
  return {
    book,
    rows: (window: { desc?: boolean; offset?: number; limit?: number; fromMs?: number; toMs?: number; shown?: boolean } = {}) => {
      const { shown = true, ...rest } = window
      const question = { fromMs: FIRST, toMs: FIRST + 240 * HOUR, desc: false, offset: 0, limit: 1000, ...rest }
      return rowsOf(book, archive, { ...question, missing: { ...GAS, rows: shown } }, NOW)
    },
  }
}

/** A row as a text: the hour of a record, or the hours of a gap. */
const named = ({ atMs, gap }: { atMs: number; gap: { toMs: number; records: number } | null }) => {
  const hour = (ms: number) => (ms - FIRST) / HOUR
  return gap ? `no ${hour(atMs)}-${hour(gap.toMs)} (${gap.records})` : String(hour(atMs))
}

test('up to three missing hours have a row each, more have one row; the counts tell records and missing apart', () => {
  const { rows } = table([5, 6, 7, 20, 21, 22, 23, 24, 239])
  const all = rows()
  expect([all.total, all.records, all.missing]).toEqual([231 + 3 + 1 + 1, 231, 9])
  expect(all.rows.map(named).filter((name) => name.startsWith('no'))).toEqual([
    'no 5-5 (1)',
    'no 6-6 (1)',
    'no 7-7 (1)',
    'no 20-24 (5)',
    'no 239-239 (1)',
  ])
  expect(all.rows.slice(4, 9).map(named)).toEqual(['4', 'no 5-5 (1)', 'no 6-6 (1)', 'no 7-7 (1)', '8'])
  const hidden = rows({ shown: false })
  expect([hidden.total, hidden.records, hidden.missing]).toEqual([231, 231, 9])
  expect(hidden.rows.every(({ gap }) => gap === null)).toBe(true)
  const part = rows({ fromMs: FIRST + 21 * HOUR, toMs: FIRST + 22 * HOUR })
  expect([part.total, part.records, part.missing]).toEqual([2, 0, 2])
})

test('any window is that part of the whole list, in both directions', () => {
  const window = fc.record({
    missing: fc.uniqueArray(fc.integer({ min: 0, max: 239 }), { maxLength: 120 }),
    offset: fc.integer({ min: 0, max: 250 }),
    limit: fc.integer({ min: 1, max: 100 }),
    desc: fc.boolean(),
  })
  fc.assert(
    fc.property(window, ({ missing, offset, limit, desc }) => {
      const { rows } = table(missing)
      const all = rows().rows.map(named)
      if (desc) all.reverse()
      expect(rows({ offset, limit, desc }).rows.map(named)).toEqual(all.slice(offset, offset + limit))
      expect(rows().total).toBe(all.length)
    }),
    { numRuns: numRuns(15, 500) },
  )
})

test('a day of coverage has 24 hours whatever clocks do, also the last one; a month’s record counts on each of its days', () => {
  const { book } = table([5])
  const key = { ...KEY, equipmentId: 2 }
  const from = at('2026-03-01T00:00Z')
  const stamps = Array.from({ length: 245 * 24 }, (_, hour) => ({ atMs: from + hour * HOUR, values: { P: 1 } }))
  book.readings.put(key, stamps)
  const gas = { zone: 'Europe/Berlin', contractHour: 6 }
  const { firstDay, due, present } = countsByDay(book.completeness.dueRecords(key, gas, at('2027-01-01T00:00Z')))
  // The state of such a day stands beside its counts: a gas day that is over has hours of a day that runs.
  expect([firstDay, due.length, [...new Set(due)]]).toEqual(['2026-03-01', 245, [24]])
  expect([...present]).toEqual([...due])

  const monthly = { ...KEY, archiveType: 'monthly' }
  book.readings.put(
    monthly,
    [1, 3, 4].map((month) => ({ atMs: Date.UTC(2026, month, 1, 7), values: { P: 1 } })),
  )
  const months = countsByDay(book.completeness.dueRecords(monthly, gas, at('2026-06-01T00:00Z')))
  expect(months.firstDay).toBe('2026-01-01')
  expect([months.present[0], months.present[30], months.present[31], months.present[59]]).toEqual([1, 1, 0, 1])
})

test('missing records are listed by time, a window at a time', () => {
  const { book } = table([5, 6, 7, 20, 21, 239])
  const due = book.completeness.dueRecords(KEY, { zone: 'Europe/Moscow', contractHour: 10 }, NOW)
  const all = missingIn(due, { desc: true, offset: 0, limit: 10 })
  expect([all.total, all.records, all.expected]).toEqual([3, 6, 240])
  expect(all.rows).toEqual(missingRuns(due).reverse())
  expect(missingIn(due, { desc: false, offset: 1, limit: 1, fromMs: FIRST + 6 * HOUR })).toEqual({
    total: 3,
    records: 5,
    byState: { never: 0, empty: 5, failed: 0, partial: 0, not_transmitted: 0, exchange: 0 },
    expected: 234,
    rows: [{ fromMs: FIRST + 20 * HOUR, toMs: FIRST + 21 * HOUR, records: 2, state: 'empty' }],
  })
})
