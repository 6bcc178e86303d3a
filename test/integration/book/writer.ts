import { openBook } from '../../../electron/book/index.ts'

/**
 * A program that writes a book until it is killed: pages of readings, events and coverage, and after each commit a line
 * with the number of pages that must be there from then on. `hold` only opens it and waits.
 */
const [file = '', task = 'write'] = process.argv.slice(2)
const key = { equipmentId: 1, archiveType: 'hourly', view: 'general' } as const
const book = openBook(file, { mode: 'write', now: Date.now, owner: `writer (${task})` })
process.stdout.write(`open ${book.readings.count(key) / 100}\n`)

if (task === 'hold') setInterval(() => undefined, 60_000)
else {
  for (let page = book.readings.count(key) / 100; ; page++) {
    const day = new Date(page * 86_400_000).toISOString().slice(0, 10)
    book.page(() => {
      const times = Array.from({ length: 100 }, (_, at) => page * 86_400_000 + at * 1_000)
      book.readings.put(
        key,
        times.map((atMs) => ({ atMs, values: { P: atMs / 7, T: `${atMs}` } })),
      )
      book.events.add(
        { equipmentId: 1, archiveType: 'alarm' },
        times.map((atMs) => ({ atMs, entries: { Code: String(atMs % 7), CodeDescription: `Авария ${page}` } })),
      )
      book.coverage.mark(key, { from: day, to: day }, { fetchedAtMs: page, state: 'fetched' })
      book.meta.set('pages', page + 1)
    })
    process.stdout.write(`${page + 1}\n`)
  }
}
