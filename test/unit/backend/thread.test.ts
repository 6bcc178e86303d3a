import Database from 'better-sqlite3'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bookPathOf, DEMO_URL } from '../../../electron/backend/book-path.ts'
import { askOver } from '../../../electron/backend/ports.ts'
import { startBackendThread, type BackendThreadOptions } from '../../../electron/backend/thread.ts'
import { openBook } from '../../../electron/book/index.ts'
import type { Failure } from '../../../electron/contract/common.ts'
import type { Contract } from '../../../electron/contract/index.ts'

/** The backend in its worker thread, from its source, as the desktop's main process starts it. */
let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'meterbook-thread-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function startThread(options: BackendThreadOptions['start']['options'] = {}) {
  const places: (() => string | null)[] = []
  const revealed: string[] = []
  const written: object[] = []
  const gone = Promise.withResolvers<Failure | null>()
  const can = { chooseFiles: true, revealFiles: true, notify: true }
  const host = {
    kind: 'desktop' as const,
    version: '0',
    dataFolder: folder,
    systemLocale: 'en',
    systemTimeZone: 'UTC',
    can,
    commandLine: null,
    release: { feed: '', keys: [], platform: process.platform, arch: process.arch, installedAs: 'source' as const },
    vaultKey: null,
  }
  const thread = startBackendThread({
    worker: new URL('../../../electron/backend/worker.ts', import.meta.url),
    start: { host, options },
    host: {
      saveAs: () => Promise.try(() => places.shift()?.() ?? null).then((file) => (file === null ? null : { file, href: null })),
      chooseBook: () => Promise.resolve(null),
      chooseFolder: () => Promise.resolve(null),
      chooseUpdate: () => Promise.resolve(null),
      installUpdate: () => Promise.resolve(),
      reveal: (file) => Promise.resolve(void revealed.push(file)),
    },
    programLog: { write: (_level, what, facts) => void written.push({ what, ...facts }) },
    onGone: gone.resolve,
  })
  return { thread, places, revealed, written, gone: gone.promise }
}

test('why the backend cannot start leaves its thread with all its facts: the version of a newer book', async () => {
  const file = bookPathOf(folder, { url: DEMO_URL, email: 'demo@meterbook.example' })
  openBook(file, { mode: 'write', now: () => 0 }).close()
  const db = new Database(file)
  db.pragma('user_version = 9999')
  db.close()
  const { gone } = startThread({ demo: true })
  expect(await gone).toEqual({ code: 'NEWER_BOOK', data: { file, version: 9999, known: expect.any(Number) as number } })
})

test('the thread asks its host, obeys its commands, serves several windows, and closes when it is told', async () => {
  const { thread, places, revealed, gone } = startThread()
  const window = askOver<Contract>(thread.connect())
  const image = { name: 'chart.png', blob: new Blob(['bytes']) }

  const file = path.join(folder, 'chart.png')
  places.push(
    () => file,
    () => null,
    () => {
      throw new Error('no dialog')
    },
  )
  expect(await window.exports.image(image)).toMatchObject({ file, bytes: 5 })
  expect(readFileSync(file, 'utf8')).toBe('bytes')
  expect(await window.exports.image(image)).toBeNull()
  await expect(window.exports.image(image)).rejects.toMatchObject({
    code: 'FAILED',
    data: { code: 'UNKNOWN', data: { message: 'no dialog' } },
  })
  await window.program.reveal({ file })
  expect(revealed).toEqual([file])

  const commands = await window.program.commands()
  thread.command('open-book', file)
  expect((await commands.next()).value).toEqual({ command: 'open-book', file })
  await window.program.setPreferences({ language: 'ru' })
  expect((await thread.client.program.preferences()).language).toBe('ru')

  const stillAsked = commands.next().catch(() => 'ended')
  await thread.close()
  await stillAsked
  expect(await Promise.race([gone, 'nobody is told of an end that was asked for'])).toBeTypeOf('string')
})
