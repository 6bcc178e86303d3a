import { createRouterClient } from '@orpc/server'
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programFileIn } from '../../../electron/backend/program-file.ts'
import { startBackend, type Backend } from '../../../electron/backend/start.ts'
import { JournalWriter } from '../../../electron/backend/vault-journal.ts'
import { openBook } from '../../../electron/book/index.ts'
import { sentenceOf } from '../../../electron/cli/sentences.ts'
import { hostIn } from '../../support/backend.ts'
import { ended, linesOf } from '../../support/child.ts'
import { sampleBook } from '../../unit/exports/evidence/sample.ts'
import { meterbook } from './run-cli.ts'

/** Every writer over every file that the program keeps, while another program writes the book. */

let folder: string
let window: ChildProcess
let next: () => Promise<string | null>
let backend: Backend
/** Where the window's save dialog leads. */
let chosen = ''
let notes = 0
let client: ReturnType<typeof clientOf>
let bundleId = ''

const at = (name: string) => join(folder, name)
const clientOf = (made: Backend) => createRouterClient(made.router)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-protected-'))
  sampleBook(folder).close()
  copyFileSync(at('a.meterbook'), at('closed.meterbook'))
  copyFileSync(at('a.meterbook'), at('report.pdf'))
  copyFileSync(at('a.meterbook'), at('windows.meterbook'))
  mkdirSync(at('data'))
  const vault = new JournalWriter(at('data/local.vault'), Buffer.alloc(32, 7))
  vault.rewrite({ all: [] })
  vault.close()
  programFileIn(at('data')).setPreferences({})
  const made = await meterbook(['evidence', '--book', at('a.meterbook'), '--stations', '1', '--out', at('bundle.zip')], at('other'))
  expect(made).toMatchObject({ code: 0 })
  window = spawn(process.execPath, [join(import.meta.dirname, 'note-writer.ts'), at('a.meterbook')], { stdio: ['pipe', 'pipe', 'inherit'] })
  next = linesOf(window)
  notes = Number(await next())
  await note('before')
  linkSync(at('a.meterbook'), at('second.csv'))
  symlinkSync(at('a.meterbook'), at('link.csv'))
  backend = await startBackend(
    hostIn(at('windows-data'), {
      kind: 'desktop',
      version: '1',
      can: { chooseFiles: true, revealFiles: false, notify: false },
      saveAs: () => Promise.resolve({ file: chosen, href: null }),
    }),
    { book: at('windows.meterbook'), mode: 'read' },
  )
  client = clientOf(backend)
  bundleId = (await client.evidence.verify({ file: at('bundle.zip') })).id
})
afterAll(async () => {
  await backend.close()
  window.stdin?.end()
  await ended(window)
  rmSync(folder, { recursive: true, force: true })
})

/** The other program writes a note, and it is there. */
async function note(text: string): Promise<void> {
  window.stdin?.write(`${text}\n`)
  expect(await next()).toBe(String(++notes))
}

const dayShape = { timeZone: 'UTC', contractHour: 10 }
const cli =
  (...args: string[]) =>
  async (out: string): Promise<string | null> => {
    const done = await meterbook([...args, '--book', at('a.meterbook'), '--out', out], at('other'))
    return done.code === 0 ? null : done.stderr
  }
const asked =
  (work: () => Promise<unknown>) =>
  async (out: string): Promise<string | null> => {
    chosen = out
    return work().then(
      () => null,
      (error: { data: { code: string; data: Record<string, string> } }) => sentenceOf(error.data),
    )
  }

const WRITERS: Record<string, { write: (out: string) => Promise<string | null>; makesBooks?: boolean }> = {
  'export csv': { write: cli('export', 'readings', '--format', 'csv') },
  'export xlsx': { write: cli('export', 'stations', '--format', 'xlsx') },
  'export pdf': { write: cli('export', 'events', '--format', 'pdf') },
  'export json': { write: cli('export', 'readings', '--format', 'json') },
  'export parquet': { write: cli('export', 'readings', '--format', 'parquet') },
  'export lake': { write: cli('export', 'lake') },
  'report pdf': { write: cli('report', 'passport', '--format', 'pdf') },
  'report xlsx': { write: cli('report', 'passport', '--format', 'xlsx') },
  evidence: { write: cli('evidence', '--stations', '1') },
  share: { write: cli('share', '--stations', 'all'), makesBooks: true },
  backup: { write: cli('backup'), makesBooks: true },
  'the window’s export': { write: asked(() => client.exports.stations({ format: 'csv', timeZone: 'UTC', language: 'en', filter: {} })) },
  'the window’s picture': { write: asked(() => client.exports.image({ name: 'x.png', blob: new Blob(['x']) })) },
  'the window’s report': {
    write: asked(() => client.forms.save({ form: 'passport', stationIds: [1], language: 'en', format: 'pdf', files: 'one', ...dayShape })),
  },
  'the window’s reports in a ZIP': {
    write: asked(() =>
      client.forms.save({ form: 'passport', stationIds: [1, 2], language: 'en', format: 'pdf', files: 'station', ...dayShape }),
    ),
  },
  'the window’s evidence': {
    write: asked(() => client.evidence.save({ form: 'passport', stationIds: [1], language: 'en', ...dayShape, sign: false })),
  },
  'the book of a bundle': { write: asked(() => client.evidence.saveBook({ id: bundleId })) },
  'the window’s share': { write: asked(() => client.sharing.share({ stationIds: [1], withoutPersonal: false })), makesBooks: true },
}

/** What is protected; `closed`: a book that nobody has open, which who makes books may replace. */
const PROTECTED: Record<string, { file: string; closed?: true }> = {
  'the open book': { file: 'a.meterbook' },
  'a path that goes round': { file: 'data/../a.meterbook' },
  'a link to it': { file: 'link.csv' },
  'a second name of it': { file: 'second.csv' },
  'its journal': { file: 'a.meterbook-wal' },
  'the index of its journal': { file: 'a.meterbook-shm' },
  'an old journal': { file: 'a.meterbook-journal' },
  'its lock': { file: 'a.meterbook.lock' },
  'its note': { file: 'a.meterbook.owner' },
  'a closed book': { file: 'closed.meterbook', closed: true },
  'a book called otherwise': { file: 'report.pdf', closed: true },
  'the lock of a closed book': { file: 'closed.meterbook.lock' },
  'the vault': { file: 'data/local.vault' },
  'the vault’s lock': { file: 'data/local.vault.lock' },
  'the preferences': { file: 'data/program.json' },
}

/** Everything in the folder but what SQLite changes when a book is read. */
function state(): Record<string, string> {
  const names = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => !/^(?:a\.meterbook-shm|windows|other)/.test(name))
  return Object.fromEntries(
    names
      .filter((name) => !statSync(at(name)).isDirectory())
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(at(name)))
          .digest('hex'),
      ]),
  )
}

test.skipIf(process.platform === 'win32').each(Object.keys(WRITERS))('%s replaces nothing that the program keeps', async (name) => {
  const { write, makesBooks } = WRITERS[name] as (typeof WRITERS)[string]
  const before = state()
  for (const { file, closed } of Object.values(PROTECTED)) {
    if (closed && makesBooks) continue
    const said = await write(at(file))
    expect([file, said]).toEqual([file, expect.stringMatching(/Nothing was written.*Choose another name/)])
    expect(state()).toEqual(before)
  }
  await note(`after ${name}`)
  const book = openBook(at('a.meterbook'), { mode: 'read', now: Date.now })
  expect([book.notes.query({}).total, book.integrity().problems]).toEqual([notes, []])
  book.close()
})

test.each(Object.keys(WRITERS).filter((name) => WRITERS[name]?.makesBooks))(
  '%s replaces a book that nobody has open, by a whole one',
  async (name) => {
    const old = at(`${name.replaceAll(/\W/g, '')}.meterbook`)
    openBook(old, { mode: 'write', now: Date.now }).close()
    expect(await WRITERS[name]?.write(old)).toBeNull()
    const book = openBook(old, { mode: 'read', now: Date.now })
    expect([book.stations.count() > 0, book.integrity().problems]).toEqual([true, []])
    book.close()
  },
)
