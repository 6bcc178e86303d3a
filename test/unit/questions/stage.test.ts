import Database from 'better-sqlite3'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStage } from '../../../electron/questions/child/stage.ts'
import { soundBook } from '../../support/hostile-books.ts'
import { tempFolder } from '../book/fixtures.ts'

/** How a book is opened for a question, whoever wrote it and wherever it lies. */

function bookCalled(name: string, sql = ''): string {
  const file = join(tempFolder(), name)
  soundBook(file)
  const db = new Database(file)
  db.exec(sql)
  db.pragma('journal_mode = DELETE')
  db.close()
  return file
}

const asName = (name: string) => `"${name.replaceAll('"', '""')}"`
const countIn = (file: string) => {
  const { db } = openStage(file, 'hidden')
  try {
    return db.prepare('SELECT count(*) AS n FROM v_station').get()?.['n']
  } finally {
    db.close()
  }
}

test('a book whose tables are called like statements: its names stay names', () => {
  const outside = join(tempFolder(), 'written.db')
  const hostile = `x"; COMMIT; VACUUM main INTO '${outside}'; BEGIN; SELECT 1 AS "y`
  const file = bookCalled(
    'hostile.meterbook',
    `CREATE TABLE ${asName(hostile)} (a); CREATE VIEW ${asName(`v_${hostile}`)} AS SELECT 1 AS ${asName(hostile)}`,
  )
  const before = readFileSync(file)
  expect(countIn(file)).toBe(2)
  expect(existsSync(outside)).toBe(false)
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a book that was written anew, as a shared one is, is asked like any other', () => {
  expect(countIn(bookCalled('anew.meterbook', 'VACUUM'))).toBe(2)
})

test.skipIf(process.platform === 'win32')('names of files that mean something in an address', () => {
  expect(countIn(bookCalled('we?ird%41 #.meterbook'))).toBe(2)
})

test('a book is opened to be read and no more, and one that is not there is not made', () => {
  const file = bookCalled('a.meterbook')
  const { db, book } = openStage(file, 'shown')
  try {
    expect(() => db.exec(`CREATE TABLE ${book}.made (a)`)).toThrow(/readonly/u)
  } finally {
    db.close()
  }
  const gone = join(tempFolder(), 'gone.meterbook')
  expect(() => openStage(gone, 'shown')).toThrow(/unable to open/u)
  expect(existsSync(gone)).toBe(false)
})
