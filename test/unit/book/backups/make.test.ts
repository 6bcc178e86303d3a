import Database from 'better-sqlite3'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { manifestFileIn, readManifest } from '../../../../electron/book/backups/manifest.ts'
import { backupsIn, openShelf, shelfOf } from '../../../../electron/book/backups/shelf.ts'
import { openBook } from '../../../../electron/book/index.ts'
import { DAY_MS } from '../../../../electron/contract/time/units.ts'
import { readOnlyFolder } from '../../../support/read-only-folder.ts'
import { NOW, station, tempFolder } from '../fixtures.ts'
import { bookWithPlace, note } from './support.ts'

test('a backup is of one moment of a book that goes on being written, needs no journal, and is only its user’s', async () => {
  const { book, make, place, about } = bookWithPlace()
  let written = 3
  const { backup } = await make(
    {},
    {
      isCancelled: () => {
        // Asked between the steps: somebody writes at each of them.
        written++
        book.page(() => book.stations.put([station({ id: written })], NOW))
        return false
      },
    },
  )
  const file = backup?.file ?? ''
  expect(readdirSync(shelfOf(place.folder, about)).filter((name) => !name.startsWith('backups'))).toEqual([backup?.name])
  if (process.platform !== 'win32')
    expect([file, manifestFileIn(shelfOf(place.folder, about))].map((one) => statSync(one).mode & 0o077)).toEqual([0, 0])
  const db = new Database(file, { readonly: true })
  expect(db.pragma('journal_mode', { simple: true })).toBe('delete')
  const inside = db.prepare('SELECT count(*) FROM station').pluck().get()
  db.close()
  expect(inside).toBe(backup?.stations)
  expect(inside).toBeLessThan(book.stations.count())
  expect(readdirSync(shelfOf(place.folder, about)).some((name) => /-wal|-shm|\.part/.test(name))).toBe(false)
  book.close()
})

test('nothing is made where nothing has changed, also after a restart; a note, and what is concluded only, tell the two apart', async () => {
  const { book, file, make } = bookWithPlace()
  expect((await make({ onlyChanged: true })).backup).not.toBeNull()
  expect((await make({ onlyChanged: true })).backup).toBeNull()
  book.derive(() => book.db.prepare('INSERT INTO changed_data (kind, owner_id, changes) VALUES (1, 1001, 1)').run())
  book.close()
  const again = openBook(file, { mode: 'write', now: () => NOW })
  expect((await make({ onlyChanged: true })).backup).toBeNull()
  note(again, 'valve leaks')
  expect((await make({ onlyChanged: true })).backup?.notes).toBe(1)
  again.close()
})

test('older ones go by their order, not by the clock, and only after the new one', async () => {
  const { book, make, place, about } = bookWithPlace()
  const names: string[] = []
  for (const nowMs of [NOW, NOW + 9 * DAY_MS, NOW - 400 * DAY_MS, NOW - 300 * DAY_MS]) {
    const { backup } = await make({ nowMs })
    names.push(backup?.name ?? '')
  }
  expect(new Set(names).size).toBe(4)
  expect(backupsIn(place.folder, about).map(({ name }) => name)).toEqual([names[3], names[2]])
  book.close()
})

test('files of the user stay: one of another name, one that was changed, and one that is open', async () => {
  const { book, make, place, about } = bookWithPlace()
  const shelf = shelfOf(place.folder, about)
  const made = [(await make()).backup, (await make({ nowMs: NOW + 1000 })).backup]
  const own = join(shelf, 'my own.meterbook')
  copyFileSync(made[0]?.file ?? '', own)
  // Somebody works in the oldest backup.
  const used = openBook(made[0]?.file ?? '', { mode: 'write', now: () => NOW })
  const { gone } = await make({ nowMs: NOW + 2000 })
  expect(gone).toEqual([])
  note(used, 'written into a backup')
  used.close()
  expect((await make({ nowMs: NOW + 3000 })).gone.map(({ name }) => name)).toEqual([made[1]?.name])
  expect(readManifest(shelf)?.backups.map(({ name }) => name)).not.toContain(made[0]?.name)
  expect(readdirSync(shelf)).toEqual(expect.arrayContaining([made[0]?.name, 'my own.meterbook']))
  book.close()
})

test('no room: said in figures before anything is written, and when the disk fills meanwhile; older ones and nothing half-written stay', async () => {
  const { book, make, place, about } = bookWithPlace()
  await make()
  const before = readdirSync(shelfOf(place.folder, about))
  await expect(make({}, { freeBytes: () => 1_500_000 })).rejects.toMatchObject({
    code: 'NO_ROOM_FOR_BACKUP',
    data: { file: place.folder, freeMb: 1 },
  })
  expect(readdirSync(shelfOf(place.folder, about))).toEqual(before)
  book.close()
})

test('cancelled at any step: nothing of it is left, and no older one is gone', async () => {
  const { book, make, place, about } = bookWithPlace()
  await make()
  await make()
  let steps = 0
  await make({}, { isCancelled: () => (steps++, false) })
  const [first, ...kept] = [readdirSync(shelfOf(place.folder, about)).toSorted()]
  expect(kept).toEqual([])
  for (let at = 0; at < steps; at++) {
    let now = 0
    await expect(make({}, { isCancelled: () => now++ === at })).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(readdirSync(shelfOf(place.folder, about)).toSorted()).toEqual(first)
  }
  book.close()
})

test('a chosen folder that is read-only is named, and nothing is said against the book', async ({ skip }) => {
  const { book, make, folder } = bookWithPlace()
  const stick = join(folder, 'stick')
  const undo = readOnlyFolder(stick)
  if (!undo) return skip('a folder can be made read-only for this user by a mount only')
  onTestFinished(undo)
  await expect(make({ place: { folder: stick, isOwn: false } })).rejects.toMatchObject({ code: 'FILE_NOT_WRITABLE', data: { file: stick } })
  book.close()
})

test('a chosen folder that is away is said, and not made', async () => {
  const { book, make, folder } = bookWithPlace()
  const away = { folder: join(folder, 'stick'), isOwn: false }
  await expect(make({ place: away })).rejects.toMatchObject({ code: 'FOLDER_GONE', data: { file: away.folder } })
  mkdirSync(away.folder)
  expect((await make({ place: away })).backup).not.toBeNull()
  book.close()
})

test('one program at a time makes backups of a book', async () => {
  const { book, file, make, place, about } = bookWithPlace()
  mkdirSync(place.folder)
  const other = openShelf(place.folder, { ...about, account: null }, { owner: 'another', nowMs: NOW })
  onTestFinished(() => other.close())
  await expect(make()).rejects.toMatchObject({ code: 'BACKUP_RUNNING' })
  other.close()
  expect((await make()).backup).not.toBeNull()
  expect(file).toBe(book.file)
  book.close()
})

test('two books of one name have shelves of their own in one folder; a copy of a book elsewhere lets none of its backups go', async () => {
  const one = bookWithPlace(1)
  const two = bookWithPlace(2)
  await one.make({ place: two.place })
  await two.make()
  expect(readdirSync(two.place.folder)).toHaveLength(2)
  expect(
    backupsIn(two.place.folder, two.about)
      .filter(({ isOwn }) => isOwn)
      .map(({ stations }) => stations),
  ).toEqual([2])
  one.book.close()
  const elsewhere = join(tempFolder(), 'trip.meterbook')
  copyFileSync(one.file, elsewhere)
  for (let n = 0; n < 4; n++) await one.make({ file: elsewhere, place: two.place, nowMs: NOW + n })
  const all = backupsIn(two.place.folder, one.about)
  expect(all.filter(({ isOwn }) => isOwn)).toHaveLength(1)
  two.book.close()
})

test('a killed program: what it named before the file had its name is not listed, and what it left unfinished is cleared', async () => {
  const { book, make, place, about } = bookWithPlace()
  const { backup } = await make()
  const shelf = shelfOf(place.folder, about)
  const manifest = readManifest(shelf)
  if (!manifest || !backup) throw new Error('no backup')
  const { file: _, ...entry } = backup
  writeFileSync(
    manifestFileIn(shelf),
    JSON.stringify({
      format: 1,
      ...manifest,
      lastOrder: 9,
      backups: [...manifest.backups, { ...entry, name: 'not there.meterbook', order: 9 }],
    }),
  )
  expect(backupsIn(place.folder, about).map(({ name }) => name)).toEqual([backup.name])
  await make()
  expect(readManifest(shelf)?.backups.map(({ order }) => order)).toEqual([1, 10])
  book.close()
})

test('a manifest that cannot be read is kept, and lets nothing go', async () => {
  const { book, make, place, about } = bookWithPlace()
  const { backup } = await make()
  const shelf = shelfOf(place.folder, about)
  writeFileSync(manifestFileIn(shelf), '{"format": 99}')
  expect(backupsIn(place.folder, about)).toEqual([])
  for (let n = 1; n < 5; n++) await make({ nowMs: NOW + n * 1000 })
  expect(readdirSync(shelf)).toContain(backup?.name)
  expect(readFileSync(`${manifestFileIn(shelf)}.unreadable`, 'utf8')).toBe('{"format": 99}')
  book.close()
})

test('a manifest from anywhere leads to no other folder', () => {
  const { book, place, about } = bookWithPlace()
  const shelf = shelfOf(place.folder, about)
  mkdirSync(shelf, { recursive: true })
  const entry = {
    order: 1,
    why: 'asked',
    madeAtMs: 1,
    version: 1,
    bytes: 1,
    sha256: 'x',
    stamp: null,
    unreadable: 0,
    stations: 0,
    records: 0,
    notes: 0,
  }
  const names = ['../../trip.meterbook', '/etc/passwd', '..', '.', 'ok.meterbook']
  writeFileSync(
    manifestFileIn(shelf),
    JSON.stringify({
      format: 1,
      ...about,
      book: about.file,
      account: null,
      lastOrder: 1,
      backups: names.map((name) => ({ ...entry, name })),
    }),
  )
  expect(readManifest(shelf)?.backups.map(({ name }) => name)).toEqual(['ok.meterbook'])
  book.close()
})
