import { expect, test } from 'vitest'
import { countsByDay } from '../../../../electron/analysis/answers/completeness.ts'
import { consumptionOf } from '../../../../electron/analysis/answers/readings/sums.ts'
import type { Book } from '../../../../electron/book/index.ts'
import { gasDaySpan, type GasClock } from '../../../../electron/contract/time/gas-day.ts'
import { gasDays } from '../../../support/gas-days.ts'
import { tempBook } from '../../book/fixtures.ts'

/**
 * Sums and counts beside plain SQL over the public view of a real book. What is expected comes from SQL and from the
 * runtime's own calendar (Intl) alone: each hour is put into its gas day by the wall clock that Intl shows for it.
 */
const HOUR = 3_600_000
const at = (time: string) => Date.parse(time)
const [FROM, TO] = [at('2026-03-01T00:00Z'), at('2026-11-20T00:00Z')]
const NOW = at('2027-02-01T00:00Z')
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Europe/Moscow'] as const
const CONTRACT_HOURS = [0, 6, 10, 23] as const
const KEY = { equipmentId: 1, archiveType: 'hourly', view: 'general' } as const
const CHANNELS = ['gas_consume', 'reading_value'] as const

/** Hours that are missing: single ones, a night, whole days, an hour at a change of the clocks. */
const isMissing = (hour: number) =>
  hour % 97 === 5 || (hour > 2000 && hour < 2013) || (hour > 4400 && hour < 4460) || [672, 5713].includes(hour)
/** Extra records between the hours: beside an hour that is there, and where one is missing. */
const EXTRA = [300, 2005, 4500]

function filled(): Book {
  const book = tempBook()
  const records: { atMs: number; values: Record<string, number | string> }[] = []
  let counter = 0
  for (let hour = 0; FROM + hour * HOUR <= TO; hour++) {
    const volume = 1 + ((hour * 7919) % 101) / 8
    counter += volume
    const values = { P: 1, gas_consume: volume, reading_value: hour % 500 === 499 ? '---' : String(counter) }
    if (!isMissing(hour)) records.push({ atMs: FROM + hour * HOUR, values })
    if (EXTRA.includes(hour)) records.push({ atMs: FROM + hour * HOUR + 17 * 60_000, values: { ...values, gas_consume: 0.5 } })
  }
  book.readings.put(KEY, records)
  const span = { from: '2026-03-01', to: '2026-11-20' }
  book.coverage.mark(KEY, span, { fetchedAtMs: NOW, state: 'fetched' })
  // The view unfolds every record: once is enough for all questions.
  book.db.exec(`CREATE TEMP TABLE plain AS SELECT event_time, channel, value FROM v_reading
    WHERE equipment_id = 1 AND archive_type = 'hourly' AND "view" = 'general'`)
  return book
}

interface Plain {
  name: string
  volume: number | null
  records: number
  due: number
}

/** What SQL says of a channel: sums of amounts, rises of a counter, records at full hours and hours that are due. */
function plainSums(book: Book, dayOf: (atMs: number) => string, channel: string, by: 'day' | 'month'): Map<string, Plain> {
  const nameOf = (seconds: number) => dayOf(seconds * 1000).slice(0, by === 'day' ? 10 : 7)
  book.db.function('period_of', { deterministic: true }, (seconds: unknown) => nameOf(Number(seconds)))
  const counter = channel === 'reading_value'
  const rows = book.db
    .prepare<[string], Plain>(
      `WITH RECURSIVE hour (event_time) AS (
         SELECT ${FROM / 1000} UNION ALL SELECT event_time + 3600 FROM hour WHERE event_time + 3600 <= ${TO / 1000}
       ), number AS (
         SELECT event_time, CAST(value AS REAL) AS value FROM plain
         WHERE channel = ? AND CAST(value AS TEXT) GLOB '[0-9]*'
       ), step AS (
         SELECT event_time, ${counter ? 'value - lag(value) OVER (ORDER BY event_time)' : 'value'} AS volume FROM number
       ), summed AS (
         SELECT period_of(event_time) AS name, coalesce(sum(volume), 0) AS volume,
           sum(event_time % 3600 = 0) AS records FROM step GROUP BY 1
       ), due AS (SELECT period_of(event_time) AS name, count(*) AS due FROM hour GROUP BY 1)
       SELECT d.name, s.volume, coalesce(s.records, 0) AS records, d.due FROM due d LEFT JOIN summed s ON s.name = d.name`,
    )
    .all(channel)
  return new Map(rows.map((row) => [row.name, row]))
}

const rounded = (value: number | null) => (value === null ? null : Number(value.toFixed(6)))

/** What the program says, by the same names; periods that the archive has only a part of are left out. */
function ourSums(book: Book, zone: string, contractHour: number, channel: string, by: 'day' | 'month') {
  const gas = { zone, contractHour }
  const range = gasDaySpan(by === 'day' ? '2026-03-03' : '2026-04-01', by === 'day' ? '2026-11-17' : '2026-10-31', gas)
  const sums = consumptionOf(book.readings, { key: KEY, channelVarname: channel, range, by, gas, nowMs: NOW })
  return sums.map(({ day, value, records, expected, lacking, part }) => ({
    name: day.slice(0, by === 'day' ? 10 : 7),
    volume: rounded(value),
    records,
    due: expected,
    lacking,
    part,
  }))
}

/** The records of each day of UTC in the calendar. The first and the last days are not whole. */
function checkCalendar(book: Book, gas: GasClock): void {
  // A record at midnight is asked for with the day that begins.
  const truth = plainSums(book, (atMs) => new Date(atMs + 1).toISOString().slice(0, 10), 'P', 'day')
  const { firstDay, present, due } = countsByDay(book.completeness.dueRecords(KEY, gas, NOW))
  const days = Array.from({ length: due.length }, (_, index) => index).slice(2, -3)
  const nameAt = (index: number) => new Date(at(`${firstDay}T00:00Z`) + index * 24 * HOUR).toISOString().slice(0, 10)
  const ours = days.map((index) => [nameAt(index), present[index], due[index]])
  expect(ours).toEqual(days.map((index) => [nameAt(index), truth.get(nameAt(index))?.records, truth.get(nameAt(index))?.due]))
}

for (const zone of ZONES) {
  test(`${zone}: sums, records and due hours by gas day and month, in sums and the calendar, from any contract hour, are what SQL says`, () => {
    const book = filled()
    const odd = new Set<number>()
    for (const contractHour of CONTRACT_HOURS) {
      const dayOf = gasDays(zone, contractHour)
      for (const by of ['day', 'month'] as const)
        for (const channel of CHANNELS) {
          const truth = plainSums(book, dayOf, channel, by)
          const ours = ourSums(book, zone, contractHour, channel, by)
          expect(ours).toHaveLength(by === 'day' ? 260 : 7)
          for (const sum of ours) {
            const plain = truth.get(sum.name)
            const { volume = null, records = 0, due = 0 } = plain ?? {}
            if (by === 'day') odd.add(due)
            const what = `${zone} ${contractHour}:00 ${channel} ${sum.name}`
            const expected = {
              name: sum.name,
              volume: rounded(volume),
              records,
              due,
              lacking: due - records,
              part: false,
            }
            expect(sum, what).toEqual(expected)
          }
        }
      checkCalendar(book, { zone, contractHour })
    }
    const changes = { 'Europe/Berlin': [23, 24, 25], 'America/New_York': [23, 24, 25], 'Australia/Lord_Howe': [24], 'Europe/Moscow': [24] }
    expect([...odd].sort((a, b) => a - b)).toEqual(changes[zone])
  })
}
