import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { openBook } from '../../../../electron/book/index.ts'
import { mergeBooks } from '../../../../electron/book/sharing/merge.ts'
import { attacks } from '../../../support/attacks.ts'
import { HOSTILE_NOW as NOW, plant, soundBook } from '../../../support/hostile-books.ts'
import { expectLinear } from '../../../support/twice-as-much.ts'

/** Books with very many rows that are not taken: a merge takes twice as long for twice as many, and no more. */

const folder = mkdtempSync(join(tmpdir(), 'meterbook-test-'))
const [sound, empty] = [join(folder, 'sound.meterbook'), join(folder, 'empty.meterbook')]
beforeAll(() => {
  soundBook(sound)
  openBook(empty, { mode: 'write', now: () => NOW }).close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const UP_TO = (count: number) => `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
const SERIES = '(SELECT min(id) FROM series)'
const KEY = `'018cc251-f400-7000-8000-' || printf('%012d', i + 10)`

/** What is planted so many times. */
const ROWS: [name: string, into: string][] = [
  ['readings that are no JSON', `INSERT INTO reading SELECT ${SERIES}, 1768100000000 + i * 1000, '{' FROM n`],
  ['readings of 1970', `INSERT INTO reading SELECT ${SERIES}, i, '[1,2]' FROM n`],
  ['sessions of 1970', 'INSERT INTO session (id, telemetry_id, at_ms) SELECT i + 10, 2001, 5 FROM n'],
  ['providers, one below the other', `INSERT INTO provider (id, name, parent_id, position) SELECT i + 10, 'x', nullif(i, 1) + 9, i FROM n`],
  ['consumers that are not there', 'INSERT INTO consumer_provider SELECT 1, i + 10 FROM n'],
  ['stops at stations that are not there', `INSERT INTO trip_stop SELECT i + 10, i, ${NOW}, NULL FROM n`],
  ['runs of days that overlap', `INSERT INTO coverage_run SELECT ${SERIES}, 100 + i, 110 + i, 1, ${NOW}, NULL, NULL FROM n`],
  [
    'events of 1970',
    'INSERT INTO event (series_id, at_ms, content_id) SELECT (SELECT min(series_id) FROM event), i, (SELECT min(content_id) FROM event) FROM n',
  ],
  [
    'events without contents',
    'INSERT INTO event (series_id, at_ms, content_id) SELECT (SELECT min(series_id) FROM event), 1768000000000 + i, 100000 + i FROM n',
  ],
  [
    'marks at stations that are not there',
    `INSERT INTO finding_mark SELECT ${KEY}, 'f' || i, 900, 'frozen', 'hourly', 'P', 1768000000000, 1768000000001, 'seen', NULL, 'x', ${NOW}, NULL FROM n`,
  ],
  [
    'configurations under another digest',
    `INSERT INTO setting_snapshot SELECT i + 100, 1001, 1768000000000 + i, ${NOW}, zeroblob(32) FROM n`,
  ],
  [
    'settings of one configuration',
    `INSERT INTO setting (snapshot_id, position, channel_name) SELECT (SELECT min(snapshot_id) FROM setting), i + 10, 'x' || i FROM n`,
  ],
  [
    'readings kept twice that are no JSON',
    `INSERT INTO kept_twice SELECT 'reading', 1001, 'hourly', 'general', 1768000000000 + i, '{', '018cc251-f400-7000-8000-000000000009', ${NOW} FROM n`,
  ],
  [
    'records that were not understood',
    `INSERT INTO rejected (resource, reason, raw, digest, received_at_ms) SELECT 'x', 'y', i, sha(i), ${NOW} FROM n`,
  ],
  [
    'notes at stations that are not there',
    `INSERT INTO note (id, station_id, kind, author, text, folded, written_at_ms) SELECT ${KEY}, 900, 'visit', 'x', 'x', 'x', ${NOW} FROM n`,
  ],
  [
    'limits of stations that are not there',
    `INSERT INTO contract_limit SELECT 'station', i + 900, 'day', '2025-01-01', NULL, 1, 'x', ${NOW}, NULL FROM n`,
  ],
]

attacks(
  12,
  'very many rows that a merge does not take',
  ROWS.map(([name, into]) => ({
    name,
    run: () =>
      expectLinear((rows) => {
        const [mine, theirs] = [join(folder, 'mine.meterbook'), join(folder, 'theirs.meterbook')]
        copyFileSync(empty, mine)
        copyFileSync(sound, theirs)
        plant(theirs, `${UP_TO(rows)} ${into}`)
        const { stations } = mergeBooks(
          { file: mine, other: theirs, isDryRun: true, nowMs: NOW },
          () => undefined,
          () => false,
        )
        expect(stations).toHaveLength(2)
      }, 8_000),
  })),
)
