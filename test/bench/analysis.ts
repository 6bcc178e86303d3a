import path from 'node:path'
import { judgeBook } from '../../electron/analysis/judge/book.ts'
import { loadStation } from '../../electron/analysis/station/load/load.ts'
import { groundOf } from '../../electron/analysis/station/load/ground.ts'
import { judgeStation } from '../../electron/analysis/judge/station.ts'
import type { Rule } from '../../electron/analysis/rules/say/rule.ts'
import { RULE_BY_CODE } from '../../electron/analysis/rules/index.ts'
import { fleetOf } from '../../electron/analysis/answers/fleet/fleet.ts'
import { healthOfAll } from '../../electron/analysis/answers/health/keep.ts'
import { openBook, type Book } from '../../electron/book/index.ts'
import { RULE_CODES } from '../../electron/contract/rules.ts'
import { addDays, dayAt } from '../../electron/contract/time/day.ts'
import { DAY_MS, HOUR_MS } from '../../electron/contract/time/units.ts'
import { bareFindings } from './analysis/bare.ts'
import { writeDay, writeFleet } from './analysis/fleet-book.ts'
import { morning } from './analysis/morning.ts'
import { createHistory, FROM_MS, STATION, USUAL, writeDays, writeHistory, type History } from './analysis/station.ts'
import { inTurns, median, type Bench, type BenchOptions, type Figure } from './measure.ts'
import { inFolder, root, runProgram, startDemoProcess } from './processes.ts'
import { NOW_MS } from './ui/books.ts'
import { EVER } from '../../electron/analysis/kernel/data.ts'

/**
 * What judging costs: beside bare loops of the same arithmetic, after one new day, for the ranking of a large fleet, and
 * for a download that goes on meanwhile. Processor time of this process (user and system) where one thread works alone.
 */
type Options = BenchOptions<'analysis'>
type Found = Figure<'analysis'>

export const bench: Bench<'analysis'> = (options) =>
  inFolder(async (folder) => [
    ...(options.isWanted('station') ? await ofStation(folder, options) : []),
    ...(options.isWanted('fleet') ? await ofFleet(folder, options) : []),
    ...(options.isWanted('download') ? await besideDownload(folder, options) : []),
    ...(options.isWanted('morning') ? await morning(folder, options) : []),
  ])

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
function costOf(work: () => unknown): number {
  const before = cpuMs()
  work()
  return cpuMs() - before
}

async function ofStation(folder: string, options: Options): Promise<Found[]> {
  const book = openBook(path.join(folder, 'station.meterbook'), { mode: 'write', now: Date.now, owner: 'bench' })
  try {
    book.db.pragma('synchronous = OFF')
    const history = createHistory()
    const { years, newDays } = options.size.station
    writeHistory(book, history, years, newDays * 2 + 1)
    return [await besideBareLoops(book, history, options), afterOneDay(book, history, options)]
  } finally {
    book.close()
  }
}

const nowOf = (history: History) => FROM_MS + history.days * DAY_MS + HOUR_MS

/** Both sides begin with the columns; each turn has its own, so that nothing is remembered of them. */
async function besideBareLoops(book: Book, history: History, { size, turns, say }: Options): Promise<Found> {
  const ground = groundOf(book, USUAL)
  const station = book.stations.get(STATION)
  if (!station) throw new Error('no station')
  const { thresholds } = ground.thresholdsOf(station)
  const load = () => {
    const data = loadStation(book, STATION, nowOf(history), { usual: USUAL, ground })
    if (!data) throw new Error('no data')
    return data
  }
  const ours = () => {
    const data = load()
    return costOf(() => {
      for (const code of RULE_CODES) (RULE_BY_CODE[code] as Rule).judge(data, thresholds[code], EVER)
    })
  }
  const bare = () => {
    const hourly = load().archives.find(({ archiveType }) => archiveType === 'hourly')
    const column = (code: string) => {
      const found = hourly?.channels.find(({ channelVarname }) => channelVarname === code)
      if (!found) throw new Error(`no ${code}`)
      return found.values
    }
    const columns = {
      times: hourly?.timesMs ?? new Float64Array(0),
      standard: column('gas_consume'),
      counter: column('reading_value'),
      workingCounter: column('VNakwork'),
      working: column('Vwork'),
      pressure: column('P'),
      temperature: column('T'),
    }
    return costOf(() => bareFindings(columns))
  }
  for (let warm = 0; warm < 4; warm++) {
    ours()
    bare()
  }
  const pairs = await inTurns(
    turns ?? size.station.turns,
    async () => ours(),
    async () => bare(),
  )
  for (const [rules, loops] of pairs)
    say(`${size.station.years} years of hours × 6 channels: rules ${rules.toFixed(0)} ms, bare loops ${loops.toFixed(0)} ms`)
  const ratio = median(pairs.map(([rules, loops]) => rules / loops))
  return { row: 'station.loops', value: ratio }
}

function afterOneDay(book: Book, history: History, { size, say }: Options): Found {
  const ground = groundOf(book, USUAL)
  const judge = (all: boolean) => costOf(() => judgeStation(book, STATION, { usual: USUAL, nowMs: nowOf(history), ground, all }))
  judge(true)
  for (let warm = 0; warm < size.station.newDays; warm++) {
    writeDays(book, history, 1)
    judge(false)
  }
  const wholes: number[] = []
  const days: number[] = []
  for (let turn = 0; turn < size.station.newDays; turn++) {
    if (turn % 3 === 0) wholes.push(judge(true))
    writeDays(book, history, 1)
    days.push(judge(false))
  }
  say(`judging all ${median(wholes).toFixed(0)} ms, after one new day ${median(days).toFixed(1)} ms`)
  return { row: 'station.day', value: (100 * median(days)) / median(wholes) }
}

/**
 * The ranking of a book as the program keeps it: its stations were judged and their health was kept in the background,
 * then one station has got another day. Each turn opens the book anew, so that no answer is at hand: it reads what was
 * kept of all stations, finds the one that changed, reads its days, compares all and ranks them. What the first ranking
 * of a book costs of which nothing was kept is said beside it, without a target: it happens once, in the background.
 */
async function ofFleet(folder: string, { size: { fleet: size }, turns, say }: Options): Promise<Found[]> {
  const file = path.join(folder, 'fleet.meterbook')
  say(`making the book: ${size.stations} stations with ${size.days} days …`)
  writeFleet(file, size)
  const question = { usual: USUAL, nowMs: NOW_MS }
  const opened = async (mode: 'read' | 'write', work: (book: Book) => Promise<unknown> | void) => {
    const book = openBook(file, { mode, now: () => NOW_MS, owner: 'bench' })
    try {
      const before = cpuMs()
      await work(book)
      return cpuMs() - before
    } finally {
      book.close()
    }
  }
  const rank = (book: Book) => fleetOf(book, question)
  const read = (book: Book) => {
    for (const equipmentId of book.devices.all().keys()) book.readings.columns({ equipmentId, archiveType: 'daily', view: 'unified' })
  }
  const [first, rows] = [await opened('read', rank), await opened('read', read)]
  say(`nothing kept: the first ranking ${first.toFixed(0)} ms, reading the rows ${rows.toFixed(0)} ms: times ${(first / rows).toFixed(2)}`)
  say('judging all stations and keeping their health, as the program does in the background …')
  await opened('write', async (book) => {
    await judgeBook(book, question)
    await healthOfAll(book, question)
  })
  const oneMoreDay = (turn: number) =>
    opened('write', async (book) => {
      writeDay(book, turn)
      await judgeBook(book, question)
    })
  const pairs = await inTurns(
    turns ?? size.turns,
    async (turn) => {
      await oneMoreDay(turn)
      return opened('read', rank)
    },
    () => opened('read', read),
  )
  for (const [fleet, rows] of pairs)
    say(`${size.stations} stations: ranking ${fleet.toFixed(0)} ms, reading the rows ${rows.toFixed(0)} ms`)
  const ratio = median(pairs.map(([fleet, rows]) => fleet / rows))
  return [{ row: 'fleet.ranking', value: ratio }]
}

interface Pull {
  elapsedMs: number
  records: number
  judged: number
  heldMs: number
}

async function besideDownload(folder: string, { size: { download: size }, turns, say }: Options): Promise<Found[]> {
  const nowMs = Date.now()
  const to = dayAt(nowMs)
  const demo = await startDemoProcess({ stations: size.stations, latencyMs: 30, nowMs })
  const pull = async (how: 'judging' | 'alone'): Promise<Pull> => {
    const script = path.join(root, 'test/bench/analysis/pull.ts')
    const args = [demo.url, demo.email, demo.password, path.join(folder, `${how}.meterbook`), addDays(to, -size.days), to, how]
    const { code, stdout, stderr } = await runProgram(process.execPath, [script, ...args])
    if (code !== 0) throw new Error(`${how} ended with ${code}: ${stderr}`)
    return JSON.parse(stdout) as Pull
  }
  try {
    const pairs = await inTurns(
      turns ?? size.turns,
      () => pull('judging'),
      () => pull('alone'),
    )
    for (const [ours, alone] of pairs)
      say(
        `${ours.records} records: ${Math.round(ours.elapsedMs)} ms with judging (${ours.judged} stations meanwhile, the thread held for ${ours.heldMs.toFixed(0)} ms at most), ${Math.round(alone.elapsedMs)} ms alone (${alone.heldMs.toFixed(0)} ms)`,
      )
    const ratio = median(pairs.map(([ours, alone]) => ours.elapsedMs / alone.elapsedMs))
    return [
      { row: 'download.judging', value: ratio },
      { row: 'download.held', value: median(pairs.map(([ours]) => ours.heldMs)) },
    ]
  } finally {
    await demo.stop()
  }
}
