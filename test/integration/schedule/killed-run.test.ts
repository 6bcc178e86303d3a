import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { beginScheduledRun, forgetRuns, idHere, lastRun } from '../../../electron/backend/schedule/runs.ts'
import { schedulesFolder } from '../../../electron/backend/schedule/own-json.ts'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { meterbookProcess, start } from '../cli/run-cli.ts'

/** Two runs of one entry, and one that was killed: the built command line, each in a process of its own. */

let service: DemoService
let folder: string
let book: string
const STILL = 'The scheduled run before this one is still at work. Nothing was begun.'

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'meterbook-killed-run-')))
  book = path.join(folder, 'trip.meterbook')
  service = await startDemoService({ stations: 3 })
  const made = await meterbookProcess(sync('--archives', 'reference'), folder, password())
  expect(made.code).toBe(0)
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => service.faults.clear())

const sync = (...more: string[]) => ['sync', '--url', service.url, '--email', service.email, '--book', book, ...more]
const password = () => ({ METERBOOK_PASSWORD: service.password })
const nightly = () => sync('--archives', 'reference', '--refresh', '--scheduled')
const last = () => lastRun(folder, idHere(book))
const recordFile = () => path.join(schedulesFolder(folder), `${idHere(book)}.run.json`)

/** A run that is at work, and stays so: the service answers slowly. */
async function atWork() {
  service.faults.set({ latency: { ms: 60_000 } })
  const running = start(nightly(), folder, password())
  await expect.poll(() => last()?.end).toBe('running')
  return running
}

test('a run begins nothing while the one before it is at work; one that was killed blocks nobody, whoever has its number now', async () => {
  const first = await atWork()
  const second = await meterbookProcess(nightly(), folder, password())
  expect([second.code, second.stderr]).toEqual([0, expect.stringContaining(STILL)])
  expect(last()?.end).toBe('running')

  first.child.kill('SIGKILL')
  await first.done
  // What earlier versions looked at: a process of this number lives, and it is another one.
  const record = JSON.parse(readFileSync(recordFile(), 'utf8')) as object
  writeFileSync(recordFile(), JSON.stringify({ ...record, pid: process.pid }))
  expect(last()).toMatchObject({ end: 'broken-off', endedMs: null, failure: { code: 'RUN_BROKEN_OFF' } })

  service.faults.clear()
  const third = await meterbookProcess(nightly(), folder, password())
  expect([third.code, third.stderr.includes(STILL)]).toEqual([0, false])
  expect(last()).toMatchObject({ end: 'done', exit: 0, failure: null })
})

test('a run holds its right in the process that asks as well, until it ends; nothing of it is left when it is forgotten', async () => {
  const end = await beginScheduledRun(folder, book, Date.now)
  expect(last()?.end).toBe('running')
  expect(await beginScheduledRun(folder, book, Date.now)).toBeNull()
  end?.({ exit: 0, records: 1, added: 1, failedTasks: 0, failure: null })
  expect(last()).toMatchObject({ end: 'done', records: 1 })
  forgetRuns(folder, idHere(book))
  expect(readdirSync(schedulesFolder(folder))).toEqual([])
})
