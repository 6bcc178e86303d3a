import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createBackups } from '../../../electron/backend/backups.ts'
import { createBroadcast, newest } from '../../../electron/backend/broadcast.ts'
import type { Desk } from '../../../electron/backend/desk.ts'
import type { Notice } from '../../../electron/backend/notice.ts'
import { programFileIn } from '../../../electron/backend/program-file.ts'
import { openProgramLog } from '../../../electron/backend/program-log.ts'
import { createWorks } from '../../../electron/backend/works.ts'
import { bookAt } from '../../../electron/book/backups/make.ts'
import { openBeside } from '../../../electron/book/file/open.ts'
import { journalsOf } from '../../../electron/book/file/place.ts'
import type { Progress } from '../../../electron/contract/downloads.ts'
import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'
import { hostIn } from '../../support/backend.ts'
import { olderBook, OLDER_VERSION, versionOf } from '../../support/older-book.ts'
import { NOW, station, tempBook, tempFolder } from '../book/fixtures.ts'
import { note } from '../book/backups/support.ts'

/** Backups of a book with a station, at a time that the test sets, beside downloads that it tells of. */
function backupsBeside() {
  const book = tempBook()
  book.page(() => book.stations.put([station({ id: 1 })], NOW))
  const data = tempFolder()
  const progressChanges = createBroadcast<Progress>(newest)
  const world = { nowMs: NOW, state: 'idle' as Progress['state'], notices: [] as Notice[] }
  const desk = {
    progressChanges,
    changes: { publish: () => undefined },
    book: () => book,
    bookOrNull: () => (book.db.open ? book : null),
    nowMs: () => world.nowMs,
    progress: () => ({ state: world.state }),
    replaced: (file: string, work: (at: string) => Promise<unknown>) => work(file),
  } as unknown as Desk
  const works = createWorks(() => NOW)
  /** What threads were asked for. */
  const asked: string[] = []
  const run: typeof works.run = (wanted, work) => {
    asked.push(wanted.kind)
    return works.run(wanted, work)
  }
  const programLog = openProgramLog({ dataFolder: data, who: 'web' })
  const host = hostIn(data)
  const file = programFileIn(data)
  const begin = (of = file) => {
    const notify = (notice: Notice) => world.notices.push(notice)
    const begun = createBackups({ desk, host, file: of, works: { ...works, run }, programLog, notify })
    onTestFinished(() => begun.close())
    return begun
  }
  const logged = () => (existsSync(programLog.file) ? readFileSync(programLog.file, 'utf8') : '')
  /** The program ends and is started again. */
  const again = () => begin(programFileIn(data))
  return { book, data, file, works, asked, world, backups: begin(), again, progressChanges, logged }
}

test('one is made when it is due and data has changed, and not before; a clock that was set back makes it due', async () => {
  const { backups, book, world, logged } = backupsBeside()
  const count = async () => (await backups.state()).backups.length
  await backups.look()
  expect(await count()).toBe(1)
  expect(await backups.state()).toMatchObject({ lastMs: NOW, isLate: false, failure: null })
  note(book, 'changed')
  world.nowMs += DAY_MS - 1
  await backups.look()
  expect(await count()).toBe(1)
  world.nowMs += 1
  await backups.look()
  expect(await count()).toBe(2)
  world.nowMs += DAY_MS
  await backups.look()
  expect(await count()).toBe(2)
  note(book, 'and again')
  world.nowMs = NOW - 300 * DAY_MS
  await backups.look()
  const { backups: all } = await backups.state()
  expect(all.map(({ madeAtMs }) => madeAtMs)).toEqual([NOW - 300 * DAY_MS, NOW + DAY_MS, NOW])
  expect(logged().match(/"backup-made"/g)).toHaveLength(3)
})

test('none is made where they are switched off, nor beside a download, but for one that is long overdue', async () => {
  const { backups, file, world, book } = backupsBeside()
  file.setPreferences({ backups: false })
  await backups.look()
  file.setPreferences({ backups: true })
  world.state = 'running'
  await backups.look()
  expect((await backups.state()).backups).toEqual([])
  world.state = 'idle'
  await backups.look()
  note(book, 'changed')
  world.state = 'running'
  world.nowMs += 2 * DAY_MS
  await backups.look()
  expect((await backups.state()).backups).toHaveLength(1)
  world.nowMs += DAY_MS
  await backups.look()
  expect((await backups.state()).backups).toHaveLength(2)
})

test('after each download, where that is wished', async () => {
  const { backups, file, progressChanges, works } = backupsBeside()
  file.setPreferences({ backupsEvery: 'download' })
  const told = works.listen()
  for (const state of ['running', 'done'] as const) {
    progressChanges.publish({ state, runId: 7 } as Progress)
    await new Promise((resolve) => setImmediate(resolve))
  }
  let seen = false
  for (;;) {
    const { value } = await told.next()
    if (value?.some(({ kind }) => kind === 'backup')) seen = true
    else if (seen) break
  }
  expect((await backups.state()).backups.map(({ why }) => why)).toEqual(['schedule'])
})

test('a folder that is away is said once after a week, and the failure is gone with the next backup', async () => {
  const { backups, book, data, file, world, logged } = backupsBeside()
  await backups.look()
  file.setPreferences({ backupsFolder: join(data, 'stick') })
  note(book, 'changed')
  for (const day of [1, 7, 8, 10]) {
    world.nowMs = NOW + day * DAY_MS
    await backups.look()
  }
  expect(world.notices.map(({ title }) => title)).toEqual(['No backup for a week'])
  expect(await backups.state()).toMatchObject({ isThere: false, failure: { code: 'FOLDER_GONE' }, isLate: true })
  expect(logged()).toContain('"backup-failed"')
  await backups.setFolder(null)
  await backups.make()
  expect(await backups.state()).toMatchObject({ failure: null, isLate: false, lastMs: NOW + 10 * DAY_MS })
})

test('a stick that is away an hour after its backup is no failure, after a restart either; after a week it is said', async () => {
  const { backups, again, book, data, file, world } = backupsBeside()
  const stick = join(data, 'stick')
  mkdirSync(stick)
  file.setPreferences({ backupsFolder: stick })
  await backups.look()
  renameSync(stick, `${stick}-away`)
  note(book, 'changed')
  world.nowMs += HOUR_MS
  const later = again()
  await later.look()
  expect(await later.state()).toMatchObject({ isThere: false, lastMs: NOW, failure: null, isLate: false, backups: [] })
  for (const day of [2, 7]) {
    world.nowMs = NOW + day * DAY_MS
    await later.look()
    expect(await later.state()).toMatchObject({ failure: { code: 'FOLDER_GONE' }, isLate: false })
  }
  expect(world.notices).toEqual([])
  world.nowMs = NOW + 8 * DAY_MS
  await later.look()
  expect(await later.state()).toMatchObject({ isLate: true })
  expect(world.notices.map(({ title }) => title)).toEqual(['No backup for a week'])
})

test('a book that was never backed up is late a week after it was first seen', async () => {
  const { backups, data, file, world } = backupsBeside()
  file.setPreferences({ backupsFolder: join(data, 'stick') })
  for (const afterMs of [0, DAY_MS, 7 * DAY_MS]) {
    world.nowMs = NOW + afterMs
    await backups.look()
    expect(await backups.state()).toMatchObject({ failure: { code: 'FOLDER_GONE' }, isLate: false, lastMs: null })
  }
  expect(world.notices).toEqual([])
  world.nowMs += 1
  await backups.look()
  expect(await backups.state()).toMatchObject({ isLate: true })
  expect(world.notices).toHaveLength(1)
})

test('a book that nobody changed is looked through once, until something is written or its backup is gone', async () => {
  const { backups, again, book, asked, world } = backupsBeside()
  const lookOften = async (at = backups) => {
    for (let look = 0; look < 3; look++) {
      world.nowMs += DAY_MS
      await at.look()
    }
    return asked.splice(0).length
  }
  expect(await lookOften()).toBe(1)
  expect(await lookOften()).toBe(0)
  // What is concluded changes no data.
  const analyst = openBeside(book.file, () => NOW)
  analyst.derive(() => analyst.db.exec("INSERT INTO consumption_source VALUES (1, 'x', '{}')"))
  analyst.close()
  expect(await lookOften()).toBe(0)
  note(book, 'changed')
  expect(await lookOften()).toBe(1)
  const started = again()
  expect(await lookOften(started)).toBe(1)
  expect(await lookOften(started)).toBe(0)
  expect((await started.state()).backups).toHaveLength(2)
  for (const { file } of (await started.state()).backups) rmSync(file)
  expect(await lookOften(started)).toBe(1)
  expect((await started.state()).backups).toHaveLength(1)
})

test('in another folder the counting begins anew: older ones of the former folder make none due', async () => {
  const { backups, book, data, file, world } = backupsBeside()
  for (const text of ['one', 'two', 'three']) {
    note(book, text)
    await backups.look()
    world.nowMs += DAY_MS
  }
  const stick = join(data, 'stick')
  mkdirSync(stick)
  await backups.setFolder(stick)
  expect(file.preferences().backupsFolder).toBe(stick)
  note(book, 'four')
  await backups.look()
  expect((await backups.state()).backups).toHaveLength(4)
  note(book, 'five')
  world.nowMs += HOUR_MS
  await backups.look()
  const { lastMs, backups: all } = await backups.state()
  expect([lastMs, all.length]).toEqual([NOW + 3 * DAY_MS, 4])
})

test('backups of a book that is gone, and of one that is damaged, are listed by its place, looked into and restored', async () => {
  const { backups, book, data } = backupsBeside()
  note(book, 'kept')
  await backups.make()
  book.close()
  const names = async () => (await backups.of(book.file)).map(({ file }) => file)
  const [name = ''] = await names()
  for (const file of [book.file, ...journalsOf(book.file)]) rmSync(file, { force: true })
  expect(await names()).toEqual([name])
  expect(await backups.preview(name, book.file)).toMatchObject({ book: null, isThere: false, backup: { counts: { notes: 1 } } })
  expect(await backups.restore(name, book.file)).toEqual({ kept: null })
  expect(bookAt(book.file)).toMatchObject({ file: book.file })
  expect(await backups.preview(name, book.file)).toMatchObject({ book: { counts: { notes: 1 } }, isThere: true, work: [] })

  writeFileSync(book.file, Buffer.alloc(20_000, 'x'))
  expect(await names()).toEqual([name])
  expect(await backups.preview(name, book.file)).toMatchObject({ book: null, isThere: true })
  const { kept } = await backups.restore(name, book.file)
  expect(readFileSync(kept ?? '', 'utf8')).toMatch(/^x+$/)
  expect(bookAt(book.file)).toMatchObject({ file: book.file })

  // It takes no other book's place.
  const other = join(data, 'other.meterbook')
  expect(await backups.of(other)).toEqual([])
  await expect(backups.restore(name, other)).rejects.toMatchObject({ code: 'NO_SUCH_BACKUP' })
  expect(existsSync(other)).toBe(false)
})

test('one that is cancelled is no failure, and leaves nothing', async () => {
  const { backups, works } = backupsBeside()
  const told = works.listen()
  const made = backups.make().catch((error: unknown) => error)
  for (;;) {
    const { value } = await told.next()
    const [work] = value ?? []
    if (!work) continue
    works.cancel(work.id)
    break
  }
  expect(await made).toMatchObject({ code: 'CANCELLED' })
  expect(await backups.state()).toMatchObject({ making: false, failure: null, backups: [] })
})

test('only what is listed can be looked into or restored', async () => {
  const { backups, book } = backupsBeside()
  await backups.make()
  const [listed] = (await backups.state()).backups
  expect(await backups.preview(listed?.file ?? '')).toMatchObject({ isSameAccount: true, work: [] })
  await expect(backups.preview(book.file)).rejects.toMatchObject({ code: 'NO_SUCH_BACKUP' })
  await expect(backups.restore('/etc/passwd')).rejects.toMatchObject({ code: 'NO_SUCH_BACKUP' })
})

test('a book of an older version is copied and migrated as work that windows see, into the program’s folder', async () => {
  const { backups, data, works, logged } = backupsBeside()
  const older = olderBook(join(tempFolder(), 'old.meterbook'))
  const told = works.listen()
  const preparing = backups.prepare(older, { withoutCopy: false })
  const kinds = new Set<string>()
  while (!kinds.has('migration')) for (const { kind } of (await told.next()).value ?? []) kinds.add(kind)
  await preparing
  expect(versionOf(older)).toBeGreaterThan(OLDER_VERSION)
  expect(existsSync(join(data, 'backups'))).toBe(true)
  expect(logged()).toContain('"book-migrated"')
})
