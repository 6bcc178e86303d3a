import type { DeviceTime } from '../../contract/device-time.ts'
import { firstWhere } from '../../contract/bisect.ts'
import { joinedColumns } from '../../contract/joined-columns.ts'
import { dayNumberAt, lastDayOver } from '../../contract/time/day.ts'
import type { GasClock, TimeSpan } from '../../contract/time/gas-day.ts'
import type { UnaskedDays } from '../coverage/unasked.ts'
import { HOLE_STATES, type HoleState } from '../coverage/holes.ts'
import { dueInSpans, presentAt } from './due.ts'
import { NEAR_BEFORE_MS } from './hour-ends.ts'
import { expectedSpans, type AskedRun } from './expected-spans.ts'
import { rhythmOf, type Rhythm } from './rhythm.ts'

/** The records that an archive should have by now, by the moment they are due. */
export interface DueRecords {
  /** Null: how often the archive writes is not known, so nothing is known to be due. */
  rhythm: Rhythm
  /** Unix ms, ascending. */
  due: Float64Array
  /** 1 where the book has the record. */
  present: Uint8Array
  /** Stamps of all records of the archive, Unix ms, ascending. */
  times: Float64Array
  /** Why the record at a place of `due` is missing; `empty`: the service was asked, and does not have it. */
  reasonAt: (place: number) => HoleReason
}

/** `exchange`: the station had no device: the one before had been taken out, and this one had not been put in. */
export type HoleReason = HoleState | 'exchange'

/** A device in its time at a station. */
export interface TimedDevice {
  time: DeviceTime | null
  /** Which days of the same archive of the device before were asked for. */
  runsBefore: readonly AskedRun[]
  /** Days that an exchange has left unasked: what the device wrote on them nobody knows, so all of it is due. */
  unasked: readonly Pick<UnaskedDays, 'from' | 'to'>[]
  /** The stamps of the same archive of the device before: its rhythm is believed of one that has no records yet. */
  stampsBefore: () => Float64Array
}

/** What was asked, and what an exchange has left unasked as days that nobody answered; in order. */
export const withUnasked = (runs: readonly AskedRun[], unasked: TimedDevice['unasked'], over: number): readonly AskedRun[] =>
  unasked.length === 0
    ? runs
    : [
        ...runs,
        ...unasked.map(({ from, to }): AskedRun => ({ from, to: to ?? over, state: 'failed', fetchedAtMs: 0, knownSessionMs: null })),
      ].toSorted((a, b) => a.from - b.from)

/** Missing records in a row, missing for one reason. */
export interface MissingRun {
  /** When the first and the last of them are due, Unix ms. */
  fromMs: number
  toMs: number
  records: number
  state: HoleReason
}

const NOTHING = new Float64Array(0)

/** The records that are due of an archive, and those of them that are there. `runs` in order. */
export function dueRecords(
  archiveType: string,
  { times, runs }: { times: Float64Array; runs: readonly AskedRun[] },
  asked: GasClock,
  nowMs: number,
  device?: TimedDevice,
): DueRecords {
  const unasked = device?.unasked ?? []
  const isNew = times.length === 0 && unasked.length > 0
  const rhythm = rhythmOf(archiveType, isNew ? (device?.stampsBefore() ?? times) : times, asked)
  const spans = expectedSpans(
    archiveType,
    withUnasked(runs, unasked, lastDayOver(nowMs)),
    { firstMs: times[0] ?? null, lastMs: times.at(-1) ?? null },
    nowMs,
  )
  const due = rhythm ? dueInSpans(rhythm, spans) : NOTHING
  const found: DueRecords = {
    rhythm,
    due,
    present: rhythm ? presentAt(rhythm, due, times) : new Uint8Array(0),
    times,
    reasonAt: (place) => reasonOf(runs, due[place] as number),
  }
  return inTime(found, device)
}

/**
 * What is due of a device in its time at a station: nothing after it was taken out, and from when the device before was
 * taken out until this one wrote, what the exchange cost.
 * @param range the part that is looked at, where it is a part
 */
export function inTime(found: DueRecords, device: TimedDevice | undefined, range: TimeSpan = EVER): DueRecords {
  if (!device?.time || !found.rhythm) return found
  const { toMs, sinceMs } = device.time
  // One that was never asked and has no records began nobody knows when: all is due since the device before, and nothing is the exchange's.
  const isUnknown = found.times.length === 0 && device.unasked.length > 0
  const afterMs = isUnknown ? (sinceMs ?? device.time.afterMs) : device.time.afterMs
  const end = toMs === null ? found.due.length : firstWhere(0, found.due.length, (at) => (found.due[at] as number) > toMs + NEAR_BEFORE_MS)
  const isExchange = sinceMs !== null && afterMs !== null && afterMs > sinceMs
  const hole = isExchange ? { fromMs: Math.max(sinceMs + NEAR_BEFORE_MS, range.fromMs), toMs: Math.min(afterMs + 1, range.toMs) } : null
  const lost = hole && hole.toMs > hole.fromMs ? dueInSpans(found.rhythm, [hole]) : NOTHING
  const start = afterMs === null ? 0 : firstWhere(0, end, (at) => (found.due[at] as number) > afterMs)
  if (lost.length === 0 && start === 0 && end === found.due.length) return found
  const rest = found.due.subarray(start, end)
  const due = new Float64Array(lost.length + rest.length)
  due.set(lost)
  due.set(rest, lost.length)
  const present = new Uint8Array(due.length)
  present.set(found.present.subarray(start, end), lost.length)
  return {
    ...found,
    due,
    present,
    reasonAt: (place) => (place < lost.length ? lostFor(device, due[place] as number) : found.reasonAt(place - lost.length + start)),
  }
}

/** What is due of several devices of a station, one after another. */
export function dueTogether(all: readonly DueRecords[]): DueRecords {
  const starts: number[] = []
  let length = 0
  for (const { due } of all) {
    starts.push(length)
    length += due.length
  }
  return {
    rhythm: all.findLast(({ rhythm }) => rhythm !== null)?.rhythm ?? null,
    due: joinedColumns(all.map(({ due }) => due)),
    present: Uint8Array.from(all.flatMap(({ present }) => [...present])),
    times: joinedColumns(all.map(({ times }) => times)),
    reasonAt(place) {
      const nth = starts.findLastIndex((start) => start <= place)
      return all[nth]?.reasonAt(place - (starts[nth] ?? 0)) ?? 'empty'
    },
  }
}

/**
 * Of the device before, as long as the service has not said that it has nothing more, records may yet come; and of the new one, as long
 * as nobody has asked.
 */
function lostFor({ runsBefore, unasked }: TimedDevice, dueMs: number): HoleReason {
  const day = dayNumberAt(dueMs)
  if (unasked.some(({ from, to }) => from <= day && (to ?? Infinity) >= day)) return 'never'
  const reason = reasonOf(runsBefore, dueMs)
  return reason === 'never' || reason === 'failed' ? reason : 'exchange'
}
const EVER: TimeSpan = { fromMs: -Infinity, toMs: Infinity }

/** Why a record that is due at a moment is missing. */
export function reasonOf(runs: readonly AskedRun[], dueMs: number): HoleState {
  const day = dayNumberAt(dueMs)
  const run = runs[firstWhere(0, runs.length, (at) => (runs[at] as AskedRun).to >= day)]
  if (!run || run.from > day) return 'never'
  return HOLE_STATES.find((state) => state === run.state) ?? 'empty'
}

/**
 * The holes that come near a window, whole: missing records in a row, whatever the reason of each, as places of `due`, both
 * included. What is said of a hole anywhere, its records and its price, is said of this.
 */
export function* holesNear(
  { due, present }: Pick<DueRecords, 'due' | 'present'>,
  { fromMs, toMs }: TimeSpan,
): Generator<{ from: number; to: number }> {
  let at = firstWhere(0, due.length, (place) => (due[place] as number) >= fromMs)
  while (at > 0 && present[at - 1] === 0) at--
  for (; at < due.length; at++) {
    if (present[at] === 1) continue
    const from = at
    while (at + 1 < due.length && present[at + 1] === 0) at++
    // A record covers what lies before it: the first one after the window may still touch it.
    if (from > 0 && (due[from - 1] as number) > toMs) return
    yield { from, to: at }
  }
}

/** The missing records due from `fromMs` to `toMs`, both included, as runs of one reason; in order. */
export function missingRuns(
  { due, present, reasonAt }: DueRecords,
  { fromMs = -Infinity, toMs = Infinity }: { fromMs?: number; toMs?: number } = {},
): MissingRun[] {
  const runs: MissingRun[] = []
  let isBroken = true
  for (let at = firstWhere(0, due.length, (place) => (due[place] as number) >= fromMs); at < due.length; at++) {
    const dueMs = due[at] as number
    if (dueMs > toMs) break
    if (present[at] === 1) {
      isBroken = true
      continue
    }
    const state = reasonAt(at)
    const last = runs.at(-1)
    if (last && !isBroken && last.state === state) {
      last.toMs = dueMs
      last.records++
    } else runs.push({ fromMs: dueMs, toMs: dueMs, records: 1, state })
    isBroken = false
  }
  return runs
}

/** How many records there are and how many are due. */
export function shareOf({ due, present }: DueRecords): { records: number; expected: number } {
  let records = 0
  for (const is of present) records += is
  return { records, expected: due.length }
}
