import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/file/open.ts'
import { run } from '../../../electron/cli/main.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { seenTerminal } from './seen-terminal.ts'

/** The 'Complete' lines of `status` and `check` beside plain SQL over the public views of the same file. */
const folder = mkdtempSync(path.join(tmpdir(), 'meterbook-complete-'))
const file = path.join(folder, 'a.meterbook')
const FIRST = Date.parse('2026-03-01T00:00:00Z')
const SPAN = { from: '2026-03-01', to: '2026-03-30' }
const HOURS = 30 * 24
const VIEW = 'general'

beforeAll(() => {
  const book = openBook(file, { mode: 'write', now: () => FIRST })
  const fetched = { fetchedAtMs: Date.parse('2026-05-01T00:00:00Z'), state: 'fetched' } as const
  book.page(() => {
    for (const [equipmentId, isMissing] of [
      [101, () => false],
      [102, (hour: number) => hour % 50 === 7],
      [103, (hour: number) => hour > 100 && hour < 300],
    ] as const) {
      const hours = Array.from({ length: HOURS }, (_, hour) => hour).filter((hour) => !isMissing(hour))
      const key = { equipmentId, archiveType: 'hourly', view: VIEW } as const
      // Extra records between the hours stand in for none.
      const stamps = [...hours.map((hour) => hour * HOUR_MS), ...(equipmentId === 102 ? [7.25 * HOUR_MS] : [])]
      book.readings.put(
        key,
        stamps.sort((a, b) => a - b).map((ms) => ({ atMs: FIRST + ms, values: { P: 1 } })),
      )
      book.coverage.mark(key, SPAN, fetched)
    }
    const daily = { equipmentId: 101, archiveType: 'daily', view: VIEW } as const
    const days = Array.from({ length: 30 }, (_, day) => day).filter((day) => day !== 12 && day !== 13)
    book.readings.put(
      daily,
      days.map((day) => ({ atMs: FIRST + (day * 24 + 7) * HOUR_MS, values: { P: 1 } })),
    )
    book.coverage.mark(daily, SPAN, fetched)
    const odd = { equipmentId: 101, archiveType: 'session', view: VIEW } as const
    book.readings.put(odd, [{ atMs: FIRST + 12_345_678, values: { P: 1 } }])
  })
  book.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Total {
  archiveType: string
  view: string
  devices: number
  incomplete: number
  records: number
  expected: number | null
}

/** Each due hour is a row that has a record or not; the daily archive closes at 07:00. */
function truth(): Total[] {
  const db = new Database(file, { readonly: true })
  try {
    return db
      .prepare<[], Total>(
        `WITH RECURSIVE hour (event_time) AS (
           SELECT unixepoch('${SPAN.from}') UNION ALL SELECT event_time + 3600 FROM hour
           WHERE event_time + 3600 < unixepoch('${SPAN.to}', '+1 day')
         ), device AS (
           SELECT DISTINCT equipment_id, archive_type FROM v_coverage WHERE "view" = '${VIEW}'
         ), one AS (
           SELECT d.equipment_id, d.archive_type, count(*) AS expected, sum(EXISTS (
             SELECT 1 FROM v_reading r WHERE r.equipment_id = d.equipment_id AND r.archive_type = d.archive_type
               AND r."view" = '${VIEW}' AND r.event_time = hour.event_time)) AS records
           FROM device d, hour
           WHERE d.archive_type = 'hourly' OR hour.event_time % 86400 = 7 * 3600
           GROUP BY 1, 2
         )
         SELECT archive_type AS archiveType, '${VIEW}' AS "view", count(*) AS devices, sum(records < expected) AS incomplete,
           sum(records) AS records, sum(expected) AS expected FROM one GROUP BY 1`,
      )
      .all()
  } finally {
    db.close()
  }
}

async function printed(command: 'status' | 'check', ...more: string[]) {
  const seen = seenTerminal()
  const code = await run([command, '--book', file, ...more], seen)
  return { code, text: seen.printed.join('\n') }
}

test.each(['status', 'check'] as const)('%s says how complete the archives are, in records', async (command) => {
  const known = truth()
  expect(known.map(({ archiveType, incomplete }) => [archiveType, incomplete])).toEqual([
    ['daily', 1],
    ['hourly', 2],
  ])
  const { completeness } = JSON.parse((await printed(command, '--json')).text) as { completeness: Total[] }
  const byName = completeness.toSorted((a, b) => (a.archiveType < b.archiveType ? -1 : 1))
  expect(byName).toEqual([...known, { archiveType: 'session', view: VIEW, devices: 0, incomplete: 0, records: 1, expected: null }])

  const { text } = await printed(command)
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.startsWith('Complete '))
  const said = lines.slice(first, first + 3).map((line) => line.replace(/^Complete/, '').trim())
  const count = (n: number) => n.toLocaleString('en-GB')
  const [daily, hourly] = known.map(
    ({ archiveType, records, expected, incomplete, devices }) =>
      `${archiveType} (general): ${count(records)} of ${count(expected ?? 0)} records, ${Math.floor((1000 * records) / (expected ?? 1)) / 10} %, missing on ${incomplete} of ${devices} ${devices === 1 ? 'device' : 'devices'}`,
  )
  expect(said.toSorted()).toEqual([daily, hourly, 'session (general): 1 record, rhythm unknown'])
})
