import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { SyncReport } from '../../electron/cli/sync-report.ts'
import { EVENT_ARCHIVES } from '../../electron/contract/records.ts'
import { addDays, dayAt } from '../../electron/contract/time/day.ts'
import { inTurns, median, type Bench, type BenchOptions } from './measure.ts'
import { commandLine, inFolder, root, runProgram, startDemoProcess, type DemoProcess } from './processes.ts'

/**
 * One pull by `meterbook sync` with its usual four lanes, and one with eight, beside the same pull by the serial Python
 * script (peer/pull.py) from the same demo service, a process of its own that takes 30 ms from request to answer.
 *
 * Both sides are processes and both times are whole: from the start of the program to its exit, sign-out included.
 * Meterbook is started as `npm run meterbook` starts it (without npm itself), and was started once before: the first start
 * compiles what all later ones read. Each writes to a new file in each turn. Meterbook also fetches the directories (types, channels, messages,
 * consumers), which the script leaves out: that is part of its price.
 *
 * The floor is what no program can beat that keeps to one request at a time on each lane: pages × latency ÷ lanes.
 * Against it stands Meterbook's own time from before the first task to the last commit.
 */
const LATENCY_MS = 30
const PYTHON = process.env['PYTHON'] ?? 'python3'

interface Job {
  stations: number
  days: number
  events: boolean
  turns: number
}

export const bench: Bench<'download'> = async (options) => {
  const { few, many } = options.size
  const [few4] = await compare({ ...few, events: false }, [4], options)
  const [many4, many8] = await compare({ ...many, events: true }, [4, 8], options)
  return [
    { row: 'few', value: few4.peer },
    { row: 'many4', value: many4.peer },
    { row: 'many8', value: many8.peer },
    { row: 'floor', value: many4.floor },
  ]
}

interface Compared {
  /** Times the speed of the script. */
  peer: number
  /** Times the time that no program can beat. */
  floor: number
}

/** One result for each number of lanes. */
async function compare<const L extends readonly number[]>(job: Job, lanesOf: L, { turns, say }: BenchOptions<'download'>) {
  const nowMs = Date.now()
  const to = dayAt(nowMs)
  const span = { from: addDays(to, 1 - job.days), to }
  const demo = await startDemoProcess({ stations: job.stations, latencyMs: LATENCY_MS, nowMs })
  const oursInTurn = async (folder: string, turn: number) => {
    const pulls = []
    for (const lanes of lanesOf) pulls.push(await pullByMeterbook(demo, job, span, path.join(folder, `${turn}.meterbook`), lanes))
    return pulls
  }
  try {
    return await inFolder(async (folder) => {
      await pullByMeterbook(demo, job, { from: to, to }, path.join(folder, 'first.meterbook'), 4)
      const pairs = await inTurns(
        turns ?? job.turns,
        (turn) => oursInTurn(folder, turn),
        (turn) => pullByScript(demo, job, span, path.join(folder, `${turn}.sqlite`)),
      )
      for (const [pulls, theirs] of pairs) {
        const ours = pulls.map(({ lanes, elapsedMs }) => `${lanes} lanes ${seconds(elapsedMs)}`).join(', ')
        const { pages, records } = pulls[0] ?? { pages: 0, records: 0 }
        say(
          `${job.stations} stations × ${job.days} days: meterbook ${ours} (${pages} pages, ${records} records), script ${seconds(theirs.elapsedMs)} (${theirs.requests} requests, ${theirs.records} records)`,
        )
      }
      return lanesOf.map((lanes, at): Compared => {
        const ours = pairs.flatMap(([pulls, theirs]) => pulls.slice(at, at + 1).map((pull) => ({ ...pull, theirs })))
        return {
          peer: median(ours.map(({ elapsedMs, theirs }) => theirs.elapsedMs / elapsedMs)),
          floor: median(ours.map(({ downloadMs, pages }) => downloadMs / ((pages * LATENCY_MS) / lanes))),
        }
      }) as { [K in keyof L]: Compared }
    })
  } finally {
    await demo.stop()
  }
}

interface Span {
  from: string
  to: string
}

async function pullByMeterbook(demo: DemoProcess, job: Job, span: Span, file: string, lanes: number) {
  const archives = job.events ? 'hourly,events' : 'hourly'
  const args = ['sync', '--url', demo.url, '--email', demo.email, '--book', file, '--archives', archives]
  const done = await runProgram(
    process.execPath,
    [...commandLine(), ...args, '--views', 'general', '--from', span.from, '--to', span.to, '--lanes', String(lanes), '--json'],
    { env: { METERBOOK_PASSWORD: demo.password } },
  )
  if (done.code !== 0) throw new Error(`meterbook sync ended with ${done.code}: ${done.stderr}`)
  const report = JSON.parse(done.stdout) as SyncReport
  await Promise.all(['', '-wal', '-shm', '.lock'].map((end) => rm(file + end, { force: true })))
  return {
    lanes,
    elapsedMs: done.elapsedMs,
    downloadMs: report.elapsedMs,
    pages: report.pages,
    records: report.records,
  }
}

async function pullByScript(demo: DemoProcess, job: Job, span: Span, file: string) {
  const script = path.join(root, 'test/bench/peer/pull.py')
  const done = await runProgram(
    PYTHON,
    [script, demo.url, demo.email, file, span.from, span.to, ...(job.events ? ['--events', EVENT_ARCHIVES.join(',')] : [])],
    { env: { METERING_PASSWORD: demo.password } },
  )
  if (done.code !== 0) throw new Error(`pull.py ended with ${done.code}: ${done.stderr}`)
  const report = JSON.parse(done.stdout) as { requests: number; records: number }
  await Promise.all(['', '-wal', '-shm'].map((end) => rm(file + end, { force: true })))
  return { elapsedMs: done.elapsedMs, ...report }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
