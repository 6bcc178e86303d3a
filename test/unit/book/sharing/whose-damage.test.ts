import Database from 'better-sqlite3'
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBook } from '../../../../electron/book/index.ts'
import { mergeBooks } from '../../../../electron/book/sharing/merge.ts'
import { damage, HOSTILE_NOW as NOW, plant, soundBook } from '../../../support/hostile-books.ts'
import { tempFolder } from '../fixtures.ts'

/** Two sound books: a failure has to name the damaged one, because each has remedies of its own. */
function sounds(): { mine: string; theirs: string } {
  const folder = tempFolder()
  const [mine, theirs] = [join(folder, 'mine.meterbook'), join(folder, 'theirs.meterbook')]
  soundBook(mine)
  copyFileSync(mine, theirs)
  // Another station, so that there is something to bring; and no journal, so that a page is where the file has it.
  plant(theirs, `UPDATE station SET name = 'Другая', seen_at_ms = seen_at_ms + 1; PRAGMA journal_mode = DELETE`)
  plant(mine, 'PRAGMA journal_mode = DELETE')
  return { mine, theirs }
}

const merge = (file: string, other: string, isCancelled = () => false) =>
  mergeBooks({ file, other, isDryRun: false, nowMs: NOW }, () => undefined, isCancelled)
const failure = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

test.each(['note_photo', 'event_content', 'setting', 'kept_twice', 'rejected'])(
  'pages of %s of the other book are damaged: it is named, and neither is changed',
  (table) => {
    const { mine, theirs } = sounds()
    damage(theirs, table)
    const before = [readFileSync(mine), readFileSync(theirs)]
    expect(failure(() => merge(mine, theirs))).toMatchObject({ code: 'OTHER_BOOK_DAMAGED', data: { file: theirs } })
    expect([readFileSync(mine).equals(before[0] as Buffer), readFileSync(theirs).equals(before[1] as Buffer)]).toEqual([true, true])
  },
)

test.each(['note', 'event_content', 'setting_snapshot', 'station'])(
  'pages of %s of the own book are damaged: it is named, not the sound one that is merged',
  (table) => {
    const { mine, theirs } = sounds()
    damage(mine, table)
    expect(failure(() => merge(mine, theirs))).toMatchObject({ code: 'BOOK_DAMAGED', data: { file: mine } })
  },
)

test('an index of the other book lies: each page can be read, and it is refused', () => {
  const { mine, theirs } = sounds()
  // The index is made of other rows than its table has, as a program that writes bytes can do.
  plant(
    theirs,
    `PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, 'note (station_id)', 'note (abs(station_id - 3))') WHERE name = 'note_of_station';
    PRAGMA writable_schema = RESET; REINDEX note_of_station; PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, 'note (abs(station_id - 3))', 'note (station_id)') WHERE name = 'note_of_station'`,
  )
  const db = new Database(theirs, { readonly: true })
  expect(db.pragma('quick_check(1)', { simple: true })).toBe('ok')
  db.close()
  expect(failure(() => merge(mine, theirs))).toMatchObject({
    code: 'OTHER_BOOK_DAMAGED',
    data: { file: theirs, reason: expect.stringContaining('note_of_station') as string },
  })
})

test('the other book is damaged after it was checked: it is named', () => {
  const { mine, theirs } = sounds()
  const size = statSync(theirs).size
  let asked = 0
  const spoil = () => {
    // Once, while its rows are looked at.
    if (asked++ === 0) writeFileSync(theirs, Buffer.alloc(size - 4096, 0x5a), { flag: 'r+' })
    return false
  }
  expect(failure(() => merge(mine, theirs, spoil))).toMatchObject({ data: { file: theirs } })
  expect(asked).toBeGreaterThan(0)
  const book = openBook(mine, { mode: 'read', now: () => NOW })
  expect(book.sharing.merges()).toEqual([])
  expect(book.integrity().ok).toBe(true)
  book.close()
})

test('a book that does not say whose it is, or which it is, is refused by name', () => {
  for (const sql of [
    "DELETE FROM meta WHERE key = 'identity'",
    "INSERT OR REPLACE INTO meta VALUES ('book_id', '7')",
    "INSERT OR REPLACE INTO meta VALUES ('identity', '5')",
  ]) {
    const { mine, theirs } = sounds()
    plant(theirs, sql)
    expect(failure(() => merge(mine, theirs))).toMatchObject({ code: 'OTHER_BOOK_DAMAGED', data: { file: theirs } })
  }
})
