import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { fractions, seedOf } from '../../support/child.ts'
import { dump } from './dump.ts'
import { meterbook, meterbookProcess, start } from './run-cli.ts'

/** `kill -9` of a running sync at random moments: the book stays sound, and the next sync makes it whole. METERBOOK_LONG: more moments. */
const isLong = process.env['METERBOOK_LONG'] === '1'
const ROUNDS = isLong ? 20 : 4
const FIRST_DAY = isLong ? '2026-01-01' : '2026-02-01'
const seed = seedOf()

let folder: string
let service: DemoService
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-kill-'))
  service = await startDemoService({ stations: 3, now: () => Date.parse('2026-03-01T12:00:00Z'), latencyMs: 5 })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

test(`sync killed at ${ROUNDS} random moments (METERBOOK_SEED=${seed})`, async () => {
  const args = (file: string) => {
    const account = ['--url', service.url, '--email', service.email, '--book', file]
    return ['sync', ...account, '--from', FIRST_DAY, '--to', '2026-02-15']
  }
  const env = { METERBOOK_PASSWORD: service.password }
  const whole = join(folder, 'whole.meterbook')
  expect((await meterbookProcess(args(whole), folder, env)).code).toBe(0)
  const requests = service.log.entries.length
  const truth = dump(whole)
  expect(truth.readings.length).toBeGreaterThan(1000)

  const random = fractions(seed)
  let inTheMiddle = 0
  for (let round = 0; round < ROUNDS; round++) {
    const file = join(folder, `${round}.meterbook`)
    const running = start(args(file), folder, env)
    service.log.clear()
    // Moments all over the download, told by what it has asked for: a slow machine does not move them.
    const moment = requests * ((round + random()) / ROUNDS)
    while (service.log.entries.length < moment && running.child.exitCode === null) await sleep(1)
    running.child.kill('SIGKILL')
    const { signal } = await running.done
    if (existsSync(file)) {
      const left = dump(file)
      expect([left.integrity, left.orphans]).toEqual(['ok', []])
      if (signal === 'SIGKILL' && left.readings.length > 0) inTheMiddle++
    }
    const next = await meterbook(args(file), folder, env)
    expect([round, next.code, next.stderr]).toEqual([round, 0, next.stderr])
    const made = dump(file)
    // The test's own comparison takes seconds for so many rows: it is only for saying what differs.
    if (!isDeepStrictEqual(made, truth)) expect(made).toEqual(truth)
    rmSync(file)
  }
  expect(inTheMiddle).toBeGreaterThan(0)
})
