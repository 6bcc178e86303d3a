import { DuckDBDateValue, DuckDBInstance, DuckDBTimestampTZValue, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api'
import { onTestFinished } from 'vitest'
import type { Rows } from './lake-questions.ts'

/** DuckDB in memory, for reading back what the program wrote. */
export async function duck(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  onTestFinished(() => {
    connection.closeSync()
    instance.closeSync()
  })
  return connection
}

/** Rows with times as Unix seconds, days as `yyyy-mm-dd` and numbers as numbers: as SQLite gives them. */
export async function duckRows(connection: DuckDBConnection, sql: string): Promise<Rows> {
  const reader = await connection.runAndReadAll(sql)
  return reader.getRows().map((row) => row.map(plain))
}

function plain(value: DuckDBValue): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof DuckDBDateValue) return String(value)
  if (value instanceof DuckDBTimestampTZValue) return Number(value.micros) / 1e6
  return value
}
