import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openBook } from '../../../../electron/book/index.ts'
import { mergeBooks } from '../../../../electron/book/sharing/merge.ts'
import { HOSTILE_NOW as NOW, plant, PLANTS, soundBook } from '../../../support/hostile-books.ts'

/** Books that somebody has planted something in: it is not taken, said, and the rest is merged. */
const folder = mkdtempSync(join(tmpdir(), 'meterbook-test-'))
const [sound, empty] = [join(folder, 'sound.meterbook'), join(folder, 'empty.meterbook')]
beforeAll(() => {
  soundBook(sound)
  openBook(empty, { mode: 'write', now: () => NOW }).close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const merge = (file: string, other: string, isDryRun = false) =>
  mergeBooks(
    { file, other, isDryRun, nowMs: NOW },
    () => undefined,
    () => false,
  )

/** A copy of the empty book, and one of the sound book with something planted in it. */
function books(sql: string): { mine: string; theirs: string } {
  const here = mkdtempSync(join(folder, 'case-'))
  onTestFinished(() => rmSync(here, { recursive: true, force: true }))
  const [mine, theirs] = [join(here, 'mine.meterbook'), join(here, 'theirs.meterbook')]
  copyFileSync(empty, mine)
  copyFileSync(sound, theirs)
  if (sql !== '') plant(theirs, sql)
  return { mine, theirs }
}

/** Opens a book as `check` does: nothing of it is unreadable. */
function checked(file: string) {
  const book = openBook(file, { mode: 'read', now: () => NOW })
  onTestFinished(() => book.close())
  expect(book.integrity()).toEqual({ ok: true, problems: [] })
  expect(book.checkRecords().problems).toEqual([])
  return book
}

test('of a sound book nothing is refused, and all of it comes', () => {
  const { mine, theirs } = books('')
  expect(merge(mine, theirs).refused).toEqual([])
  const book = checked(mine)
  expect(book.db.prepare('SELECT count(*) FROM rejected').pluck().get()).toBe(2)
  expect(book.readings.count({ equipmentId: 1001, archiveType: 'hourly', view: 'general' })).toBe(3)
})

describe('what is planted is not taken and said; the rest is merged', () => {
  test.each(PLANTS)('%s', (_, sql, refused) => {
    const { mine, theirs } = books(sql)
    const dry = merge(mine, theirs, true)
    const merged = merge(mine, theirs)
    expect(dry.refused).toEqual(merged.refused)
    const said = merged.refused.map(({ table, reason, rows }) => `${table} ${reason} ${rows}`)
    expect(said.toSorted()).toEqual(refused.map((one) => one.join(' ')).toSorted())

    const book = checked(mine)
    // The second station is sound.
    expect(book.readings.count({ equipmentId: 1002, archiveType: 'hourly', view: 'general' })).toBe(3)
    expect(book.events.query({ equipmentIds: [1002] }).total).toBe(2)
    expect(book.notes.query({ stationIds: [2] }).rows.map(({ text, photos }) => [text, photos.length])).toEqual([['осмотр 2', 1]])
    expect(book.settings.snapshots(1002)).toHaveLength(1)
    expect(book.db.prepare('SELECT count(*) FROM session WHERE id = 2').pluck().get()).toBe(1)
    expect(book.stations.get(2)?.name).toBe('ГРП-2')
    // Nothing that can be read is unbounded, and what was refused is kept word for word as far as it is.
    const kept = book.db.prepare("SELECT count(*) FROM rejected WHERE resource LIKE 'merge/%'").pluck().get()
    expect(kept).toBe(refused.reduce((sum, [, , rows]) => sum + rows, 0))
    expect(book.db.prepare('SELECT max(length(raw)) FROM rejected').pluck().get()).toBeLessThan(101_000)

    // What is said once is the same the next time, and comes to nothing.
    const again = merge(mine, theirs)
    expect(again.refused).toEqual(merged.refused)
    expect(again.kinds.filter(({ added, newer, twice }) => added + newer + twice > 0)).toEqual([])
  })
})

test('of refused rows a hundred of each table are kept, however many archives they lie under', () => {
  const rows = `WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 239)
    INSERT INTO reading SELECT 900 + n / 60, 1768000000000 + n, '[' || n || ']' FROM n`
  const { mine, theirs } = books(rows)
  expect(merge(mine, theirs).refused).toMatchObject([{ table: 'reading', reason: 'orphan', rows: 240, first: '900, 1768000000000' }])
  const kept = checked(mine).db.prepare("SELECT count(*) FROM rejected WHERE resource = 'merge/reading'").pluck().get()
  expect(kept).toBe(100)
})
