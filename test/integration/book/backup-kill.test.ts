import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { bookAt, makeBackup } from '../../../electron/book/backups/make.ts'
import { backupsIn, shelfOf } from '../../../electron/book/backups/shelf.ts'
import { sha256Of } from '../../../electron/book/backups/verify.ts'
import { openBook } from '../../../electron/book/index.ts'
import { KNOWN_VERSION } from '../../../electron/book/file/head.ts'
import { fractions, linesOf, root, seedOf } from '../../support/child.ts'
import { olderBook, OLDER_VERSION, versionOf } from '../../support/older-book.ts'
import { testFolder } from '../../support/pull.ts'

/** `kill -9` of a backup and of a migration, and disks that are full: a verified backup, and the book, are there after it. METERBOOK_LONG: 50 moments. */
const MOMENTS = process.env['METERBOOK_LONG'] === '1' ? 50 : 5
const STATIONS = 4000
const KEEPING = { newest: 1, weeks: 0, mostBytes: 1e12 }

const inShell = (line: string) => spawnSync('sh', ['-c', line]).status === 0
const backer = path.join(import.meta.dirname, 'backer.ts')

/** Starts the work, and kills it after so long from its beginning; null: it may end. Resolves to the time that it took, ms. */
async function run(args: readonly string[], killAfterMs: number | null): Promise<number> {
  const child = spawn(process.execPath, [backer, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await linesOf(child)()
  const began = performance.now()
  if (killAfterMs !== null) {
    await wait(killAfterMs)
    child.kill('SIGKILL')
  }
  await gone
  return performance.now() - began
}

test('a backup that is killed at any moment: the one of before is there and whole, and the next tidies up', async () => {
  const folder = testFolder()
  onTestFinished(folder.remove)
  const random = fractions(seedOf())
  const file = olderBook(folder.file('trip.meterbook'), STATIONS)
  const data = path.dirname(file)
  openBook(file, { mode: 'write', now: Date.now, copyFirst: { withoutCopy: true } }).close()
  const backups = path.join(data, 'backups')
  const lasts = await run(['backup', file, data], null)
  const about = bookAt(file)
  for (let moment = 0; moment < MOMENTS; moment++) {
    await run(['backup', file, data], lasts * random())
    const whole = backupsIn(backups, about).filter((backup) => sha256Of(backup.file) === backup.sha256)
    expect(whole.length).toBeGreaterThan(0)
    expect(whole).toHaveLength(backupsIn(backups, about).length)
  }
  await makeBackup({
    file,
    place: { folder: backups, isOwn: true },
    why: 'asked',
    keeping: KEEPING,
    onlyChanged: false,
    owner: 'test',
    nowMs: Date.now(),
  })
  expect(readdirSync(shelfOf(backups, about)).filter((name) => name.startsWith('.'))).toEqual([])
})

test('a migration that is killed at any moment: the book is of the older version or of this one, and opens', async () => {
  const folder = testFolder()
  onTestFinished(folder.remove)
  const random = fractions(seedOf())
  const before = olderBook(folder.file('before.meterbook'), STATIONS)
  const data = path.dirname(before)
  const file = folder.file('trip.meterbook')
  const renew = () => {
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
    copyFileSync(before, file)
  }
  renew()
  const lasts = await run(['migrate', file, data], null)
  for (let moment = 0; moment < MOMENTS; moment++) {
    renew()
    await run(['migrate', file, data], lasts * random())
    expect([OLDER_VERSION, KNOWN_VERSION]).toContain(versionOf(file))
    const book = openBook(file, {
      mode: 'write',
      now: Date.now,
      copyFirst: { places: [{ folder: path.join(data, 'backups'), isOwn: true }] },
    })
    expect([book.stations.count(), book.integrity().problems]).toEqual([STATIONS, []])
    book.close()
    for (const backup of backupsIn(path.join(data, 'backups'), bookAt(file))) expect(sha256Of(backup.file)).toBe(backup.sha256)
  }
})

test('a disk that fills: during a migration the book is as before; during a backup the older one stays', async ({ skip }) => {
  const folder = testFolder()
  onTestFinished(folder.remove)
  const made = olderBook(folder.file('old.meterbook'), STATIONS)
  const disk = folder.file('disk')
  mkdirSync(disk)
  // The book fits, and the journal of its migration does not.
  const bytes = statSync(made).size
  const isMounted = inShell(`mount -t tmpfs -o size=${bytes + 96 * 1024} tmpfs '${disk}'`)
  skip(!isMounted, 'a small disk can be mounted by root on Linux only')
  onTestFinished(() => void inShell(`umount '${disk}'`))
  const file = path.join(disk, 'old.meterbook')
  copyFileSync(made, file)
  const elsewhere = { folder: folder.file('backups'), isOwn: true }
  const open = () => openBook(file, { mode: 'write', now: Date.now, copyFirst: { places: [elsewhere] } })
  expect(open).toThrow(expect.objectContaining({ code: 'DISK_FULL', data: { file } }))
  expect(versionOf(file)).toBe(OLDER_VERSION)
  expect(backupsIn(elsewhere.folder, bookAt(file))).toHaveLength(1)
  // The copy itself has no room beside the book: nothing is begun.
  const here = { folder: path.join(disk, 'backups'), isOwn: true }
  expect(() => openBook(file, { mode: 'write', now: Date.now, copyFirst: { places: [here] } })).toThrow(
    expect.objectContaining({ code: 'NO_ROOM_FOR_COPY' }),
  )
  // The disk fills although there seemed to be room.
  expect(() => openBook(file, { mode: 'write', now: Date.now, copyFirst: { places: [here], freeBytes: () => 1e12 } })).toThrow(
    expect.objectContaining({ code: 'NO_ROOM_FOR_COPY' }),
  )
  expect(versionOf(file)).toBe(OLDER_VERSION)
  const asked = { file: made, place: here, why: 'asked', keeping: KEEPING, onlyChanged: false, owner: 'test', nowMs: 1 } as const
  await expect(makeBackup(asked, { freeBytes: () => 1e12 })).rejects.toMatchObject({ code: 'NO_ROOM_FOR_BACKUP' })
  const left = readdirSync(here.folder, { recursive: true, encoding: 'utf8' }).filter((name) => /meterbook$|\.part|-journal/.test(name))
  expect(left).toEqual([])

  // With room it is as if nothing had been.
  expect(inShell(`mount -o remount,size=${bytes * 4 + 8_000_000} '${disk}'`)).toBe(true)
  open().close()
  expect(versionOf(file)).toBe(KNOWN_VERSION)
  expect(existsSync(file)).toBe(true)
  expect(readFileSync(made).length).toBe(bytes)
})
