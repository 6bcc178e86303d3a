import Database from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { MeterbookError } from '../../contract/errors.ts'
import { connectToRead } from '../file/connect.ts'
import { flush } from '../file/flush.ts'
import { headOf, KNOWN_VERSION } from '../file/head.ts'
import { maintenanceIn } from '../file/maintenance.ts'
import { recordCheckIn } from '../file/record-check.ts'

/** Rows of every table, by name. */
export type Rows = Readonly<Record<string, number>>

/** Counts the rows of every table, as the connection sees them. `check` is called between tables and may throw. */
export function rowsOf(db: Database.Database, check: () => void = () => undefined): Rows {
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .pluck()
    .all()
  return Object.fromEntries(
    tables.map((table) => {
      check()
      return [table, db.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() ?? 0]
    }),
  )
}

/** What a verified copy is. */
export interface Verified {
  bytes: number
  sha256: string
  version: number
  /** Records that cannot be read. */
  unreadable: number
}

/**
 * Makes a copy of a book one file that needs no journal beside it, waits until it is on the disk, and verifies it on a
 * connection of its own: every page, index and reference, every record, and that each table has the rows that the book had.
 * @param check called between the steps; it may throw
 * @throws MeterbookError BACKUP_UNSOUND where it is not what the book was.
 */
export function verifyCopy(file: string, rows: Rows, check: () => void = () => undefined): Verified {
  alone(file)
  check()
  flush(file)
  const { db, closed } = connectToRead(file)
  let version: number
  let unreadable = 0
  try {
    const unsound = (reason: string) => new MeterbookError('BACKUP_UNSOUND', { file, reason })
    const [problem] = maintenanceIn({ file, db }).integrity().problems
    if (problem !== undefined) throw unsound(problem)
    check()
    const found = rowsOf(db, check)
    const other = Object.keys({ ...rows, ...found }).find((table) => found[table] !== rows[table])
    if (other !== undefined) throw unsound(`${other}: ${found[other] ?? 0} ≠ ${rows[other] ?? 0}`)
    version = headOf(db).version
    // The check knows the tables of this version only.
    if (version === KNOWN_VERSION) {
      const { problems } = recordCheckIn({ file, db })(check)
      unreadable = problems.reduce((sum, { count }) => sum + count, 0)
    }
  } finally {
    db.close()
    closed()
  }
  check()
  return { bytes: statSync(file).size, sha256: sha256Of(file, check), version, unreadable }
}

/** A book in WAL mode gets a journal and its index beside it whenever it is read; a backup may lie on a read-only stick. */
function alone(file: string): void {
  const db = new Database(file, { fileMustExist: true, timeout: 0 })
  try {
    db.pragma('trusted_schema = OFF')
    db.pragma('synchronous = FULL')
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
}

const STEP_BYTES = 4 * 1024 * 1024

/** The SHA-256 of a file that nobody has open, as it is read back. */
export function sha256Of(file: string, check: () => void = () => undefined): string {
  const hash = createHash('sha256')
  const buffer = Buffer.alloc(STEP_BYTES)
  const handle = openSync(file, 'r')
  try {
    for (;;) {
      const read = readSync(handle, buffer, 0, STEP_BYTES, null)
      if (read === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, read))
      check()
    }
  } finally {
    closeSync(handle)
  }
}
