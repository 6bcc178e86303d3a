import { createInterface } from 'node:readline'
import { openBook } from '../../../electron/book/index.ts'

/** A program that has a book open: for each line it is given it writes a note and says how many notes there are then. */
const [file = ''] = process.argv.slice(2)
const book = openBook(file, { mode: 'write', now: Date.now, owner: 'a window' })
const tell = () => process.stdout.write(`${book.notes.query({}).total}\n`)
tell()
for await (const text of createInterface({ input: process.stdin })) {
  const stationId = book.stations.ids()[0] ?? 1
  book.notes.add(stationId, { fromMs: null, toMs: null, kind: 'visit', author: 'window', text }, [], Date.now())
  tell()
}
book.close()
