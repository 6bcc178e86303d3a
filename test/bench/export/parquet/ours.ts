import { statSync } from 'node:fs'
import { openBook } from '../../../../electron/book/index.ts'
import { writerOf } from '../../../../electron/exports/format.ts'
import { exportTo } from '../../../../electron/exports/index.ts'
import { peakBytes } from '../../processes.ts'

/** `node ours.ts BOOK OUT`: exports all events to Parquet, and prints how long it took and how much memory it had. */
const [, , file = '', out = ''] = process.argv
const book = openBook(file, { mode: 'read', now: Date.now })
book.stations.ids()
// DuckDB is loaded before its time is taken; so is the writer, which Node would compile from TypeScript first.
await writerOf('parquet')
const idle = process.memoryUsage.rss()
const begun = performance.now()
const request = {
  kind: 'events',
  format: 'parquet',
  reader: 'programs',
  language: 'en',
  timeZone: 'UTC',
  filter: {},
} as const
const { rows } = await exportTo(book, request, out)
const ms = performance.now() - begun
process.stdout.write(JSON.stringify({ rows, ms, overIdle: peakBytes() - idle, bytes: statSync(out).size }))
book.close()
