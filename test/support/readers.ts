import { DuckDBInstance } from '@duckdb/node-api'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Readers of files that have nothing to do with how the files were written. */

/** Whether this machine has Python; said loudly where it has not. */
export const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) process.stderr.write('skipped: no python3, files are read back by DuckDB alone\n')

/** The rows of a CSV as Python reads them, the header among them. */
export function csvByPython(file: string, { encoding = 'utf-8', separator = ',' } = {}): string[][] {
  const script = join(import.meta.dirname, 'read-csv.py')
  const done = spawnSync('python3', [script, file, encoding, separator], { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (done.status !== 0) throw new Error(done.stderr)
  return JSON.parse(done.stdout) as string[][]
}

/** What DuckDB answers to a question, row by row; texts alone. */
export async function askDuckDb(sql: string): Promise<(string | null)[][]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const rows = (await connection.runAndReadAll(sql)).getRowsJson()
    return rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))))
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** The rows of a CSV as DuckDB reads them as texts, without the header; null where nothing stands. */
export const csvByDuckDb = (file: string, separator = ','): Promise<(string | null)[][]> =>
  askDuckDb(
    `SELECT * FROM read_csv('${file}', delim = '${separator}', quote = '"', escape = '"', header = true,
       all_varchar = true, allow_quoted_nulls = false)`,
  )
