import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { openBook, type Book } from '../../electron/book/index.ts'
import { EVENTS, logFile, NOW_MS, STATIONS } from './events/logs.ts'
import { atMost, inTurns, median, type Bench, type BenchOptions, type Row } from './measure.ts'
import { commandLine, heapFlags, inFolder, root, runProgram } from './processes.ts'

/**
 * A log of a million events of 5,000 stations: all of it as CSV, beside what SQLite's own shell needs for the same rows,
 * and a window in its middle, beside one in the middle of a log of a single station with as many events.
 */
const TURNS = 3
const WINDOWS = 40
const WINDOW = 200
/** SQLite's own shell, from the PATH. */
const SQLITE = 'sqlite3'

export const bench: Bench = (options) =>
  inFolder(async (folder) => {
    const many = path.join(folder, 'many.meterbook')
    const single = path.join(folder, 'single.meterbook')
    options.say(`making the books: ${EVENTS} events of ${STATIONS} stations, and of one …`)
    logFile(many, STATIONS)
    logFile(single, 1)
    return [...(await besideSqlite(many, folder, options)), windows(many, single, options)]
  })

/** The columns of the plain CSV, but for what the message reference says, as one would ask the public views for them. */
const SAME_ROWS = `
SELECT strftime('%Y-%m-%dT%H:%M:%f+00:00', e.event_time, 'unixepoch') AS time, s.name AS station, e.archive_type, e.code,
  e.code_description, e.val_code, e.izm, s.equipment_serial_number, s.id AS station_id, e.equipment_id, e.event_time
FROM v_event e LEFT JOIN v_station s ON s.equipment_id = e.equipment_id ORDER BY e.event_time`

async function besideSqlite(file: string, folder: string, { turns, say }: BenchOptions): Promise<Row[]> {
  if (spawnSync(SQLITE, ['--version']).status !== 0) {
    say('!!! SKIPPED: events to CSV beside sqlite3 -csv: there is no sqlite3 on the PATH of this machine !!!')
    return []
  }
  const ours = path.join(folder, 'ours.csv')
  const theirs = path.join(folder, 'theirs.csv')
  const command = [
    'export',
    'events',
    '--book',
    file,
    '--format',
    'csv',
    '--plain',
    '--time-zone',
    'UTC',
    '--out',
    ours,
  ]
  const pairs = await inTurns(
    turns ?? TURNS,
    () => timed(process.execPath, [...heapFlags(), commandLine(), ...command]),
    () => timed(SQLITE, ['-readonly', '-csv', '-header', '-cmd', `.once ${theirs}`, file, SAME_ROWS]),
  )
  for (const [meterbook, sqlite] of pairs)
    say(`${EVENTS} events to CSV: meterbook ${Math.round(meterbook)} ms, sqlite3 ${Math.round(sqlite)} ms`)
  if (lines(ours) !== EVENTS + 1 || lines(theirs) !== EVENTS + 1)
    throw new Error('the sides did not write the same rows')
  const ratio = median(pairs.map(([meterbook, sqlite]) => meterbook / sqlite))
  return [atMost('a million events of 5,000 stations to CSV, times sqlite3 -csv', ratio, 1.5)]
}

async function timed(program: string, args: readonly string[]): Promise<number> {
  const { code, stderr, elapsedMs } = await runProgram(program, args)
  if (code !== 0) throw new Error(`${path.relative(root, program)} ended with ${code}: ${stderr}`)
  return elapsedMs
}

function lines(file: string): number {
  const bytes = readFileSync(file)
  let count = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count++
  return count
}

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
    return atMost(
      'a window amid a million events of 5,000 stations, times one of a single station',
      ofMany / ofSingle,
      1.5,
    )
  } finally {
    for (const book of books) book.close()
  }
}
