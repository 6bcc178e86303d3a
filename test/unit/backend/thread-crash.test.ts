import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { logFolderOf } from '../../../electron/backend/logged/log-file.ts'
import { openBook } from '../../../electron/book/index.ts'
import { backendIn } from '../../support/backend.ts'
import { station, tempFolder } from '../book/fixtures.ts'

const SECRET = 'Пароль-7d1 of anna@example.org'

test('a thread that crashes is written without its words, told once in the window, and replaced at the next question', async () => {
  const folder = tempFolder()
  const file = path.join(folder, 'a.meterbook')
  const book = openBook(file, { mode: 'write', now: Date.now })
  book.stations.put([station({ id: 1 })], Date.now())
  book.close()
  const threads = path.join(folder, 'threads')
  mkdirSync(threads)
  writeFileSync(path.join(threads, 'analyst.cjs'), `throw new TypeError(${JSON.stringify(SECRET)})`)
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const usual = process.env['METERBOOK_THREADS']
  vi.stubEnv('METERBOOK_THREADS', threads)
  onTestFinished(() => void vi.unstubAllEnvs())
  const data = path.join(folder, 'data')
  const client = await backendIn(data, { book: file }, new Uint8Array(32))
  onTestFinished(() => client.close())
  onTestFinished(() => printed.mockRestore())

  await expect(client.findings.analysis()).rejects.toMatchObject({ code: 'FAILED', data: { code: 'UNKNOWN' } })
  const told = await client.diagnostics.mishaps()
  const { value: waiting } = await told.next()
  expect(waiting).toEqual([{ id: 1, kind: 'analyst' }])
  const logs = readdirSync(logFolderOf(data)).map((name) => readFileSync(path.join(logFolderOf(data), name), 'utf8'))
  const lines = logs.flatMap((text) => text.trim().split('\n')).map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.find(({ what }) => what === 'thread-crashed')).toMatchObject({ level: 'error', thread: 'analyst', error: 'TypeError' })
  expect(logs.join('')).not.toMatch(/Пароль|7d1|anna/)

  // Sound again, as after an error that some record provoked: the next question has a thread of its own.
  vi.stubEnv('METERBOOK_THREADS', usual)
  expect(await client.findings.analysis()).toMatchObject({ stale: expect.any(Number) as number })
  await client.diagnostics.told({ ids: [1] })
  expect((await told.next()).value).toEqual([])
  await told.return?.()
})
