import { setImmediate as breath } from 'node:timers/promises'
import type { Book } from '../../../book/index.ts'
import type { Thresholds } from '../../../contract/rules.ts'
import { DAY_MS } from '../../../contract/time/units.ts'
import type { GasClock } from '../../../contract/time/gas-day.ts'
import { orUnreadable } from '../../judge/book.ts'
import { loadStation } from '../../station/load/load.ts'
import { compared, type Compared, type Comparison } from './comparison.ts'
import { sharedGround, type Ground } from '../../station/load/ground.ts'
import { thresholdsOfAll } from '../../station/thresholds/of-all.ts'
import { lightData } from './light-data.ts'
import { healthOf, type StationHealth } from './station-health.ts'
import { usualM3ADay } from './usual-day.ts'

/** Keeps the health of all stations: of each it is computed again only where its data have changed. */

/** Differs when the functions of this folder answer otherwise. */
const FUNCTIONS = 3

export interface HealthQuestion {
  /** The clock of the preferences. */
  usual: GasClock
  nowMs: number
  /** False: it is enough; what was computed so far is kept, and answered. */
  goesOn?: () => boolean
  /** A station whose records cannot be read is told here and left out; without this its error is thrown. */
  unreadable?: ((stationId: number) => void) | undefined
}

export interface KnownHealth {
  health: StationHealth
  comparison: Comparison
  /** The thresholds that hold at the station. */
  thresholds: Thresholds
  judgedAtMs: number
}

interface Entry {
  source: string
  judgedAtMs: number
  health: StationHealth
}

/** What this program knows of a book's stations, so that no row is parsed twice. */
interface Memory {
  entries: Map<number, Entry>
  /** The version of the book for which `known` holds. */
  version: string
  known: ReadonlyMap<number, KnownHealth>
  running: Promise<ReadonlyMap<number, KnownHealth>> | null
}
const memories = new WeakMap<Book, Memory>()

function memoryOf(book: Book): Memory {
  let memory = memories.get(book)
  if (!memory) {
    memory = { entries: new Map(), version: '', known: new Map(), running: null }
    memories.set(book, memory)
  }
  return memory
}

/**
 * The health of every station, by its key; what is stale is computed first, and kept where
 * the book may be written. Called again meanwhile, it answers with the same promise.
 */
export function healthOfAll(book: Book, question: HealthQuestion): Promise<ReadonlyMap<number, KnownHealth>> {
  const memory = memoryOf(book)
  if (memory.version === book.health.version()) return Promise.resolve(memory.known)
  memory.running ??= refreshed(book, memory, question).finally(() => (memory.running = null))
  return memory.running
}

/** By station: how it compared when its health was last kept. Nothing is computed: who asks does not wait. */
export const keptComparisons = (book: Book): Map<number, Comparison> =>
  new Map(book.health.comparisons().map(([stationId, comparison]) => [stationId, JSON.parse(comparison) as Comparison]))

/** By station: what its health is computed from, as a text. */
function sourcesOf(book: Book, ground: Ground): (stationId: number, read: string) => string {
  const thresholds = thresholdsOfAll(book)
  const devices = new Map(book.fleet.briefs().map((brief) => [brief.id, brief]))
  return (stationId, read) => {
    const device = devices.get(stationId)
    if (!device) return read
    return [FUNCTIONS, ground.digestOf(device), thresholds(device).digest, read].join('|')
  }
}

async function refreshed(book: Book, memory: Memory, question: HealthQuestion) {
  const version = book.health.version()
  const ground = sharedGround(book, question.usual)
  const stale = staleOf(book, memory, ground)
  const news: [number, Entry][] = []
  const flush = () => {
    if (book.mode === 'write') write(book, news.splice(0))
  }
  const { goesOn = () => true } = question
  let done = 0
  for (const [stationId, source] of stale) {
    if (!goesOn()) break
    const health = orUnreadable(stationId, () => computed(book, stationId, question, ground), question.unreadable)
    if (!health) continue
    const entry = { source, judgedAtMs: question.nowMs, health }
    memory.entries.set(stationId, entry)
    news.push([stationId, entry])
    done++
    await breath()
    if (news.length >= WRITTEN_AT_ONCE) flush()
  }
  flush()
  const known = comparedAll(book, memory.entries)
  memory.known = known
  // Data that somebody else wrote meanwhile are looked at the next time.
  memory.version = stale.length === done ? version : ''
  return known
}
const WRITTEN_AT_ONCE = 100

function write(book: Book, news: readonly [number, Entry][]): void {
  if (news.length === 0) return
  book.derive(() =>
    book.health.put(
      news.map(([stationId, { source, judgedAtMs, health }]) => ({
        stationId,
        source,
        judgedAtMs,
        overwrittenAtMs: health.overwriting?.atMs ?? null,
        health: JSON.stringify(health),
      })),
    ),
  )
}

/** Stations whose kept health is older than their data, or is not there. */
export function unkeptHealth(book: Book, ground: Ground): number[] {
  const sourceOf = sourcesOf(book, ground)
  const kept = new Map(book.health.stamps().map(({ stationId, source }) => [stationId, source]))
  return [...book.health.sources.all()].flatMap((page) =>
    page.flatMap(({ stationId, source }) => (kept.get(stationId) === sourceOf(stationId, source) ? [] : [stationId])),
  )
}

/** Stations whose kept health is older than their data; what is kept and holds is taken into memory. */
function staleOf(book: Book, memory: Memory, ground: Ground): [number, string][] {
  const sourceOf = sourcesOf(book, ground)
  const kept = new Map(book.health.stamps().map(({ stationId, source }) => [stationId, source]))
  const stale: [number, string][] = []
  const seen = new Set<number>()
  for (const page of book.health.sources.all()) {
    const wanted: number[] = []
    for (const { stationId, source: read } of page) {
      seen.add(stationId)
      const source = sourceOf(stationId, read)
      if (memory.entries.get(stationId)?.source === source) continue
      if (kept.get(stationId) === source) wanted.push(stationId)
      else stale.push([stationId, source])
    }
    for (const { stationId, source, judgedAtMs, health } of book.health.rows(wanted))
      memory.entries.set(stationId, { source, judgedAtMs, health: JSON.parse(health) as StationHealth })
  }
  for (const stationId of memory.entries.keys()) if (!seen.has(stationId)) memory.entries.delete(stationId)
  return stale
}

function computed(book: Book, stationId: number, { usual, nowMs }: HealthQuestion, ground: Ground) {
  const station = book.stations.get(stationId)
  if (!station) return null
  const { thresholds } = ground.thresholdsOf(station)
  const { hourlyDepth, dailyDepth } = thresholds.archive_at_risk
  const data =
    hourlyDepth === null && dailyDepth === null
      ? lightData(book, station, ground, nowMs)
      : loadStation(book, stationId, nowMs, { usual, ground, range: rangeOf(thresholds, nowMs) })
  return data && healthOf(data, thresholds, usualM3ADay(book, station, { ground, nowMs }))
}

/** The readings as far back as the device still holds what was not fetched. */
function rangeOf({ archive_at_risk: depth }: Thresholds, nowMs: number) {
  const depthDays = Math.max(depth.hourlyDepth ?? 0, depth.dailyDepth ?? 0)
  return { fromMs: nowMs - (depthDays + 1) * DAY_MS, toMs: nowMs + DAY_MS }
}

function comparedAll(book: Book, entries: ReadonlyMap<number, Entry>): Map<number, KnownHealth> {
  const types = new Map(book.equipmentTypes.list().map(({ id, telemetryTypeName }) => [id, telemetryTypeName]))
  const ofStation = new Map(book.fleet.briefs().map((brief) => [brief.id, brief]))
  const thresholdsOf = thresholdsOfAll(book)
  const all = new Map<number, Compared>()
  for (const [stationId, { health }] of entries) {
    const equipmentTypeId = ofStation.get(stationId)?.equipmentTypeId ?? null
    const telemetry = equipmentTypeId === null ? null : types.get(equipmentTypeId)
    all.set(stationId, { telemetryType: typeof telemetry === 'string' ? telemetry : null, equipmentTypeId, health })
  }
  const comparisons = compared(all)
  if (book.mode === 'write') {
    const kept = [...comparisons].map(([stationId, comparison]) => ({ stationId, comparison: JSON.stringify(comparison) }))
    // Short transactions: the desk writes pages meanwhile.
    for (let from = 0; from < kept.length; from += WRITTEN_AT_ONCE)
      book.derive(() => book.health.putComparisons(kept.slice(from, from + WRITTEN_AT_ONCE)))
  }
  const known = new Map<number, KnownHealth>()
  for (const [stationId, { health, judgedAtMs }] of entries) {
    const comparison = comparisons.get(stationId)
    const brief = ofStation.get(stationId)
    if (!comparison || !brief) continue
    known.set(stationId, { health, comparison, thresholds: thresholdsOf(brief).thresholds, judgedAtMs })
  }
  return known
}
