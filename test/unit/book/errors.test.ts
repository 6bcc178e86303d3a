import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { asBookError } from '../../../electron/book/file/errors.ts'
import { exitCodeOf } from '../../../electron/cli/exit.ts'
import { failureOf } from '../../../electron/cli/failure.ts'
import { sentenceOf } from '../../../electron/cli/sentences.ts'

const system = (code: string) => Object.assign(new Error(code), { code, syscall: 'open' })

test.each([
  [new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ'), 'DISK_ERROR', 5],
  [new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_SHORT_READ'), 'DISK_ERROR', 5],
  [system('EIO'), 'DISK_ERROR', 5],
  [new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_SHMSIZE'), 'DISK_FULL', 5],
  [new Database.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT'), 'BOOK_DAMAGED', 6],
  [new Database.SqliteError('malformed JSON', 'SQLITE_ERROR'), 'BOOK_DAMAGED', 6],
  [new Database.SqliteError('no such table: reading', 'SQLITE_ERROR'), 'BOOK_DAMAGED', 6],
  [new Database.SqliteError('file is not a database', 'SQLITE_NOTADB'), 'NOT_A_BOOK', 5],
  [new TypeError('The database connection is not open'), 'BOOK_CLOSED', 5],
  [system('ENAMETOOLONG'), 'NAME_TOO_LONG', 2],
  [system('ELOOP'), 'NOT_A_FILE', 5],
])('%s is %s and ends with %i', (thrown, code, exit) => {
  expect(asBookError(thrown, { file: '/b.meterbook' })).toMatchObject({ code, data: { file: '/b.meterbook' } })
  // Also where nobody on the way has looked at it.
  expect(failureOf(thrown).code).toBe(code)
  expect(exitCodeOf(code)).toBe(exit)
})

test('a failing disk is not reported as a damaged book; for a damaged one restoring is advised', () => {
  const failing = failureOf(asBookError(new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ'), { file: '/b' }))
  expect(sentenceOf(failing)).toContain('SQLITE_IOERR_READ')
  expect(sentenceOf(failing)).not.toMatch(/damaged|restore/i)
  const damaged = failureOf(asBookError(new Database.SqliteError('malformed', 'SQLITE_CORRUPT'), { file: '/b' }))
  expect(sentenceOf(damaged)).toContain('meterbook restore --book FILE BACKUP')
})

test('any other error is returned unchanged', () => {
  const error = new Database.SqliteError('near "SELEC": syntax error', 'SQLITE_ERROR')
  expect(asBookError(error)).toBe(error)
})
