import path from 'node:path'
import { openBook, type Book } from '../../electron/book/index.ts'
import { logFile, NOW_MS } from './events/logs.ts'
import { median, type Bench, type BenchOptions, type Figure } from './measure.ts'
import { inFolder } from './processes.ts'

/**
 * A window amid a million events of 5,000 stations, beside one in the middle of a log of a single station with as many
 * events. All of the log as a file: export/rows.bench.ts.
 */
const WINDOW = 200

export const bench: Bench<'events'> = (options) =>
  inFolder((folder) => {
    const many = path.join(folder, 'many.meterbook')
    const single = path.join(folder, 'single.meterbook')
    const { log } = options.size
    options.say(`making the books: ${log.events} events of ${log.stations} stations, and of one …`)
    logFile(many, log)
    logFile(single, log, 1)
    return Promise.resolve([windows(many, single, options)])
  })

/** A write comes before each window, as while a download runs, so that no count from before can be used. */
function windows(many: string, single: string, { size, turns, say }: BenchOptions<'events'>): Figure<'events'> {
  const books = [many, single].map((file) => openBook(file, { mode: 'write', now: () => NOW_MS })) as [Book, Book]
  try {
    const times = books.map((): number[] => [])
    for (let window = 0; window < size.windows * (turns ?? size.turns); window++) {
      const offset = Math.floor(size.log.events * (0.25 + (0.5 * (window % size.windows)) / size.windows))
      for (const [at, book] of books.entries()) {
        book.meta.set('bench', window)
        const begunMs = performance.now()
        const { rows } = book.events.query({ offset, limit: WINDOW, desc: window % 2 === 0 })
        times[at]?.push(performance.now() - begunMs)
        if (rows.length !== WINDOW) throw new Error('the window is not whole')
      }
    }
    const [ofMany, ofSingle] = times.map(median) as [number, number]
    say(`a window in the middle: ${size.log.stations} stations ${ofMany.toFixed(1)} ms, one station ${ofSingle.toFixed(1)} ms`)
    return { row: 'window', value: ofMany / ofSingle }
  } finally {
    for (const book of books) book.close()
  }
}
