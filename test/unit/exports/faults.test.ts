import * as fs from 'node:fs'
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorks } from '../../../electron/backend/works.ts'
import { sentenceOf } from '../../../electron/cli/sentences.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import { writeWhole } from '../../../electron/exports/file.ts'
import { writerOf } from '../../../electron/exports/format.ts'
import type { Cell, Table } from '../../../electron/exports/table.ts'
import { failureSentence } from '../../../renderer/components/failure-sentence.ts'
import en from '../../../electron/words/en/window/failure.ts'
import ru from '../../../electron/words/ru/window/failure.ts'

/** What may befall a file while it is written: each is a sentence, and nothing is left behind. */

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'meterbook-faults-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const DISK = { sink: createWriteStream, rename }
const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))
const slowly = async function* () {
  for (let piece = 0; piece < 5; piece++) {
    yield 'x'.repeat(1000)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}
async function failureOf(work: Promise<unknown>): Promise<{ code: string; data: Record<string, string> }> {
  const error: unknown = await work.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  )
  return error as { code: string; data: Record<string, string> }
}
/** The sentence in the window, in both languages, and on the command line. */
function said(failure: { code: string; data: Record<string, string> }): [en: string, ru: string, cli: string] {
  const inWindow = (texts: Record<string, string>) =>
    failureSentence(
      failure,
      (key, named) => (key === 'failure.details' ? `(${String(named['details'])})` : (texts[key.replace('failure.', '')] ?? '')),
      (key) => key.replace('failure.', '') in texts,
    )
  return [inWindow(en), inWindow(ru), sentenceOf(failure)]
}

test.each(['EPERM', 'EACCES', 'EBUSY'])(
  'a file that is open in a spreadsheet (%s when it is replaced) stays as it was, and the sentence asks for that',
  async (code) => {
    const file = join(folder, 'a.xlsx')
    writeFileSync(file, 'old')
    const failure = await failureOf(writeWhole(file, Readable.from(['new']), undefined, { disk: { ...DISK, rename: failing(code) } }))
    expect(failure).toMatchObject({ code: 'FILE_IN_USE', data: { file } })
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['old', ['a.xlsx']])
    const [english, russian, cli] = said(failure)
    for (const text of [english, cli]) expect(text).toContain('is it open in another program')
    expect(russian).toContain('открыт в другой программе')
    for (const text of [english, russian, cli]) expect(text).toContain(file)
  },
)

test('a folder that vanishes while a file is written into it', async () => {
  const place = join(folder, 'reports')
  mkdirSync(place)
  async function* vanishing() {
    yield* slowly()
    renameSync(place, join(folder, 'elsewhere'))
    yield 'y'
  }
  const failure = await failureOf(writeWhole(join(place, 'a.csv'), Readable.from(vanishing())))
  expect(failure).toMatchObject({ code: 'FOLDER_GONE', data: { file: join(place, 'a.csv') } })
  const [english, russian, cli] = said(failure)
  expect(english).toContain('folder')
  expect(cli).toContain('folder')
  expect(russian).toContain('Папки нет')
})

test('a network drive that goes away, a quota that is used up, a disk that is full: each by its own name', async () => {
  const sinkOf = (code: string) => (file: string, options: { flags: string }) => {
    const sink = createWriteStream(file, options)
    let written = 0
    sink._write = (chunk: Buffer, _encoding, done) => {
      written += chunk.length
      done(written > 2000 ? Object.assign(new Error(code), { code }) : null)
    }
    // What came while the file was being opened is written together.
    sink._writev = (chunks, done) => sink._write(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), 'latin1', done)
    return sink
  }
  for (const [system, code, russian] of [
    ['ENOSPC', 'DISK_FULL', 'Диск заполнен'],
    ['EDQUOT', 'DISK_FULL', 'Диск заполнен'],
    ['ENOTCONN', 'FOLDER_GONE', 'отключили'],
    ['ESTALE', 'FOLDER_GONE', 'отключили'],
    ['EIO', 'FILE_NOT_WRITABLE', 'нельзя записать'],
  ] as const) {
    const disk = { ...DISK, sink: sinkOf(system) }
    const failure = await failureOf(writeWhole(join(folder, 'a.csv'), Readable.from(slowly()), undefined, { disk }))
    expect([failure.code, readdirSync(folder)]).toEqual([code, []])
    expect(said(failure)[1]).toContain(russian)
  }
})

test('what is ended while its file is still being opened leaves no file', async () => {
  const opened = Promise.withResolvers<void>()
  const open = ((...asked: Parameters<typeof fs.open>) => void opened.promise.then(() => fs.open(...asked))) as typeof fs.open
  let sink: fs.WriteStream | null = null
  const disk = { ...DISK, sink: (file: string, options: object) => (sink = createWriteStream(file, { ...options, fs: { ...fs, open } })) }
  const stop = new AbortController()
  const work = failureOf(writeWhole(join(folder, 'a.csv'), Readable.from(slowly()), stop.signal, { disk }))
  await expect.poll(() => sink).not.toBeNull()
  stop.abort()
  setTimeout(opened.resolve, 50)
  expect((await work).code).toBe('CANCELLED')
  await expect.poll(() => sink?.closed).toBe(true)
  expect(readdirSync(folder)).toEqual([])
})

test('each format that streams rows gives up at once and leaves nothing, whatever went wrong', async () => {
  function* endless(): Generator<Cell[]> {
    for (let i = 0; ; i++) yield [i]
  }
  for (const format of ['csv', 'json', 'xlsx'] as const) {
    const table: Table = { title: 'T', columns: [{ key: 'n', header: 'n', kind: 'value' }], rows: endless(), expected: null, about: [] }
    const content = (await writerOf(format))(table, zoneClock('UTC'), { reader: 'people', language: 'en' })
    const full = {
      ...DISK,
      sink: () =>
        new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error('full'), { code: 'ENOSPC' })) }) as ReturnType<
          typeof createWriteStream
        >,
    }
    expect((await failureOf(writeWhole(join(folder, 'a'), content, undefined, { disk: full }))).code).toBe('DISK_FULL')
    expect(readdirSync(folder)).toEqual([])
  }
})

test('work that the user ends says so, and leaves no file', async () => {
  const works = createWorks(() => 0)
  const seen: number[] = []
  const failure = await failureOf(
    works.run({ kind: 'export', title: 'a.csv' }, ({ signal, tell }) => {
      let pieces = 0
      async function* endless() {
        for (;;) {
          yield 'x'.repeat(10_000)
          tell(++pieces, null)
          seen.push(pieces)
          if (pieces === 20) works.cancel(1)
          await new Promise((resolve) => setTimeout(resolve, 1))
        }
      }
      return writeWhole(join(folder, 'a.csv'), Readable.from(endless()), signal)
    }),
  )
  expect([failure.code, readdirSync(folder)]).toEqual(['CANCELLED', []])
  expect(seen.length).toBeLessThan(60)
})

test('the program does not end before the work that it ends', async () => {
  const works = createWorks(() => 0)
  const { promise: isDone, resolve: end } = Promise.withResolvers<void>()
  const work = failureOf(
    works.run({ kind: 'report', title: 'a.pdf' }, async ({ signal }) => {
      await isDone
      signal.throwIfAborted()
    }),
  )
  let isClosed = false
  const closing = works.close().then(() => (isClosed = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isClosed).toBe(false)
  end()
  await closing
  expect((await work).code).toBe('CANCELLED')
})
