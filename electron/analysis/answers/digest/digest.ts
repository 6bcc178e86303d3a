import { setImmediate as breath } from 'node:timers/promises'
import type { Book } from '../../../book/index.ts'
import type { Arrival } from '../../../book/digest/digest.ts'
import { stationCalled } from '../../../contract/called.ts'
import { AHEAD_DAYS, DIGEST_KINDS, MOST_LINES, type DigestKind } from '../../../contract/digest-words.ts'
import type { Digest, DigestLine } from '../../../contract/digest.ts'
import type { GasClock, TimeSpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import { isOverdue } from '../../../contract/verification-words.ts'
import { changesIn } from '../changes/fleet-changes.ts'
import type { Comparison } from '../health/comparison.ts'
import { healthOfAll, keptComparisons } from '../health/keep.ts'
import { verificationCalendar } from '../verifications.ts'
import { findingLines } from './finding-lines.ts'
import { lineOf, worstFirst } from './line.ts'
import { recordLines } from './record-lines.ts'

export interface DigestQuestion {
  /** What the book came to know after this moment, Unix ms; null: all that it knows when it learned. */
  sinceMs: number | null
  usual: GasClock
  nowMs: number
  /** Batteries by the health that is kept: in the background it is brought up to date, and who opens a window does not wait for it. */
  isHealthKept?: boolean
  /** False: nobody waits for it any more. */
  goesOn?: () => boolean
}

/** Months of the calendar in which the days ahead lie. */
const MONTHS = Math.ceil(AHEAD_DAYS / 28) + 1

/**
 * What is new since a moment: what the book came to know after it, whatever time that is about, and what ends soon. Of each
 * kind the worst lines, and how many there are.
 */
export async function digestOf(
  book: Book,
  { sinceMs, usual, nowMs, isHealthKept = false, goesOn = () => true }: DigestQuestion,
): Promise<Digest> {
  const afterMs = sinceMs ?? -1
  const lines = [
    ...book.digest.failedRuns(afterMs, nowMs).map((run) => lineOf('download', run.finishedMs, { id: String(run.id), count: run.failed })),
    ...(await cameLines(book, { afterMs, toMs: nowMs }, { usual, nowMs, goesOn })),
    ...book.digest
      .mergedNotes(afterMs, nowMs)
      .map(({ id, atMs, stationId, author, text }) => lineOf('note', atMs, { id, stationId, name: author, text })),
    ...(await verificationLines(book, { usual, nowMs, goesOn })),
    ...batteryLines(isHealthKept ? keptComparisons(book) : await computedComparisons(book, { usual, nowMs, goesOn }), nowMs),
  ]
  return { sinceMs, atMs: nowMs, kinds: kindsOf(book, lines) }
}

/** What records brought, and what was concluded from them: known after `afterMs` up to and with `toMs`, Unix ms. */
export async function cameLines(book: Book, { afterMs, toMs }: { afterMs: number; toMs: number }, at: At): Promise<DigestLine[]> {
  const arrivals = book.digest.arrivals(afterMs, toMs)
  return [
    ...findingLines(book, afterMs, toMs),
    ...recordLines(book, arrivals),
    ...deviceLines(book, arrivals),
    ...(await settingLines(book, arrivals, at)),
  ]
}

/** Lines by their kind, the worst of each, with the names of their stations. */
export function kindsOf(book: Book, lines: readonly DigestLine[]): Digest['kinds'] {
  const byKind = Map.groupBy(lines, ({ kind }) => kind)
  const kinds = DIGEST_KINDS.flatMap((kind) => {
    const all = byKind.get(kind) ?? []
    const order = AHEAD.includes(kind) ? soonestFirst : worstFirst
    return all.length === 0 ? [] : [{ kind, total: all.length, lines: all.sort(order).slice(0, MOST_LINES) }]
  })
  return named(book, kinds)
}

const AHEAD: readonly DigestKind[] = ['verification', 'battery']
const soonestFirst = (a: DigestLine, b: DigestLine): number => a.atMs - b.atMs || (a.stationId ?? 0) - (b.stationId ?? 0)

export interface At {
  usual: GasClock
  nowMs: number
  goesOn: () => boolean
}

/** The names of the stations that the lines are about. */
function named(book: Book, kinds: Digest['kinds']): Digest['kinds'] {
  const ids = new Set(kinds.flatMap(({ lines }) => lines.flatMap(({ stationId }) => stationId ?? [])))
  const names = new Map(book.stations.some([...ids]).map((station) => [station.id, stationCalled(station)]))
  return kinds.map(({ lines, ...kind }) => ({
    ...kind,
    lines: lines.map((line) => ({ ...line, stationName: (line.stationId !== null && names.get(line.stationId)) || null })),
  }))
}

function deviceLines(book: Book, arrivals: readonly Arrival[]): DigestLine[] {
  const latest = new Map(arrivals.flatMap((one) => (one.kind === 'device' ? [[one.ownerId, one] as const] : [])))
  return [...latest].map(([stationId, { atMs, fromMs }]) => {
    const [before, after] = book.stations.life(stationId).slice(-2)
    const serial = (device: typeof before) =>
      device === undefined
        ? null
        : stationCalled({ id: device.equipmentId ?? 0, name: null, equipmentSerialNumber: device.equipmentSerialNumber })
    return lineOf('device', atMs, { stationId, fromMs, before: serial(before), after: serial(after) })
  })
}

/** A snapshot may have been taken of an earlier session; an event names its moment. */
const AROUND_MS = DAY_MS

/** Settings that changed, by all who tell of it, at the devices that brought other settings or new changes of their log. */
async function settingLines(book: Book, arrivals: readonly Arrival[], { usual, nowMs, goesOn }: At): Promise<DigestLine[]> {
  const came = Map.groupBy(
    arrivals.filter(({ kind }) => kind === 'settings' || kind === 'changes'),
    ({ ownerId }) => ownerId,
  )
  const stations = book.stations.ofDevices([...came.keys()])
  const lines: DigestLine[] = []
  for (const [equipmentId, all] of came) {
    if (!goesOn()) break
    const station = stations.get(equipmentId)?.at(-1)
    if (!station) continue
    const isNew = ({ fromMs, toMs, saidBy }: TimeSpan & { saidBy: readonly string[] }) =>
      all.some((one) =>
        one.kind === 'settings'
          ? saidBy.includes('settings') && fromMs >= one.fromMs - AROUND_MS && toMs <= one.toMs + HOUR_MS
          : saidBy.includes('event') && fromMs <= one.toMs && toMs >= one.fromMs,
      )
    const span = { fromMs: Math.min(...all.map(({ fromMs }) => fromMs)), toMs: Math.max(...all.map(({ toMs }) => toMs)) }
    const atMs = Math.max(...all.map((one) => one.atMs))
    for (const change of changesIn(book, station, span, { usual, nowMs }))
      if (isNew(change)) {
        const { fromMs, toMs, role, name, before, after, unit, saidBy, event } = change
        lines.push(
          lineOf('setting', atMs, {
            ...{ stationId: station.id, fromMs, toMs, before, after, unit, saidBy },
            name: role ?? name,
            text: event?.text ?? null,
          }),
        )
      }
    await breath()
  }
  return lines
}

async function verificationLines(book: Book, { usual, nowMs, goesOn }: At): Promise<DigestLine[]> {
  const { rows } = await verificationCalendar(book, { months: MONTHS, usual, nowMs }, goesOn)
  return rows
    .filter(({ leftDays }) => leftDays <= AHEAD_DAYS)
    .map((row) =>
      lineOf('verification', nowMs + row.leftDays * DAY_MS - 1, {
        stationId: row.stationId,
        day: row.day,
        detail: isOverdue(row) ? 'overdue' : null,
      }),
    )
}

async function computedComparisons(book: Book, at: At): Promise<Map<number, Comparison>> {
  const all = await healthOfAll(book, at)
  return new Map([...all].map(([stationId, { comparison }]) => [stationId, comparison]))
}

function batteryLines(comparisons: ReadonlyMap<number, Comparison>, nowMs: number): DigestLine[] {
  const untilMs = nowMs + AHEAD_DAYS * DAY_MS
  const lines: DigestLine[] = []
  for (const [stationId, comparison] of comparisons)
    for (const name of ['telemetry', 'meter'] as const) {
      const { endsAtMs } = comparison[`${name}Battery`]
      if (endsAtMs === null || endsAtMs > untilMs) continue
      lines.push(lineOf('battery', endsAtMs, { stationId, name, detail: endsAtMs < nowMs ? 'ended' : null }))
    }
  return lines
}
