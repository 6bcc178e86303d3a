import Database from 'better-sqlite3'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { migrate } from '../../../electron/book/file/migrate.ts'
import { MIGRATIONS } from '../../../electron/book/file/migrations/index.ts'
import { restoreBook } from '../../../electron/book/file/restore.ts'
import { writeEvidence } from '../../../electron/exports/evidence/evidence.ts'
import { writeWhole } from '../../../electron/exports/file.ts'
import { shareBook } from '../../../electron/exports/sharing/share.ts'
import { sampleBook, sampleChoice } from './evidence/sample.ts'

let folder: string
const umask = process.umask()
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'meterbook-rights-'))))
afterEach(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true, force: true })
})
const modeOf = (file: string) => statSync(file).mode & 0o777
const usual = { zone: 'UTC', contractHour: 10 }
const now = Date.now

test.skipIf(process.platform === 'win32')(
  'half a file is the user’s alone, the whole one that names nobody has the usual rights',
  async () => {
    const file = join(folder, 'a.csv')
    const half = () => readdirSync(folder).find((name) => name.endsWith('.part'))
    let seen = 0
    async function* content() {
      yield 'one\n'
      while (half() === undefined) await setImmediate()
      seen = modeOf(join(folder, half() ?? ''))
      yield 'two\n'
    }
    await writeWhole(file, Readable.from(content()), undefined, { isPlain: true })
    expect(seen).toBe(0o600)
    writeFileSync(join(folder, 'usual'), '')
    expect(statSync(file).mode).toBe(statSync(join(folder, 'usual')).mode)
    chmodSync(file, 0o640)
    await writeWhole(file, Readable.from(['three\n']))
    expect(modeOf(file)).toBe(0o640)
  },
)

test.skipIf(process.platform === 'win32').each([0o022, 0o000])(
  'books and bundles are their owner’s alone, whatever lay there, under umask %o',
  async (mask) => {
    process.umask(mask)
    const book = sampleBook(folder)
    const [shared, backup, bundle] = ['shared.meterbook', 'backup.meterbook', 'bundle.zip'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    const evidence = {
      form: 'passport',
      language: 'en',
      stationIds: [1],
      timeZone: 'UTC',
      contractHour: 10,
      from: sampleChoice.from,
      to: sampleChoice.to,
    } as const
    for (const round of ['new', 'replaced']) {
      await shareBook(book, { stationIds: [1], usual }, shared)
      await book.backup(backup)
      await writeEvidence(book, evidence, bundle, { dataFolder: folder, version: '1', nowMs: now(), key: null, usual })
      for (const file of [shared, backup, bundle]) {
        expect([round, file, modeOf(file)]).toEqual([round, file, 0o600])
        // As an older version, or somebody, left it.
        chmodSync(file, 0o644)
      }
    }
    book.close()
    chmodSync(join(folder, 'a.meterbook'), 0o644)
    await restoreBook(join(folder, 'a.meterbook'), backup, { now, owner: 'test' })
    expect(modeOf(join(folder, 'a.meterbook'))).toBe(0o600)
  },
)

test.skipIf(process.platform === 'win32').each(['write', 'read'] as const)(
  'a book that is migrated, opened for %s, is its owner’s alone from then on; another keeps what its owner gave it',
  (mode) => {
    const old = join(folder, 'old.meterbook')
    const db = new Database(old)
    migrate(db, MIGRATIONS.slice(0, 20))
    db.close()
    chmodSync(old, 0o644)
    openBook(old, { mode, now }).close()
    expect(modeOf(old)).toBe(0o600)
    chmodSync(old, 0o640)
    openBook(old, { mode, now }).close()
    expect(modeOf(old)).toBe(0o640)
  },
)

test('a book that is made while a file is written there is not replaced', async () => {
  const file = join(folder, 'a.csv')
  async function* content() {
    yield 'one\n'
    await setImmediate()
    openBook(join(folder, 'b.meterbook'), { mode: 'write', now }).close()
    writeFileSync(file, readFileSync(join(folder, 'b.meterbook')))
    yield 'two\n'
  }
  await expect(writeWhole(file, Readable.from(content()))).rejects.toMatchObject({ code: 'FILE_PROTECTED', data: { file, what: 'book' } })
  expect(readFileSync(file)).toEqual(readFileSync(join(folder, 'b.meterbook')))
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test.skipIf(!existsSync('/dev/fd'))('a file that a descriptor leads to keeps what it holds, and what is written is added', async () => {
  const file = join(folder, 'log.csv')
  writeFileSync(file, 'before\n')
  const descriptor = openSync(file, 'a')
  await writeWhole(`/dev/fd/${descriptor}`, Readable.from(['one\n', 'two\n']))
  closeSync(descriptor)
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['before\none\ntwo\n', ['log.csv']])
})

test('content that is refused is let go of, so that who makes it ends', async () => {
  const content = Readable.from(['one'])
  await expect(writeWhole(folder, content)).rejects.toMatchObject({ code: 'FILE_NOT_WRITABLE' })
  expect(content.destroyed).toBe(true)
})
