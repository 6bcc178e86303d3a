import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openBook } from '../../electron/book/index.ts'
import type { Plan } from '../../electron/contract/downloads.ts'
import { FAULT_PRESETS, startDemoService } from '../../electron/demo/index.ts'
import { median } from '../bench/measure.ts'
import { commandLine, runProgram } from '../bench/processes.ts'
import { fractions, seedOf } from '../support/child.ts'
import { compareWithTruth } from '../support/truth.ts'
import { createNoteLedger } from './notes.ts'
import { startProgram, type Program } from './program.ts'

/**
 * `npm run soak -- [--minutes 30]`: the built program lives and dies. It downloads from a service with random mixtures of
 * faults, while its window reads and writes without a pause; it is killed at random or ended; a backup is made while it works,
 * and now and then put in the book's place. At the end the book must hold exactly what the service serves, every note that was
 * answered, and nothing twice; memory and file handles of each life must have stayed flat. Prints the curve; exit 1 when not.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' }, stations: { type: 'string', default: '10' } } })
const untilMs = performance.now() + Number(values.minutes) * 60_000
const seed = seedOf()
const random = fractions(seed)
const say = (text: string) => process.stdout.write(`${text}\n`)

/** Faults after which the book still holds the truth to the letter. */
const BENT = /other types|unknown|garbage|401 always|sign-in refused|clock/i
const PRESETS = Object.entries(FAULT_PRESETS).filter(([name]) => !BENT.test(name))
const NOW_MS = Date.UTC(2026, 10, 20, 12)
const PLAN: Plan = {
  stations: 'all',
  archives: ['all'],
  views: ['general', 'unified'],
  span: { from: '2025-11-01', to: '2026-11-20' },
  refresh: false,
}

const folder = mkdtempSync(path.join(tmpdir(), 'meterbook-soak-'))
const data = path.join(folder, 'data')
mkdirSync(data)
const service = await startDemoService({ stations: Number(values.stations), now: () => NOW_MS, latencyMs: 10, eventDensity: 0.5 })
const stationIds = [...service.world.stations()].map(({ id }) => id)
const notes = createNoteLedger()
const env = { METERBOOK_DATA: data, METERBOOK_PASSWORD: service.password }
const backup = path.join(folder, 'backup.meterbook')
let atBackup: string | null = null
const counts = { lives: 0, kills: 0, backups: 0, restores: 0, questions: 0, writes: 0, refusals: 0 }
const unsteady: string[] = []

const command = (...args: string[]) => runProgram(process.execPath, [...commandLine(), ...args], { env })
const booksIn = (where: string) => (existsSync(where) ? readdirSync(where).filter((name) => name.endsWith('.meterbook')) : [])
function bookFile(): string {
  const [name] = booksIn(path.join(data, 'books')).filter((one) => !one.includes('.replaced-'))
  return path.join(data, 'books', name ?? '')
}

/** Another mixture of one to three faults. */
function mixFaults(): string {
  service.faults.clear()
  service.faults.set({ latency: { ms: 10 } })
  const chosen = PRESETS.toSorted(() => random() - 0.5).slice(0, 1 + Math.floor(random() * 3))
  for (const [, faults] of chosen) service.faults.set(faults)
  return chosen.map(([name]) => name).join(' + ')
}

/** The account is signed in and something is being downloaded. */
async function keepBusy({ client }: Program): Promise<void> {
  const { url, email, password } = service
  if ((await client.account.state()).session !== 'signed-in') {
    await client.account.signIn({ url, email, password, remember: true })
  }
  const { state } = await client.downloads.progress()
  if (state === 'done' || state === 'idle' || state === 'cancelled') {
    await client.downloads.start({ ...PLAN, refresh: state === 'done' && random() < 0.5 })
  }
  if (state === 'paused') await client.downloads.resume()
}

/** What a window asks while somebody clicks through it. */
async function look({ client }: Program): Promise<void> {
  const stationId = stationIds[Math.floor(random() * stationIds.length)] ?? 0
  const shown = { stationId, archiveType: 'hourly', view: 'general' as const, fromMs: 0, toMs: 4e12 }
  await Promise.all([
    client.stations.list({ text: String(Math.floor(random() * 10)) }),
    client.readings.columns({ ...shown, maxPoints: 2000 }),
    client.notes.page({ limit: 20 }),
    client.book.summary(),
  ])
  counts.questions += 4
}

/** Repeats until the life is over. A refusal is one of the service's faults, or the death of the program. */
async function again(isOver: () => boolean, pauseMs: number, work: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await work().catch(() => void counts.refusals++)
    await sleep(pauseMs)
  }
}

async function life(): Promise<void> {
  counts.lives += 1
  const book = bookFile()
  const program = await startProgram(data, existsSync(book) && booksIn(path.dirname(book)).length > 0 ? book : null)
  const begun = performance.now()
  const isLong = counts.lives % 3 === 0
  const endMs = Math.min(untilMs, begun + (isLong ? 240_000 : 15_000 + random() * 60_000))
  let isOver = false
  let isWriting = true
  const curve: { atS: number; mb: number; handles: number }[] = []
  let faults = mixFaults()
  const works = [
    again(
      () => isOver,
      2000,
      () => keepBusy(program),
    ),
    again(
      () => isOver,
      100,
      () => look(program),
    ),
    again(
      () => isOver,
      50,
      async () => {
        if (!isWriting) return
        await notes.step(program.client, stationIds, random)
        counts.writes += 1
      },
    ),
    again(
      () => isOver,
      5000,
      () => {
        const measured = program.measure()
        if (measured)
          curve.push({
            atS: Math.round((performance.now() - begun) / 1000),
            mb: Math.round(measured.bytes / 1e6),
            handles: measured.handles,
          })
        return Promise.resolve()
      },
    ),
  ]
  for (let next = performance.now() + 20_000; performance.now() < endMs;) {
    await sleep(500)
    if (performance.now() > next) {
      next += 20_000
      faults = mixFaults()
    }
    // A backup beside the program that writes; nobody writes notes meanwhile, so that it is known which are in it.
    if (random() < 0.01 && existsSync(bookFile())) {
      isWriting = false
      await sleep(1000)
      const before = notes.snapshot()
      const done = await command('backup', '--book', bookFile(), '--out', backup)
      if (done.code === 0) {
        atBackup = before
        counts.backups += 1
      } else unsteady.push(`backup: ${done.code} ${done.stderr.trim()}`)
      isWriting = true
    }
  }
  isOver = true
  const isKill = random() < 0.7
  if (isKill) counts.kills += 1
  await program.end(isKill ? 'SIGKILL' : 'SIGTERM')
  await Promise.all(works)
  judge(curve)
  const steps = Math.max(1, Math.ceil(curve.length / 8))
  const shown = curve.filter((_, at) => at % steps === 0).map(({ atS, mb, handles }) => `${atS}s ${mb}MB ${handles}`)
  say(`life ${counts.lives}, ${isKill ? 'killed' : 'ended'}, ${faults}: ${shown.join(' · ')}`)
}

/** Of a life long enough to say something: the last quarter beside the second. */
function judge(curve: readonly { mb: number; handles: number }[]): void {
  if (curve.length < 24) return
  const quarter = (n: number) => curve.slice(Math.floor((curve.length * (n - 1)) / 4), Math.floor((curve.length * n) / 4))
  const grown = (of: 'mb' | 'handles') => median(quarter(4).map((at) => at[of])) / median(quarter(2).map((at) => at[of]))
  const [memory, handles] = [grown('mb'), grown('handles')]
  say(`life ${counts.lives}: last quarter beside the second: memory ${memory.toFixed(2)}, handles ${handles.toFixed(2)}`)
  if (memory > 1.3) unsteady.push(`memory grew ${memory.toFixed(2)} times in life ${counts.lives}`)
  if (handles > 1.2) unsteady.push(`file handles grew ${handles.toFixed(2)} times in life ${counts.lives}`)
}

/** Puts the newest backup in the book's place; what was written since is not expected any more. */
async function restore(): Promise<void> {
  if (atBackup === null || random() > 0.3) return
  const done = await command('restore', '--book', bookFile(), backup)
  if (done.code !== 0) throw new Error(`restore: ${done.code} ${done.stderr}`)
  notes.rollBack(atBackup)
  counts.restores += 1
  for (const name of booksIn(path.join(data, 'books'))) if (name.includes('.replaced-')) rmSync(path.join(data, 'books', name))
}

say(`seed ${seed}, ${values.minutes} minutes, ${stationIds.length} stations, in ${folder}`)
while (performance.now() < untilMs) {
  await life()
  await restore()
}

// The line is sound now: what is missing comes, and then the book must be the truth.
service.faults.clear()
const last = ['sync', '--url', service.url, '--email', service.email, '--book', bookFile(), '--from', PLAN.span.from, '--to', PLAN.span.to]
const synced = await command(...last, '--json')
if (synced.code !== 0) unsteady.push(`the last sync ended with ${synced.code}: ${synced.stderr.trim().slice(-500)}`)
const book = openBook(bookFile(), { mode: 'read', now: () => NOW_MS })
const { rows, differences } = compareWithTruth(book, service.world, PLAN, { rejected: true })
const wrong = [...unsteady, ...book.integrity().problems, ...differences, ...notes.differences(book)]
book.close()
await service.close()
say(JSON.stringify(counts))
say(`${rows} rows compared with the service's truth, ${notes.count()} notes; ${wrong.length} problems`)
for (const problem of wrong) say(`  ${problem}`)
if (wrong.length === 0) rmSync(folder, { recursive: true, force: true })
process.exit(wrong.length === 0 ? 0 : 1)
