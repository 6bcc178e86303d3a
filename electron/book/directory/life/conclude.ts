import type { Verbatim } from '../../../contract/records.ts'

/** Concludes of sightings and records which devices a station had, and from when to when. Pure. */

/** A device as a listing names it. */
export interface SeenDevice {
  equipmentId: number | null
  telemetryId: number | null
  equipmentTypeId: number | null
  equipmentTypeVarname: Verbatim
  equipmentBrandName: Verbatim
  equipmentSerialNumber: Verbatim
}

/** A listing's word, and that of a later one; Unix ms. Between the two another may have been seen. */
export interface Sighting extends SeenDevice {
  stationId: number
  firstMs: number
  lastMs: number
}

/** An engineer's word; null: from its first record on, to its last. Unix ms. */
export interface Given {
  stationId: number
  equipmentId: number
  equipmentTypeId: number | null
  equipmentSerialNumber: Verbatim
  fromMs: number | null
  toMs: number | null
}

/** A device in its time at a station: records stamped after `fromMs`, up to and with `toMs`. */
export interface Stay extends SeenDevice {
  stationId: number
  /** Null: open. */
  fromMs: number | null
  toMs: number | null
  /** When the station's device before ended; null: there was none, or it is the same device. */
  sinceMs: number | null
  beforeId: number | null
  /** What of its log is the station's; null: unbounded, for no other station had it before, or after. */
  logFromMs: number | null
  logToMs: number | null
}

/** When a device's records at a station begin or end, by another book, which may have records that this one lacks. Unix ms. */
export interface Hint {
  stationId: number
  equipmentId: number
  kind: 'start' | 'end'
  atMs: number
}

/** The records of a device, as far as they tell when it was moved. */
export interface RecordTimes {
  /** The first record; null where there is none. */
  first: (equipmentId: number) => RecordTime | null
  /** The stamp of the last one, Unix ms. */
  last: (equipmentId: number) => number | null
  /** By time, from the last record at or before a moment to the first at or after another. */
  around: (equipmentId: number, fromMs: number, toMs: number) => readonly RecordTime[]
}

/** A record of any archive that writes regularly: its stamp, Unix ms, and what it covers before it, ms. */
export interface RecordTime {
  atMs: number
  periodMs: number
}

/** A station's device from the listing that first named it to the one that last did. */
interface Run extends SeenDevice {
  stationId: number
  firstMs: number
  lastMs: number
  startMs?: number
  endMs?: number
}

/** The same piece of metal at the same place: a number that one listing lacked is no other number. */
export const isSameMeter = (a: SeenDevice, b: SeenDevice): boolean =>
  a.equipmentId === b.equipmentId && isSame(a.equipmentSerialNumber, b.equipmentSerialNumber)
const isSameSeen = (a: SeenDevice, b: SeenDevice): boolean =>
  isSameMeter(a, b) && isSame(a.telemetryId, b.telemetryId) && isSame(a.equipmentTypeId, b.equipmentTypeId)
const isSame = (a: Verbatim, b: Verbatim): boolean => a === null || b === null || JSON.stringify(a) === JSON.stringify(b)

/**
 * The devices of stations, oldest first. All sightings of every device of these stations are needed, those at other stations
 * too: a device that moves takes its time there with it. `unlisted`: since when a station is no longer listed, Unix ms.
 */
export function concluded(
  {
    sightings,
    given,
    hints,
    unlisted,
  }: {
    sightings: readonly Sighting[]
    given: readonly Given[]
    hints: readonly Hint[]
    unlisted: ReadonlyMap<number, number>
  },
  records: RecordTimes,
): Map<number, Stay[]> {
  const runs = new Map([...Map.groupBy(sightings, ({ stationId }) => stationId)].map(([id, own]) => [id, runsOf(own)]))
  const told = hintsBy(hints)
  splitMoves([...runs.values()].flat(), { unlisted, told }, records)
  const stays = new Map<number, Stay[]>()
  for (const [stationId, own] of runs) stays.set(stationId, staysOf(own, told, records))
  for (const one of given) stays.set(one.stationId, withGiven(stays.get(one.stationId) ?? [], one, records))
  for (const [stationId, own] of stays) stays.set(stationId, withSince(own))
  shareLogs([...stays.values()].flat())
  return stays
}

/** Sightings in a row that name the same device. Each tells of its first and its last listing, and of nothing between. */
function runsOf(sightings: readonly Sighting[]): Run[] {
  const points = sightings
    .flatMap((one) =>
      one.firstMs === one.lastMs
        ? [{ one, atMs: one.firstMs }]
        : [
            { one, atMs: one.firstMs },
            { one, atMs: one.lastMs },
          ],
    )
    .sort((a, b) => a.atMs - b.atMs || a.one.firstMs - b.one.firstMs)
  const runs: Run[] = []
  for (const { one, atMs } of points) {
    const last = runs.at(-1)
    if (last && isSameSeen(last, one)) {
      last.lastMs = atMs
      for (const key of ['telemetryId', 'equipmentTypeId', 'equipmentTypeVarname', 'equipmentBrandName', 'equipmentSerialNumber'] as const)
        Object.assign(last, { [key]: one[key] ?? last[key] })
    } else {
      const { lastMs: _, firstMs: __, ...device } = one
      runs.push({ ...device, firstMs: atMs, lastMs: atMs })
    }
  }
  return runs
}

/** Where a device was seen at one place and later at another, its records end there and begin here. */
function splitMoves(
  runs: readonly Run[],
  { unlisted, told }: { unlisted: ReadonlyMap<number, number>; told: Told },
  records: RecordTimes,
): void {
  const ended = new Map<Run, number>()
  const neighbours = new Map<Run, Run | undefined>()
  // The same meter with another telemetry unit has not been moved.
  const isNeighbour = (run: Run, next: Run) => neighbours.get(run) === next && isSameMeter(run, next)
  for (const own of Map.groupBy(runs, ({ stationId }) => stationId).values())
    own.forEach((run, at) => {
      const endedMs = own[at + 1]?.firstMs ?? unlisted.get(run.stationId)
      neighbours.set(run, own[at + 1])
      if (endedMs !== undefined && endedMs > run.lastMs) ended.set(run, endedMs)
    })
  const byDevice = Map.groupBy(
    runs.filter(({ equipmentId }) => equipmentId !== null),
    ({ equipmentId }) => equipmentId as number,
  )
  for (const [equipmentId, all] of byDevice) {
    const places = all.sort((a, b) => a.firstMs - b.firstMs)
    places.forEach((run, at) => {
      const next = places[at + 1]
      // A device that is listed at two stations at a time was not moved.
      if (!next || !ended.has(run) || run.lastMs > next.firstMs || isNeighbour(run, next)) return
      const { endMs, startMs } = moved(equipmentId, run.lastMs, next.firstMs, records)
      // Another book may have records within what looks like the move.
      const isWithin = (atMs: number) => atMs >= endMs && atMs <= startMs
      run.endMs = Math.max(endMs, ...told(run, 'end').filter(isWithin))
      next.startMs = Math.min(startMs, ...told(next, 'start').filter((atMs) => isWithin(atMs) && atMs >= (run.endMs as number)))
    })
  }
}

/** A device writes nothing while it is carried: the longest time without records between two listings is the move. */
function moved(equipmentId: number, lastMs: number, firstMs: number, records: RecordTimes): { endMs: number; startMs: number } {
  const written = records.around(equipmentId, lastMs, firstMs)
  let [endMs, startMs] = [firstMs, firstMs]
  let longest = 1.5 * Math.min(...written.map(({ periodMs }) => periodMs))
  for (let at = 1; at < written.length; at++) {
    const [before, after] = [written[at - 1] as RecordTime, written[at] as RecordTime]
    if (after.atMs - before.atMs <= longest) continue
    longest = after.atMs - before.atMs
    ;[endMs, startMs] = [before.atMs, Math.max(before.atMs, after.atMs - after.periodMs)]
  }
  const [only, second] = written
  // With records on one side alone, the other begins or ends with the listing.
  if (only && !second && only.atMs <= firstMs) endMs = only.atMs
  return { endMs, startMs }
}

/** Gives each device of a station its time. */
function staysOf(runs: readonly Run[], told: Told, records: RecordTimes): Stay[] {
  const stays: Stay[] = []
  let last: Run | null = null
  for (const run of runs) {
    const fromMs: number | null = last ? seam(last, run, stays.at(-1), { told, records }) : (run.startMs ?? null)
    if (run.equipmentId !== null || run.telemetryId !== null) {
      const { firstMs: _, lastMs: __, startMs: ___, endMs: ____, ...device } = run
      stays.push({ ...device, fromMs, toMs: run === runs.at(-1) ? (run.endMs ?? null) : null, ...UNKNOWN })
    }
    last = run
  }
  return stays
}

/** Ends the device before and says from when on the next one is there. */
function seam(before: Run, after: Run, ending: Stay | undefined, { told, records }: { told: Told; records: RecordTimes }): number {
  const end = (atMs: number): void => {
    if (ending && ending.toMs === null) ending.toMs = atMs
  }
  const startOf = (endedMs: number): number => Math.max(endedMs, firstOf(after, told, records) ?? Math.max(after.firstMs, endedMs))
  if (ending && ending.toMs !== null) return startOf(ending.toMs)
  if (before.equipmentId !== null && before.equipmentId === after.equipmentId) {
    // Only its telemetry unit or its type is another one; or the service gives a new device the key of the old one.
    const { endMs, startMs } = isSameMeter(before, after)
      ? { endMs: after.firstMs, startMs: after.firstMs }
      : moved(before.equipmentId, before.lastMs, after.firstMs, records)
    end(endMs)
    return startMs
  }
  const lastMs = lastOf(before, told, records)
  const beginMs = firstOf(after, told, records)
  // Where both have records of one time, those of the old device count up to the listing that no longer named it.
  const isBoth = lastMs !== null && beginMs !== null && lastMs > beginMs
  const endMs = lastMs === null ? (beginMs ?? after.firstMs) : isBoth ? Math.min(lastMs, after.firstMs) : lastMs
  end(endMs)
  return startOf(endMs)
}

/** When a device's records at a station begin; null where it has none. */
function firstOf(run: Run, told: Told, records: RecordTimes): number | null {
  if (run.startMs !== undefined) return run.startMs
  const firstMs = run.equipmentId === null ? null : beginOf(run.equipmentId, records)
  const begins = [...told(run, 'start'), ...(firstMs === null ? [] : [firstMs])]
  return begins.length === 0 ? null : Math.min(...begins)
}

/** The beginning of what a device's first record covers; null where it has none. */
function beginOf(equipmentId: number, records: RecordTimes): number | null {
  const first = records.first(equipmentId)
  return first && first.atMs - first.periodMs
}

/** When they end; null where it has none. */
function lastOf(run: Run, told: Told, records: RecordTimes): number | null {
  if (run.endMs !== undefined) return run.endMs
  const lastMs = run.equipmentId === null ? null : records.last(run.equipmentId)
  const ends = [...told(run, 'end'), ...(lastMs === null ? [] : [lastMs])]
  return ends.length === 0 ? null : Math.max(...ends)
}

type Told = (run: Pick<Run, 'stationId' | 'equipmentId'>, kind: Hint['kind']) => number[]

function hintsBy(hints: readonly Hint[]): Told {
  const keyOf = (stationId: number, equipmentId: number | null, kind: string) => `${stationId} ${equipmentId} ${kind}`
  const known = Map.groupBy(hints, ({ stationId, equipmentId, kind }) => keyOf(stationId, equipmentId, kind))
  return ({ stationId, equipmentId }, kind) => (known.get(keyOf(stationId, equipmentId, kind)) ?? []).map(({ atMs }) => atMs)
}

/** What an engineer says takes the place of what was concluded; its neighbours make room. */
function withGiven(stays: readonly Stay[], { stationId, equipmentId, ...said }: Given, records: RecordTimes): Stay[] {
  const known = stays.findLast((one) => one.equipmentId === equipmentId)
  const stay: Stay = known
    ? { ...known, fromMs: said.fromMs ?? known.fromMs, toMs: said.toMs ?? known.toMs }
    : { ...NOBODY, ...UNKNOWN, ...said, stationId, equipmentId }
  const others = stays.filter((one) => one !== known)
  const place = known ? stays.indexOf(known) : others.filter((one) => isBefore(one, stay)).length
  // One that another device followed ended with its last record, where nobody says when.
  if (stay.toMs === null && place < others.length) stay.toMs = records.last(equipmentId)
  const begin = (one: Stay) => one.fromMs ?? (one.equipmentId === null ? null : beginOf(one.equipmentId, records))
  return [
    ...others.slice(0, place).map((one) => ({ ...one, toMs: least(one.toMs, stay.fromMs) })),
    stay,
    ...others.slice(place).map((one) => (stay.toMs === null ? one : { ...one, fromMs: most(begin(one), stay.toMs) })),
  ]
}
const UNKNOWN = { sinceMs: null, beforeId: null, logFromMs: null, logToMs: null }
const NOBODY = { telemetryId: null, equipmentTypeVarname: null, equipmentBrandName: null }
/** A device that was given without a beginning was there first; one whose end is given is not behind the device that is still there. */
const isBefore = (one: Stay, given: Stay): boolean =>
  given.fromMs !== null && (one.fromMs === null ? one.toMs !== null || given.toMs === null : one.fromMs < given.fromMs)
const least = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))
const most = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))

/** From which moment on each device's records are missing: the end of the device before. */
const withSince = (stays: readonly Stay[]): Stay[] =>
  stays.map((stay, at) => {
    const before = stays[at - 1]
    if (!before) return stay
    if (isSameMeter(before, stay)) return { ...stay, sinceMs: before.sinceMs, beforeId: before.beforeId }
    return { ...stay, sinceMs: before.toMs, beforeId: before.equipmentId }
  })

/** A device that was at several stations leaves to each what it logged there. */
function shareLogs(stays: readonly Stay[]): void {
  for (const own of Map.groupBy(stays, ({ equipmentId }) => equipmentId).values()) {
    for (const stay of own) {
      const { fromMs, toMs } = stay
      if (stay.equipmentId === null) continue
      if (fromMs !== null && own.some((other) => other.toMs !== null && other.toMs <= fromMs)) stay.logFromMs = fromMs
      const later = own.flatMap((other) =>
        toMs !== null && other.fromMs !== null && other.fromMs >= toMs && other !== stay ? [other.fromMs] : [],
      )
      if (later.length > 0) stay.logToMs = Math.min(...later)
    }
  }
}
