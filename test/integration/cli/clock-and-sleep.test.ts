import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { dump } from './dump.ts'
import { meterbookProcess, start } from './run-cli.ts'

/** A laptop that falls asleep in the middle of a page, and one whose clock jumps while it downloads: the book is the same in the end. */
let folder: string
let service: DemoService
let truth: ReturnType<typeof dump>
const NOW_MS = Date.parse('2026-03-01T12:00:00Z')
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-sleep-'))
  service = await startDemoService({ stations: 3, now: () => NOW_MS, latencyMs: 5 })
  const whole = join(folder, 'whole.meterbook')
  expect((await meterbookProcess(args(whole), folder, password())).code).toBe(0)
  truth = dump(whole)
  expect(truth.readings.length).toBeGreaterThan(1000)
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})
const password = () => ({ METERBOOK_PASSWORD: service.password })
function args(file: string): string[] {
  const account = ['--url', service.url, '--email', service.email, '--book', file]
  return ['sync', ...account, '--from', '2026-02-12', '--to', '2026-03-01']
}

/** Archives whose day is believed to be over though it is not. */
function settled(file: string): unknown[] {
  const db = new Database(file, { readonly: true })
  try {
    return db
      .prepare("SELECT DISTINCT archive_type, state FROM v_coverage WHERE day >= '2026-03-01' AND state IN ('fetched', 'empty')")
      .all()
  } finally {
    db.close()
  }
}

/** Starts a sync and returns once it has asked so many things. */
async function inTheMiddle(file: string, requests: number, env: NodeJS.ProcessEnv = {}) {
  service.log.clear()
  const running = start(args(file), folder, { ...password(), ...env })
  running.child.stdin.end()
  while (service.log.entries.length < requests && running.child.exitCode === null) await sleep(1)
  expect(running.child.exitCode).toBeNull()
  return running
}

// Windows has no signal that stops a program.
test.skipIf(process.platform === 'win32')('asleep in the middle of pages, once so long that the service forgot the line', async () => {
  const file = join(folder, 'asleep.meterbook')
  const running = await inTheMiddle(file, 12)
  for (const nap of [200, 1500]) {
    running.child.kill('SIGSTOP')
    await sleep(nap)
    // What a router does with a line that said nothing for hours.
    if (nap > 1000) service.cutLines()
    running.child.kill('SIGCONT')
    const asked = service.log.entries.length
    while (service.log.entries.length < asked + 3 && running.child.exitCode === null) await sleep(1)
  }
  const { code, stderr } = await running.done
  expect([code, stderr]).toEqual([0, stderr])
  expect(dump(file)).toEqual(truth)
})

test.each([
  ['forward by 40 days', 40],
  ['back by 400 days', -400],
])('the clock jumps %s in the middle: nothing is settled that is not over, and the next sync is whole', async (_way, days) => {
  const file = join(folder, `clock${days}.meterbook`)
  const jump = join(folder, `jump${days}.mjs`)
  const from = join(folder, `jump${days}.now`)
  // From the moment when the file is there this program has another date, as after a wrong time server.
  writeFileSync(
    jump,
    `import { existsSync } from 'node:fs'
     const own = Date.now
     let jumped = false
     Date.now = () => own() + ((jumped ||= existsSync(${JSON.stringify(from)})) ? ${days * 86_400_000} : 0)`,
  )
  const running = await inTheMiddle(file, 12, { NODE_OPTIONS: `--import=${pathToFileURL(jump).href}` })
  writeFileSync(from, '')
  const { code, stderr } = await running.done
  expect([code, stderr]).toEqual([0, stderr])
  // The last day of the span is not over by the service's clock, whatever this computer's says.
  expect(settled(file)).toEqual([])
  // By a sound clock again: whatever was dated wrongly does no harm.
  expect((await meterbookProcess(args(file), folder, password())).code).toBe(0)
  expect(dump(file)).toEqual(truth)
})
