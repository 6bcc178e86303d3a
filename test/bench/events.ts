import path from 'node:path'
import { openBook, type Book } from '../../electron/book/index.ts'
import { EVENTS, logFile, NOW_MS, STATIONS } from './events/logs.ts'
import { atMost, median, type Bench, type BenchOptions, type Row } from './measure.ts'
import { inFolder } from './processes.ts'

/**
 * A window amid a million events of 5,000 stations, beside one in the middle of a log of a single station with as many
 * events. All of the log as a file: export/rows.bench.ts.
 */
const TURNS = 3
const WINDOWS = 40
const WINDOW = 200

export const bench: Bench = (options) =>
  inFolder((folder) => {
    const many = path.join(folder, 'many.meterbook')
    const single = path.join(folder, 'single.meterbook')
    options.say(`making the books: ${EVENTS} events of ${STATIONS} stations, and of one …`)
    logFile(many, STATIONS)
    logFile(single, 1)
    return Promise.resolve([windows(many, single, options)])
  })

/** A write comes before each window, as while a download runs, so that no count from before can be used. */
function windows(many: string, single: string, { turns, say }: BenchOptions): Row {
  const books = [many, single].map((file) => openBook(file, { mode: 'write', now: () => NOW_MS })) as [Book, Book]
  try {
    const times = books.map((): number[] => [])
    for (let window = 0; window < WINDOWS * (turns ?? TURNS); window++) {
      const offset = Math.floor(EVENTS * (0.25 + (0.5 * (window % WINDOWS)) / WINDOWS))
      for (const [at, book] of books.entries()) {
        book.meta.set('bench', window)
        const begunMs = performance.now()
        const { rows } = book.events.query({ offset, limit: WINDOW, desc: window % 2 === 0 })
        times[at]?.push(performance.now() - begunMs)
        if (rows.length !== WINDOW) throw new Error('the window is not whole')
      }
    }
    const [ofMany, ofSingle] = times.map(median) as [number, number]
    say(`a window in the middle: ${STATIONS} stations ${ofMany.toFixed(1)} ms, one station ${ofSingle.toFixed(1)} ms`)
    return atMost('a window amid a million events of 5,000 stations, times one of a single station', ofMany / ofSingle, 1.5)
  } finally {
    for (const book of books) book.close()
  }
}
