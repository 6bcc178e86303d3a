import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { bookPathOf, DEMO_URL } from '../../../electron/backend/book-path.ts'
import { openBook } from '../../../electron/book/file/open.ts'
import { startDemoService } from '../../../electron/demo/index.ts'

test('why the backend cannot start leaves its thread with all its facts: the version of a newer book', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'meterbook-worker-'))
  const service = await startDemoService({ stations: 1 })
  await service.close()
  const file = bookPathOf(folder, { url: DEMO_URL, email: service.email })
  openBook(file, { mode: 'write', now: () => 0 }).close()
  const db = new Database(file)
  db.pragma('user_version = 9999')
  db.close()

  const can = { chooseFiles: false, revealFiles: false, notify: false }
  const host = { kind: 'desktop', version: '0', dataFolder: folder, systemLocale: 'en', systemTimeZone: 'UTC', can, vaultKey: null } // prettier-ignore
  const worker = new Worker(new URL('../../../electron/backend/worker.ts', import.meta.url), {
    workerData: { host, options: { demo: true } },
    execArgv: [],
  })
  const [report] = (await once(worker, 'message')) as [unknown]
  await worker.terminate()
  rmSync(folder, { recursive: true, force: true })
  expect(report).toEqual({
    kind: 'failed',
    failure: { code: 'NEWER_BOOK', data: { file, version: 9999, known: expect.any(Number) } },
  })
})
