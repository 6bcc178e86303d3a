import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import type { SyncReport } from '../../../electron/cli/sync-report.ts'
import { addDays, dayAt } from '../../../electron/contract/time/day.ts'
import { createWorld } from '../../../electron/demo/index.ts'
import { root, startDemoProcess, type DemoProcess } from '../../support/child.ts'
import { canBeNobody, NOBODY } from '../../support/nobody.ts'
import { planOf, testFolder } from '../../support/pull.ts'
import { compareWithTruth } from '../../support/truth.ts'

/** The rights of a folder are taken away while `meterbook sync` writes into a book there, as the owner of a share does it. */

/** Root may write everywhere. */
const isPlayed = canBeNobody(path.join(root, 'electron/entry.cjs'))
if (!isPlayed) console.warn('SKIPPED: a folder loses its rights in the middle of a download; only root can play another user here.')

const NOW = Math.floor(Date.now() / 1000) * 1000 - 3_600_000
const TODAY = dayAt(NOW)
const STATIONS = [10_001, 10_002, 10_004]
const SPAN = { from: addDays(TODAY, -40), to: TODAY }
const WORLD = { stations: 8, seed: 3 }
const world = createWorld({ ...WORLD, now: () => NOW })

const place = testFolder()
const share = place.file('share')
const book = path.join(share, 'a.meterbook')
let demo: DemoProcess
mkdirSync(share)
mkdirSync(place.file('data'))
for (const folder of [share, place.file('data')]) chownSync(folder, NOBODY.uid, NOBODY.gid)
chmodSync(path.dirname(share), 0o755)
afterAll(() => place.remove())
beforeEach(async () => void (demo = await startDemoProcess({ ...WORLD, nowMs: NOW, latencyMs: 15, faults: { perPageIgnored: {} } })))
afterEach(() => demo.stop())

/** `meterbook sync` as a user to whom rights mean something. */
function sync(from: string) {
  const words = ['sync', '--url', demo.url, '--email', demo.email, '--book', book, '--stations', STATIONS.join()]
  const child = spawn(process.execPath, ['electron/entry.cjs', 'cli', ...words, '--from', from, '--to', SPAN.to, '--json'], {
    cwd: root,
    ...NOBODY,
    env: { ...process.env, METERBOOK_DATA: place.file('data'), METERBOOK_PASSWORD: demo.password },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const done = new Promise<{ code: number | null; report: Partial<SyncReport>; stderr: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, report: JSON.parse(stdout || '{}') as Partial<SyncReport>, stderr })),
  )
  return { child, done }
}

function setRights(isWritable: boolean): void {
  for (const name of readdirSync(share)) chmodSync(path.join(share, name), isWritable ? 0o644 : 0o444)
  chmodSync(share, isWritable ? 0o755 : 0o555)
}

function differences(from: string): string[] {
  const opened = openBook(book, { mode: 'read', now: Date.now })
  try {
    const plan = planOf({ stations: STATIONS, span: { ...SPAN, from } })
    return [...opened.integrity().problems, ...compareWithTruth(opened, world, plan).differences].map((one) => one.slice(0, 100))
  } finally {
    opened.close()
  }
}

test.runIf(isPlayed)('what is being written is written to its end; the next start says that it cannot write', async () => {
  const first = sync(SPAN.from)
  while (first.child.exitCode === null && (await demo.log()).length < 20) await sleep(5)
  expect(first.child.exitCode).toBeNull()
  setRights(false)
  const { code, report, stderr } = await first.done
  expect([report.state, report.failure], stderr).toEqual(['done', null])
  // The thread that judges may have opened the book before, or too late.
  expect([code, report.judging?.code], stderr).toEqual(report.judging ? [1, 'READ_ONLY_FOLDER'] : [0, undefined])
  // The folder keeps what only its owner could remove.
  expect(readdirSync(share)).toContain('a.meterbook.owner')
  expect(differences(SPAN.from)).toEqual([])

  const earlier = addDays(SPAN.from, -5)
  const refused = await sync(earlier).done
  expect([refused.code, refused.report.failure?.code]).toEqual([5, 'READ_ONLY_FOLDER'])
  expect(refused.stderr).toContain(`${book} cannot be written: its folder is read-only.`)
  expect(differences(SPAN.from)).toEqual([])

  setRights(true)
  const last = await sync(earlier).done
  expect(last.code, last.stderr).toBe(0)
  expect(differences(earlier)).toEqual([])
})
