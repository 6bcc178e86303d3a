import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readSync } from 'node:fs'
import path from 'node:path'
import { inTurns, median, type Bench, type BenchOptions, type Figure } from '../measure.ts'
import { commandLine, inFolder, residentBytes, root, runProgram } from '../processes.ts'
import { CHANNELS, eventsFile, readingsFile } from './books.ts'

/**
 * Events of many stations and readings as the plain CSV of `meterbook export`, start and end of the
 * program included, beside SQLite's own shell asked for the same columns of the same rows in the same order; and the
 * memory that the export takes beyond what the program needs to export nothing.
 *
 * The same columns: all that SQL over the public views can give. Events lack two of the file's thirteen, the message and
 * the description that the message reference has for a code in the archives of the device's type, and the entries besides
 * the four (a device of the bench has none).
 */
const SAMPLE_MS = 50
/** SQLite's own shell, from the PATH. */
const SQLITE = 'sqlite3'

const EVENT_ROWS = `
SELECT strftime('%Y-%m-%dT%H:%M:%f+00:00', e.event_time, 'unixepoch') AS time, s.name AS station, e.archive_type, e.code,
  e.code_description, e.val_code, e.izm, s.equipment_serial_number, s.id AS station_id, e.equipment_id, e.event_time
FROM v_event e LEFT JOIN v_station s ON s.equipment_id = e.equipment_id ORDER BY e.event_time`

/** `v_reading` has a row a value; a record's columns are asked of the table that it is made of, by their places. */
const READING_ROWS = `
SELECT strftime('%Y-%m-%dT%H:%M:%f+00:00', r.at_ms / 1000.0, 'unixepoch') AS time, st.name AS station,
  st.equipment_serial_number, s.archive_type,
  ${CHANNELS.map((name, at) => `r.record ->> '$[${at}]' AS ${name}`).join(', ')},
  st.id AS station_id, s.equipment_id, r.at_ms / 1000 AS unix_time
FROM (SELECT * FROM station ORDER BY name_key, id) st CROSS JOIN series s ON s.equipment_id = st.equipment_id
CROSS JOIN reading r ON r.series_id = s.id
WHERE s."view" = 'unified' ORDER BY st.name_key, st.id, s.archive_type, r.at_ms`

export const bench: Bench<'export'> = (options) =>
  inFolder(async (folder) => {
    const archive = path.join(folder, 'archive.meterbook')
    const size = options.size.rows
    const readings = size.devices * size.hours
    options.say(`making the books: ${size.log.events} events of ${size.log.stations} stations, ${readings} readings …`)
    const log = eventsFile(size.log)
    readingsFile(archive, { stations: size.log.stations, devices: size.devices, hours: size.hours })
    return [
      ...(await beside(options, folder, { what: 'events', rows: size.log.events, file: log, sql: EVENT_ROWS, flags: [] })),
      ...(await beside(options, folder, {
        what: 'readings',
        rows: readings,
        file: archive,
        sql: READING_ROWS,
        flags: ['--view', 'unified'],
      })),
    ]
  })

interface Case {
  what: 'events' | 'readings'
  rows: number
  file: string
  sql: string
  flags: readonly string[]
}

async function beside(
  options: BenchOptions<'export'>,
  folder: string,
  { what, rows, file, sql, flags }: Case,
): Promise<Figure<'export'>[]> {
  const { size, turns, say } = options
  const ours = path.join(folder, 'ours.csv')
  const theirs = path.join(folder, 'theirs.csv')
  const exportOf = (...more: string[]) => [
    ...commandLine(),
    'export',
    what,
    '--book',
    file,
    '--format',
    'csv',
    '--plain',
    '--time-zone',
    'UTC',
    '--out',
    ours,
    ...flags,
    ...more,
  ]
  const floor = floorOf(say, { file, sql, out: theirs })
  const idle = await run(process.execPath, exportOf('--from', '1990-01-01', '--to', '1990-01-01'), 1)
  const peaks: number[] = []
  const pairs = await inTurns(
    turns ?? size.rows.turns,
    async () => {
      const { elapsedMs, peakBytes } = await run(process.execPath, exportOf())
      peaks.push(peakBytes)
      return elapsedMs
    },
    async () => (await run(floor.program, floor.args)).elapsedMs,
  )
  for (const [meterbook, sqlite] of pairs)
    say(`${rows} ${what} to CSV: meterbook ${Math.round(meterbook)} ms, ${floor.name} ${Math.round(sqlite)} ms`)
  if (lines(ours) !== rows + 1 || lines(theirs) !== rows + 1) throw new Error('the sides did not write the same rows')
  const over = Math.max(...peaks) - idle.peakBytes
  say(`memory: ${Math.round(idle.peakBytes / 1e6)} MB for nothing, ${Math.round(over / 1e6)} MB over that for all`)
  return [
    { row: `rows.${what}`, value: median(pairs.map(([us, them]) => us / them)), ...(floor.note && { note: floor.note }) },
    { row: `rows.${what}Memory`, value: over / 1e6 },
  ]
}

/** SQLite's own shell; where there is none a bare loop over the same rows. */
function floorOf(say: (line: string) => void, { file, sql, out }: { file: string; sql: string; out: string }) {
  if (spawnSync(SQLITE, ['--version']).status === 0)
    return { name: 'sqlite3 -csv', note: '', program: SQLITE, args: ['-readonly', '-csv', '-header', '-cmd', `.once ${out}`, file, sql] }
  const note = 'no sqlite3 on the PATH: beside a bare loop of better-sqlite3'
  say(`!!! ${note} !!!`)
  return { name: 'a bare loop', note, program: process.execPath, args: [path.join(root, 'test/bench/export/bare.ts'), file, sql, out] }
}

/** Runs a program and looks at its memory meanwhile. `allowed`: the exit code that is fine besides 0. */
async function run(program: string, args: readonly string[], allowed = 0) {
  let peakBytes = 0
  let sampler: NodeJS.Timeout | undefined
  const { code, stderr, elapsedMs } = await runProgram(program, args, {
    started: (pid) => {
      sampler = setInterval(() => (peakBytes = Math.max(peakBytes, residentBytes(pid) ?? 0)), SAMPLE_MS)
    },
  })
  clearInterval(sampler)
  if (code !== 0 && code !== allowed) throw new Error(`${path.relative(root, program)} ended with ${code}: ${stderr}`)
  return { elapsedMs, peakBytes }
}

/** Line ends of a file, which may be larger than what is held in memory. */
function lines(file: string): number {
  const handle = openSync(file, 'r')
  const block = Buffer.alloc(1 << 20)
  let count = 0
  try {
    for (let size = readSync(handle, block); size > 0; size = readSync(handle, block))
      for (let at = block.indexOf(10); at !== -1 && at < size; at = block.indexOf(10, at + 1)) count++
    return count
  } finally {
    closeSync(handle)
  }
}
