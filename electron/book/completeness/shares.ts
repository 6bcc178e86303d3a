import { recordPeriod } from '../../contract/archives.ts'
import { lastDayOver } from '../../contract/time/day.ts'
import type { GasClock, TimeSpan } from '../../contract/time/gas-day.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/time/units.ts'
import type { ReadingView } from '../../contract/records.ts'
import { believedEnd } from '../archives/believed.ts'
import type { ReadingKey } from '../archives/reading-key.ts'
import type { Context } from '../context.ts'
import { COVERAGE_STATES, type CoverageState } from '../coverage/coverage-runs.ts'
import { answersFor } from '../file/version.ts'
import { dueRecords, shareOf } from './due-records.ts'
import { timedIn, type KnownTimes } from './timed.ts'
import { dueTimes } from './due.ts'
import { expectedSpans, type AskedRun } from './expected-spans.ts'
import { hourRhythm, NEAR_AFTER_MS, NEAR_BEFORE_MS, partMs, type HourRhythm } from './hour-ends.ts'

/** How many of the records that one archive of a device should have are in the book. */
export interface ArchiveShare {
  equipmentId: number
  archiveType: string
  view: ReadingView
  /** How many of the due records are there; never more than `expected`. */
  records: number
  /** Null where the archive's rhythm is not known. */
  expected: number | null
}

/** The shares of an archive over all devices that have it. */
export interface ShareTotal {
  archiveType: string
  view: ReadingView
  /** Devices whose archive has a known rhythm and something due. */
  devices: number
  /** Devices of which records are missing. */
  incomplete: number
  records: number
  /** Null where the archive's rhythm is not known. */
  expected: number | null
}

/** One row a series: see the statement. */
type Row = [
  id: number,
  equipmentId: number,
  archiveType: string,
  view: ReadingView,
  records: number,
  firstMs: number | null,
  lastMs: number | null,
]
type RunRow = [seriesId: number, from: number, to: number, state: number, fetchedAtMs: number, known: number | null]

/**
 * The shares of all archives of readings: what `dueRecords` says of each, record by record. Of an archive of hours all but
 * a few records are counted without being read: those whose hour may have another one are.
 */
export function sharesIn({ db, versions, believed, stationDevices }: Context, known: KnownTimes) {
  const { stamps, allRuns } = known
  const counted = answersFor<ArchiveShare[]>(versions.data, 1)
  const rows = db
    .prepare<{ fromMs: number; toMs: number }, Row>(
      `SELECT s.id, s.equipment_id, s.archive_type, s."view", s.records, ${believedEnd('first_ms', 'min')}, ${believedEnd('last_ms', 'max')}
       FROM series s WHERE s.equipment_id IS NOT NULL
         AND (s.records > 0 OR EXISTS (SELECT 1 FROM coverage_run r WHERE r.series_id = s.id))`,
    )
    .raw()
  const runs = db
    .prepare<[], RunRow>(
      'SELECT series_id, from_day, to_day, state, fetched_at_ms, known_session_ms FROM coverage_run ORDER BY series_id, from_day',
    )
    .raw()
  const minutes = db
    .prepare<[], [id: number, minute: number, records: number]>(
      'SELECT series_id, minute, records FROM reading_minute ORDER BY series_id, minute',
    )
    .raw()
  const outside = db
    .prepare<{ id: number; fromMs: number; toMs: number; minute: number }, number>(
      `SELECT count(*) FROM (
         SELECT at_ms FROM reading WHERE series_id = @id AND at_ms < @fromMs
         UNION ALL SELECT at_ms FROM reading WHERE series_id = @id AND at_ms >= @toMs
       ) WHERE at_ms / ${MINUTE_MS} % 60 = @minute`,
    )
    .pluck()
  const hours = db
    .prepare<{ id: number; fromMs: number; toMs: number; shiftMs: number; everyMs: number }, number>(
      // Bound numbers are doubles, and what is divided by one of them is no place of an hour.
      `SELECT count(DISTINCT (at_ms + CAST(@shiftMs AS INTEGER)) / CAST(@everyMs AS INTEGER)) FROM reading
       WHERE series_id = @id AND at_ms >= @fromMs AND at_ms < @toMs AND (at_ms + CAST(@shiftMs AS INTEGER)) % CAST(@everyMs AS INTEGER) < ${NEAR_BEFORE_MS + NEAR_AFTER_MS}`,
    )
    .pluck()

  function* all(gas: GasClock, nowMs: number): Generator<ArchiveShare> {
    const asked = grouped(runs.iterate(), ([, from, to, state, fetchedAtMs, knownSessionMs]): AskedRun => {
      return { from, to, state: COVERAGE_STATES[state - 1] as CoverageState, fetchedAtMs, knownSessionMs }
    })
    const written = grouped(minutes.iterate(), ([, minute, records]) => [minute, records] as const)
    const seen = new Set<string>()
    for (const [id, equipmentId, archiveType, view, records, firstMs, lastMs] of rows.all(believed())) {
      const key = { equipmentId, archiveType, view }
      seen.add(textOf(key))
      const every = recordPeriod(archiveType)
      const rhythm = every === 'hour' ? hourRhythm(new Map(written.get(id))) : null
      const timed = every === null ? null : ofTimes(key, gas, nowMs)
      if (timed && timed.expected > 0) yield { ...key, ...timed }
      else if (every === null || (every === 'hour' && !rhythm)) {
        if (every !== null || records > 0) yield { ...key, records, expected: null }
      }
      if (timed || every === null || (every === 'hour' && !rhythm)) continue
      const its = asked.get(id) ?? []
      const share = rhythm
        ? ofHours(id, rhythm, expectedSpans(archiveType, its, { firstMs, lastMs }, nowMs), new Map(written.get(id)))
        : shareOf(dueRecords(archiveType, { times: stamps(key), runs: its }, gas, nowMs))
      if (share.expected > 0) yield { ...key, ...share }
    }
    // Of a device that was put in, and never asked for anything, the book has not even the archive.
    for (const { owner, archiveType, view } of known.unasked()) {
      if ('telemetryId' in owner || recordPeriod(archiveType) === null) continue
      const key = { ...owner, archiveType, view }
      const share = seen.has(textOf(key)) ? null : ofTimes(key, gas, nowMs)
      if (share && share.expected > 0) yield { ...key, ...share }
      seen.add(textOf(key))
    }
  }

  /** Of a device that was exchanged: its time at each of its stations; null where all of its archives are those of one. */
  function ofTimes(key: ReadingKey, gas: GasClock, nowMs: number): { records: number; expected: number } | null {
    const parts = stationDevices.timesOf(key.equipmentId).map((time) => {
      const part = { ...key, time }
      return shareOf(dueRecords(key.archiveType, { times: stamps(part), runs: allRuns(part) }, gas, nowMs, timedIn(part, known)))
    })
    return parts.length === 0
      ? null
      : parts.reduce((all, one) => ({ records: all.records + one.records, expected: all.expected + one.expected }))
  }

  function ofHours(
    id: number,
    rhythm: HourRhythm,
    spans: readonly TimeSpan[],
    written: ReadonlyMap<number, number>,
  ): { records: number; expected: number } {
    const due = spans.map((span) => dueTimes({ every: 'hour', ...rhythm }, span)).filter(({ length }) => length > 0)
    const expected = due.reduce((sum, { length }) => sum + length, 0)
    const everyMs = partMs(rhythm)
    const near = [...written].filter(([minute]) => isNear(minute, rhythm))
    const [only] = near
    // All at one minute of the hour: no hour has two, unless within that minute.
    if (only && near.length === 1 && rhythm.parts === 1 && due.length === 1) {
      const [from, to] = nearOf(due[0] as Float64Array)
      const records = only[1] - (outside.get({ id, fromMs: from, toMs: to, minute: only[0] }) ?? 0)
      return { records: Math.min(records, expected), expected }
    }
    const shiftMs = NEAR_BEFORE_MS - rhythm.minute * MINUTE_MS + HOUR_MS
    const records = due.reduce((sum, times) => {
      const [fromMs, toMs] = nearOf(times)
      return sum + (hours.get({ id, fromMs, toMs, shiftMs, everyMs }) ?? 0)
    }, 0)
    return { records, expected }
  }

  const shares = (gas: GasClock, nowMs: number) =>
    counted([lastDayOver(nowMs), gas.zone, gas.contractHour].join('|'), () => [...all(gas, nowMs)])
  return {
    /** Every archive of readings that has records or should have some. An archive of days without any closes them by `gas`. */
    shares,

    /** Adds the shares up by archive, over all devices. */
    shareTotals(gas: GasClock, nowMs: number): ShareTotal[] {
      const totals = new Map<string, ShareTotal>()
      for (const { archiveType, view, records, expected } of shares(gas, nowMs)) {
        const key = `${archiveType}|${view}|${expected === null}`
        const total = totals.get(key) ?? { archiveType, view, devices: 0, incomplete: 0, records: 0, expected: null }
        total.records += records
        if (expected !== null) {
          total.devices++
          total.expected = (total.expected ?? 0) + expected
          if (records < expected) total.incomplete++
        }
        totals.set(key, total)
      }
      return [...totals.values()]
    },
  }
}

const textOf = ({ equipmentId, archiveType, view }: ReadingKey): string => `${equipmentId} ${archiveType} ${view}`

/** The stamps, [from, to), that may close the due hours. */
const nearOf = (due: Float64Array): [fromMs: number, toMs: number] => [
  (due[0] as number) - NEAR_BEFORE_MS,
  (due.at(-1) as number) + NEAR_AFTER_MS,
]

/** Whether stamps of a minute of the hour may close an hour. */
function isNear(minute: number, rhythm: HourRhythm): boolean {
  const everyMs = partMs(rhythm)
  const afterMs = ((minute - rhythm.minute) * MINUTE_MS + NEAR_BEFORE_MS + HOUR_MS) % everyMs
  return afterMs < NEAR_BEFORE_MS + NEAR_AFTER_MS
}

function grouped<Found extends [id: number, ...rest: unknown[]], Kept>(
  found: Iterable<Found>,
  keep: (one: Found) => Kept,
): Map<number, Kept[]> {
  const groups = new Map<number, Kept[]>()
  for (const one of found) {
    const group = groups.get(one[0])
    if (group) group.push(keep(one))
    else groups.set(one[0], [keep(one)])
  }
  return groups
}
