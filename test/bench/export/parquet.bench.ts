import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { inTurns, median, type Bench } from '../measure.ts'
import { heapFlags, runProgram } from '../processes.ts'
import { eventsFile } from './books.ts'

/**
 * Events of many stations to Parquet: the whole export, from the book to the renamed file, beside DuckDB's `COPY`
 * of the same rows, which it holds in memory as a table, zstd on both sides. The memory is that of a process that does
 * nothing else, over what it had with the book open.
 */
export const bench: Bench<'export'> = async ({ size: { parquet: size }, turns, say }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'meterbook-bench-parquet-'))
  const duckdb = await DuckDBInstance.create(':memory:')
  const connection = await duckdb.connect()
  try {
    const out = path.join(folder, 'ours.parquet')
    const theirs = path.join(folder, 'theirs.parquet')
    say(`A book of ${size.log.events} events of ${size.log.stations} stations`)
    const book = eventsFile(size.log)
    const ours = async () => {
      const { stdout, stderr } = await runProgram(process.execPath, [
        ...heapFlags(),
        path.join(import.meta.dirname, 'parquet/ours.ts'),
        book,
        out,
      ])
      if (stdout === '') throw new Error(stderr)
      const done = JSON.parse(stdout) as { rows: number; ms: number; overIdle: number; bytes: number }
      if (done.rows !== size.log.events) throw new Error(`${done.rows} rows`)
      return done
    }
    await ours()
    await connection.run(`CREATE TABLE events AS FROM read_parquet('${out}')`)
    const copy = async () => {
      const begun = performance.now()
      await connection.run(`COPY events TO '${theirs}' (FORMAT parquet, COMPRESSION zstd)`)
      return performance.now() - begun
    }
    await copy()
    const pairs = await inTurns(turns ?? size.turns, ours, copy)
    const [done, floor] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)]
    const overIdle = Math.max(...done.map((one) => one.overIdle)) / 1e6
    const ms = median(done.map((one) => one.ms))
    say(`ours ${Math.round(ms)} ms, DuckDB ${Math.round(median(floor))} ms; ${done[0]?.bytes} bytes; ${overIdle.toFixed(0)} MB over idle`)
    return [
      { row: 'parquet.time', value: median(pairs.map(([a, b]) => a.ms / b)) },
      { row: 'parquet.memory', value: overIdle },
    ]
  } finally {
    connection.closeSync()
    duckdb.closeSync()
    rmSync(folder, { recursive: true, force: true })
  }
}
