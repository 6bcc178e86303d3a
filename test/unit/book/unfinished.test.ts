import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programFileIn } from '../../../electron/backend/program-file.ts'
import { startBackend } from '../../../electron/backend/start.ts'
import { clearUnfinished, temporaryFolder, unfinishedBeside } from '../../../electron/book/file/unfinished.ts'
import { restoreBook } from '../../../electron/book/file/restore.ts'
import { openBook } from '../../../electron/book/index.ts'
import { writeWhole } from '../../../electron/exports/file.ts'
import { shareBook } from '../../../electron/exports/sharing/share.ts'
import { hostIn } from '../../support/backend.ts'
import { NOW, station } from './fixtures.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unfinished-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The number of a process that has ended. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid as number
}
const unfinishedName = (ending?: 'part' | 'new') => basename(unfinishedBeside('x', ending))
const ofProcess = (name: string, pid: number) => name.replace(String(process.pid), String(pid))

test('what a process left that lives no more is cleared, files with their journals and folders', async () => {
  const dead = await deadProcess()
  // Whoever makes a folder clears first.
  const inside = ofProcess(basename(temporaryFolder('verify', folder)), dead)
  const file = ofProcess(unfinishedName(), dead)
  const left = [file, `${file}-journal`, ofProcess(unfinishedName('new'), dead)]
  for (const name of left) writeFileSync(join(folder, name), 'x')
  mkdirSync(join(folder, inside))
  writeFileSync(join(folder, inside, 'report.pdf'), 'x')
  expect(clearUnfinished(folder).sort()).toEqual([...left, inside].sort())
})

test('what this process makes stays, and so does what only looks alike', async () => {
  const dead = await deadProcess()
  writeFileSync(join(folder, unfinishedName()), 'x')
  temporaryFolder('bundle', folder)
  for (const name of ['book.meterbook.part', `.meterbook-${dead}.part`, `.meterbook-${dead}-0123456789ab.pdf`, `meterbook-${dead}-abcdef`])
    writeFileSync(join(folder, name), 'x')
  // A link with such a name is somebody's trap; a file where a folder is meant is nobody's.
  writeFileSync(join(folder, 'mine'), 'x')
  symlinkSync(join(folder, 'mine'), join(folder, ofProcess(unfinishedName(), dead)))
  writeFileSync(join(folder, `meterbook-verify-${dead}-abcdef`), 'x')
  const before = readdirSync(folder)
  expect(clearUnfinished(folder)).toEqual([])
  expect(readdirSync(folder)).toEqual(before)
})

test('whoever makes a temporary folder clears those of dead processes first', async () => {
  const dead = await deadProcess()
  mkdirSync(join(folder, `meterbook-copy-${dead}-abcdef`))
  const made = temporaryFolder('copy', folder)
  expect(readdirSync(folder)).toEqual([basename(made)])
})

test('a folder that is not there has nothing to clear', () => {
  expect(clearUnfinished(join(folder, 'gone'))).toEqual([])
})

/** The name of a file of another machine, whose process cannot be asked for. */
const ofMachine = (name: string) => name.replace(/-([0-9a-f])(?=[0-9a-f]{11}\.)/, (_, digit: string) => `-${digit === '0' ? '1' : '0'}`)
const aged = (name: string, hours: number) => {
  const file = join(folder, name)
  writeFileSync(file, 'x')
  const atS = Date.now() / 1000 - hours * 3600
  utimesSync(file, atS, atS)
}

test('what another machine or an older version is at work on stays, until nobody touched it for a day', async () => {
  const dead = await deadProcess()
  const names = [
    ofMachine(ofProcess(unfinishedName(), dead)),
    ofMachine(unfinishedName()),
    '.meterbook-0123456789ab.part',
    'trip.meterbook.new',
    'trip.meterbook.new-journal',
  ]
  for (const name of names) aged(name, 1)
  expect(clearUnfinished(folder)).toEqual([])
  for (const name of names) aged(name, 25)
  // A browser calls its own so.
  aged('trip.meterbook.part', 25)
  expect(clearUnfinished(folder).sort()).toEqual(names.sort())
  expect(readdirSync(folder)).toEqual(['trip.meterbook.part'])
})

test('whoever writes in a folder clears it first', async () => {
  const dead = await deadProcess()
  const left = ofProcess(unfinishedName(), dead)
  const own = join(folder, 'a.meterbook')
  const now = () => NOW
  openBook(own, { mode: 'write', now }).close()
  const leave = () => [left, `${left}-journal`].forEach((name) => writeFileSync(join(folder, name), 'x'))
  const cleared = async (work: () => unknown) => {
    leave()
    await work()
    return readdirSync(folder).filter((name) => name.startsWith('.'))
  }
  expect(await cleared(() => openBook(own, { mode: 'write', now }).close())).toEqual([])
  expect(await cleared(() => openBook(join(folder, 'b.meterbook'), { mode: 'write', now }).close())).toEqual([])
  expect(await cleared(() => writeWhole(join(folder, 'a.csv'), Readable.from(['x'])))).toEqual([])
  const book = openBook(own, { mode: 'write', now })
  book.stations.put([station({ id: 1 })], NOW)
  expect(await cleared(() => book.backup(join(folder, 'c.meterbook')))).toEqual([])
  const usual = { zone: 'UTC', contractHour: 10 }
  expect(await cleared(() => shareBook(book, { stationIds: [1], usual }, join(folder, 'd.meterbook')))).toEqual([])
  book.close()
  expect(await cleared(() => restoreBook(join(folder, 'e.meterbook'), own, { now, owner: 'test' }))).toEqual([])
})

test('a start clears the folders of the books, of saved reports and of the lake', async () => {
  const dead = await deadProcess()
  const [data, reports, lake] = ['data', 'reports', 'lake'].map((name) => join(folder, name)) as [string, string, string]
  const places = [join(data, 'books'), reports, lake, join(lake, '_meterbook'), folder]
  const host = hostIn(data)
  for (const place of places) mkdirSync(place, { recursive: true })
  const book = openBook(join(folder, 'a.meterbook'), { mode: 'write', now: () => NOW })
  book.reporting.saveReport({
    name: 'Monthly',
    form: 'passport',
    stationIds: [1],
    language: 'en',
    timeZone: 'UTC',
    contractHour: 10,
    period: 'fixed',
    format: 'pdf',
    files: 'one',
    evidence: false,
    folder: reports,
    pattern: '{name}',
  })
  book.close()
  programFileIn(data).setPreferences({ lakeFolder: lake })
  for (const place of places) writeFileSync(join(place, ofProcess(unfinishedName(), dead)), 'x')
  const backend = await startBackend(host, { book: join(folder, 'a.meterbook') })
  try {
    await expect.poll(() => places.flatMap((place) => readdirSync(place)).filter((name) => name.endsWith('.part'))).toEqual([])
  } finally {
    await backend.close()
  }
})
