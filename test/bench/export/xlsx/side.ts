import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeXlsxStream, type XlsxStreamRow } from 'hucre/xlsx'
import { openBook } from '../../../../electron/book/index.ts'
import { writeWhole } from '../../../../electron/exports/file.ts'
import { xlsxStream } from '../../../../electron/exports/formats/xlsx.ts'
import { exportTo, type ExportRequest } from '../../../../electron/exports/index.ts'
import type { Column, Row } from '../../../../electron/exports/table.ts'
import { zoneClock } from '../../../../electron/contract/time/zone.ts'

/**
 * One side of the bench as a process of its own: `node side.ts ours|bare|hucre BOOK FILE ROWS`. Prints
 * `{"ms", "cpuMs", "idle", "peak", "late"}`: time, time of the processors, resident bytes before and at most while it writes, and the longest time that the
 * thread was held.
 */
export interface Side {
  ms: number
  cpuMs: number
  idle: number
  peak: number
  late: number
}

const SAMPLE_MS = 50
const [, , which = '', bookFile = '', file = '', rowCount = ''] = process.argv
const ROWS = Number(rowCount)
const book = openBook(bookFile, { mode: 'read', now: Date.now })
const ZONE = 'Europe/Moscow'
const request: ExportRequest = {
  kind: 'readings',
  stationIds: book.stations.ids({}),
  archiveTypes: ['hourly'],
  view: 'general',
  format: 'xlsx',
  reader: 'people',
  language: 'en',
  timeZone: ZONE,
}
const COLUMNS: readonly Column[] = (
  ['time', 'text', 'text', 'text', 'value', 'value', 'value', 'value', 'value', 'code', 'code', 'value'] as const
).map((kind, at) => ({ key: `c${at}`, header: `Column ${at}`, kind }))

/** A year of rows, ready made, over and over: no book is read. */
function* ready(time: (atMs: number) => unknown): Generator<unknown[]> {
  const year = Array.from({ length: 8760 }, (_, hour) => {
    const atMs = Date.UTC(2025, 0, 1, hour)
    return [
      time(atMs),
      'Station & Co 12',
      '10000012',
      'Hourly',
      2.5 + (hour % 997) / 1000,
      -12.25 + (hour % 61) / 4,
      (hour % 24) * 13.375,
      (hour % 24) * 33.125,
      1.0005 + (hour % 13) / 10_000,
      12,
      1012,
      atMs / 1000,
    ]
  })
  for (let row = 0; row < ROWS; row++) yield year[row % year.length] ?? []
}

async function run(): Promise<void> {
  switch (which) {
    case 'ours':
      {
        const { rows } = await exportTo(book, request, file)
        if (rows !== ROWS) throw new Error(`${rows} rows in place of ${ROWS}`)
      }
      return
    case 'bare': {
      const rows = ready((atMs) => atMs) as Iterable<Row>
      const table = { title: 'Readings', columns: COLUMNS, rows, expected: ROWS, about: [] }
      await writeWhole(file, xlsxStream(table, zoneClock(ZONE), { reader: 'people', language: 'en' }))
      return
    }
    default: {
      const rows = ready((atMs) => new Date(atMs)) as Iterable<XlsxStreamRow>
      const columns = COLUMNS.map(({ header, kind }) => ({ header, ...(kind === 'time' ? { numFmt: 'yyyy-mm-dd hh:mm:ss' } : {}) }))
      const content = writeXlsxStream(rows, { name: 'Readings', columns }) as Parameters<typeof Readable.fromWeb>[0]
      await pipeline(Readable.fromWeb(content), createWriteStream(file))
    }
  }
}

const idle = process.memoryUsage.rss()
let peak = idle
let late = 0
let lastMs = performance.now()
const sampler = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
  const nowMs = performance.now()
  late = Math.max(late, nowMs - lastMs - SAMPLE_MS)
  lastMs = nowMs
}, SAMPLE_MS)
const begunMs = performance.now()
const begun = process.cpuUsage()
await run()
const ms = performance.now() - begunMs
const { user, system } = process.cpuUsage(begun)
clearInterval(sampler)
book.close()
const side: Side = { ms, cpuMs: (user + system) / 1000, idle, peak: Math.max(peak, process.memoryUsage.rss()), late }
process.stdout.write(JSON.stringify(side))
