import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Verification } from '../../../../electron/contract/evidence.ts'
import { writeBundle } from '../../../../electron/exports/evidence/bundle.ts'
import { makeKey, signed } from '../../../../electron/exports/evidence/sshsig.ts'
import { verifyBundle } from '../../../../electron/exports/evidence/verify.ts'
import { readZip, resum, writeZip, type Files } from '../../../support/evidence-tampering.ts'
import { sampleBook, sampleChoice } from './sample.ts'

let folder: string
let original: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-verify-test-'))
  original = join(folder, 'original.zip')
  const book = sampleBook(folder)
  await writeBundle(book, sampleChoice, original, { version: '1', key: null })
  book.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const BOOK = 'evidence/data/book.meterbook'

async function verified(file: string): Promise<Verification> {
  const { verification, close } = await verifyBundle(file, { version: '1' })
  await close()
  return verification
}

/** The bundle after a change of its files, with sums that fit again or do not. */
async function changed(change: (files: Files) => void, sums: 'fit' | 'differ' = 'fit'): Promise<string> {
  const files = await readZip(original)
  change(files)
  if (sums === 'fit') resum(files)
  const file = join(folder, 'changed.zip')
  await writeZip(file, files)
  return file
}

function changedBook(files: Files, change: (db: Database.Database) => void): void {
  const aside = join(folder, 'aside.meterbook')
  writeFileSync(aside, files.get(BOOK) as Buffer)
  const db = new Database(aside)
  change(db)
  db.close()
  files.set(BOOK, readFileSync(aside))
}

test('a damaged book inside is named, whether the sums fit it or not', async () => {
  const noRecords = (db: Database.Database) => db.exec(`UPDATE reading SET record = '{' WHERE at_ms = (SELECT max(at_ms) FROM reading)`)
  for (const [sums, kind] of [
    ['fit', 'file-unreadable'],
    ['differ', 'file-changed'],
  ] as const) {
    const found = await verified(await changed((files) => changedBook(files, noRecords), sums))
    expect(found.changes).toContainEqual(expect.objectContaining({ kind, file: 'data/book.meterbook' }))
    expect(found.numbers).toEqual([])
  }
  // Pages of nothing in its middle.
  const found = await verified(await changed((files) => files.set(BOOK, (files.get(BOOK) as Buffer).fill(0xff, 8192))))
  expect(found.changes).toContainEqual(expect.objectContaining({ kind: 'file-unreadable', file: 'data/book.meterbook' }))
})

test('a bundle of a newer Meterbook is not said to be changed', async () => {
  const file = await changed((files) => changedBook(files, (db) => db.pragma('user_version = 9999')))
  await expect(verified(file)).rejects.toMatchObject({ code: 'NEWER_BOOK', data: { file } })
})

test('a choice and a report of many stations are read, however long they are', async () => {
  const padded = (files: Files, path: string) =>
    files.set(path, Buffer.concat([files.get(path) as Buffer, Buffer.alloc(3 * 1024 * 1024, ' ')]))
  const file = await changed((files) => {
    padded(files, 'evidence/data/filters/choice.json')
    padded(files, 'evidence/data/report.json')
  })
  expect(await verified(file)).toMatchObject({ changes: [], numbers: [{ stationId: 1 }, { stationId: 2 }] })
})

const TAGS = 'evidence/tagmanifest-sha256.txt'

/** As Info-ZIP and Python add a file: the comment of the archive, with the digest of what it was, stays. */
async function withAdded(path: string, text: string): Promise<string> {
  const file = await changed((files) => files.set(path, Buffer.from(text)), 'differ')
  const comment = readFileSync(original).subarray(-64)
  writeFileSync(file, Buffer.concat([readFileSync(file).subarray(0, -64), comment]))
  return file
}

test("a party's own signature, added to the ZIP, changes nothing else", async () => {
  const tags = (await readZip(original)).get(TAGS) as Buffer
  const found = await verified(await withAdded(`${TAGS}.ivan.sig`, signed(tags, makeKey())))
  expect(found).toMatchObject({ holds: true, container: 'repacked', signatures: [{ holds: true }] })
  const broken = await verified(await withAdded(`${TAGS}.ivan.sig`, signed(Buffer.from('other'), makeKey())))
  expect(broken.changes.map(({ kind }) => kind)).toEqual(['signature-broken'])
  const added = await verified(await withAdded('evidence/notes.txt', 'more'))
  expect(added.changes.map(({ kind }) => kind)).toEqual(['file-added', 'container-changed'])
})

test("a party's signature by a key that is not Ed25519 is not checked here, and not said to be broken", async () => {
  const run = (...args: string[]) => spawnSync('ssh-keygen', args, { cwd: folder, encoding: 'utf8' })
  if (run('-q', '-t', 'ecdsa', '-N', '', '-f', 'theirs').error) return console.warn('verify.test: skipped, no ssh-keygen on this machine')
  writeFileSync(join(folder, 'tags'), (await readZip(original)).get(TAGS) as Buffer)
  run('-Y', 'sign', '-f', 'theirs', '-n', 'meterbook-evidence', 'tags')
  const signature = readFileSync(join(folder, 'tags.sig'), 'utf8')
  const [, fingerprint] = run('-l', '-f', 'theirs.pub').stdout.split(' ')
  const found = await verified(await withAdded(`${TAGS}.ivan.sig`, signature))
  expect(found).toMatchObject({ holds: true, signatures: [{ holds: null, publicKey: null, fingerprint }] })
  // In the place of the bundle's own it is none that Meterbook made.
  const own = await verified(await changed((files) => files.set(`${TAGS}.sig`, Buffer.from(signature)), 'differ'))
  expect(own).toMatchObject({ holds: false, signatures: [{ holds: false }] })
})

test('a moment that no calendar has makes a choice that cannot be read', async () => {
  const path = 'evidence/data/filters/choice.json'
  for (const moment of ['1.79e100', '-1', '9000000000000000', '0.5']) {
    const file = await changed((files) =>
      files.set(path, Buffer.from((files.get(path) as Buffer).toString().replace(/"madeAtMs": \d+/, `"madeAtMs": ${moment}`))),
    )
    const { about, changes } = await verified(file)
    expect(about).toBeNull()
    expect(changes).toContainEqual(expect.objectContaining({ kind: 'file-unreadable', file: 'data/filters/choice.json' }))
  }
})

test('half a character in an event or a reading is no change', async () => {
  const halves = mkdtempSync(join(folder, 'halves-'))
  const book = sampleBook(halves)
  const atMs = Date.parse('2026-10-01T09:30:00Z')
  book.page(() => {
    book.events.add({ equipmentId: 101, archiveType: 'alarm' }, [{ atMs, entries: { Code: '5', text: 'half \ud83d' } }])
    book.readings.put({ equipmentId: 101, archiveType: 'hourly', view: 'unified' }, [{ atMs, values: { text: '\ude00' } }])
  })
  const file = join(halves, 'bundle.zip')
  await writeBundle(book, sampleChoice, file, { version: '1', key: null })
  book.close()
  expect((await verified(file)).changes).toEqual([])
})
