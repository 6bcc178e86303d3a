import Database from 'better-sqlite3'
import { openBook } from '../../../../electron/book/index.ts'
import { mergeBooks } from '../../../../electron/book/sharing/merge.ts'
import { peakBytes } from '../../processes.ts'

/** One side of the merge bench, in a process of its own: prints the time and the most memory as JSON. */
const [side = '', file = '', other = ''] = process.argv.slice(2)
const book = openBook(file, { mode: 'write', now: Date.now, owner: 'bench' })
const idle = process.memoryUsage.rss()
const start = performance.now()
if (side === 'ours') {
  mergeBooks(
    { file: book.file, other, isDryRun: false, nowMs: Date.now() },
    () => undefined,
    () => false,
  )
} else {
  const db = new Database(book.file)
  for (const pragma of ['synchronous = FULL', 'wal_autocheckpoint = 4000', 'cell_size_check = ON']) db.pragma(pragma)
  db.prepare('ATTACH ? AS other').run(other)
  // The keys of a book's archives are its own, so another book's can never be taken as they are.
  db.exec(`BEGIN IMMEDIATE;
    INSERT INTO main.reading SELECT series_id + 1000000, at_ms, record FROM other.reading; COMMIT`)
  db.close()
}
const ms = performance.now() - start
const records = book.db.prepare('SELECT count(*) FROM reading').pluck().get()
book.close()
process.stdout.write(JSON.stringify({ ms, records, over: peakBytes() - idle }))
