import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { SyncReport } from '../../electron/cli/sync-report.ts'
import { EVENT_ARCHIVES } from '../../electron/contract/records.ts'
import { addDays, dayAt } from '../../electron/contract/time/day.ts'
import { atLeast, atMost, inTurns, median, type Bench, type BenchOptions, type Row } from './measure.ts'
import { commandLine, inFolder, root, runProgram, startDemoProcess, type DemoProcess } from './processes.ts'

/**
 * One pull by `meterbook sync` with its usual four lanes beside the same pull by the serial Python script
 * (peer/pull.py) from the same demo service, a process of its own that takes 30 ms from request to answer.
 *
 * Both sides are processes and both times are whole: from the start of the program to its exit, sign-out included.
 * Each writes to a new file in each turn. Meterbook also fetches the directories (types, channels, messages,
 * consumers), which the script leaves out: that is part of its price.
 *
 * The floor is what no program can beat that keeps to one request at a time on each lane: pages × latency ÷ lanes.
 * Against it stands Meterbook's own time from before the first task to the last commit.
 */
const LATENCY_MS = 30
const LANES = 4
const PYTHON = process.env['PYTHON'] ?? 'python3'

interface Job {
  name: string
  stations: number
  events: boolean
  turns: number
}

export const bench: Bench = async (options) => {
  const small: Job = { name: '20 stations × 1 year hourly', stations: 20, events: false, turns: 5 }
  const large: Job = { name: '100 stations × 1 year hourly + events', stations: 100, events: true, turns: 3 }
  const [smallPeer] = await compare(small, options)
  const [largePeer, largeFloor] = await compare(large, options)
  return [
    atLeast(`${small.name}: times the speed of the serial script`, smallPeer, 1),
    atLeast(`${large.name}: times the speed of the serial script, ${LANES} lanes`, largePeer, 3.5),
    atMost(`${large.name}: times the floor of pages × latency ÷ lanes`, largeFloor, 1.2),
  ] satisfies Row[]
}

async function compare(job: Job, { turns, say }: BenchOptions): Promise<[peer: number, floor: number]> {
  const nowMs = Date.now()
  const to = dayAt(nowMs)
  const span = { from: addDays(to, -364), to }
  const demo = await startDemoProcess({ stations: job.stations, latencyMs: LATENCY_MS, nowMs })
  try {
    return await inFolder(async (folder) => {
      const pairs = await inTurns(
        turns ?? job.turns,
        (turn) => pullByMeterbook(demo, job, span, path.join(folder, `${turn}.meterbook`)),
        (turn) => pullByScript(demo, job, span, path.join(folder, `${turn}.sqlite`)),
      )
      for (const [ours, theirs] of pairs) {
        say(
          `${job.name}: meterbook ${seconds(ours.elapsedMs)} (${ours.pages} pages, ${ours.records} records), script ${seconds(theirs.elapsedMs)} (${theirs.requests} requests, ${theirs.records} records)`,
        )
      }
      return [
        median(pairs.map(([ours, theirs]) => theirs.elapsedMs / ours.elapsedMs)),
        median(pairs.map(([ours]) => ours.downloadMs / ((ours.pages * LATENCY_MS) / LANES))),
      ]
    })
  } finally {
    await demo.stop()
  }
}

interface Span {
  from: string
  to: string
}

async function pullByMeterbook(demo: DemoProcess, job: Job, span: Span, file: string) {
  const archives = job.events ? 'hourly,events' : 'hourly'
  const args = ['sync', '--url', demo.url, '--email', demo.email, '--book', file, '--archives', archives]
  const done = await runProgram(
    process.execPath,
    [
      commandLine(),
      ...args,
      '--views',
      'general',
      '--from',
      span.from,
      '--to',
      span.to,
      '--lanes',
      String(LANES),
      '--json',
    ],
    { env: { METERBOOK_PASSWORD: demo.password } },
  )
  if (done.code !== 0) throw new Error(`meterbook sync ended with ${done.code}: ${done.stderr}`)
  const report = JSON.parse(done.stdout) as SyncReport
  await Promise.all(['', '-wal', '-shm', '.lock'].map((end) => rm(file + end, { force: true })))
  return { elapsedMs: done.elapsedMs, downloadMs: report.elapsedMs, pages: report.pages, records: report.records }
}

async function pullByScript(demo: DemoProcess, job: Job, span: Span, file: string) {
  const script = path.join(root, 'test/bench/peer/pull.py')
  const done = await runProgram(
    PYTHON,
    [
      script,
      demo.url,
      demo.email,
      file,
      span.from,
      span.to,
      ...(job.events ? ['--events', EVENT_ARCHIVES.join(',')] : []),
    ],
    { env: { METERING_PASSWORD: demo.password } },
  )
  if (done.code !== 0) throw new Error(`pull.py ended with ${done.code}: ${done.stderr}`)
  const report = JSON.parse(done.stdout) as { requests: number; records: number }
  await Promise.all(['', '-wal', '-shm'].map((end) => rm(file + end, { force: true })))
  return { elapsedMs: done.elapsedMs, ...report }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
