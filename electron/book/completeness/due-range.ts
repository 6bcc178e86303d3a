import { recordPeriod } from '../../contract/archives.ts'
import { deviceTimeKey, inDeviceTime, type DeviceTime } from '../../contract/device-time.ts'
import { lastDayOver } from '../../contract/time/day.ts'
import type { GasClock, TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import { believedEnd } from '../archives/believed.ts'
import type { ReadingKey } from '../archives/reading-key.ts'
import type { Context } from '../context.ts'
import { NEAR_AFTER_MS } from './hour-ends.ts'
import { answersFor } from '../file/version.ts'
import { inTime, reasonOf, withUnasked, type DueRecords } from './due-records.ts'
import { dueInSpans, presentAt } from './due.ts'
import { timedIn, type KnownTimes } from './timed.ts'
import { expectedSpans } from './expected-spans.ts'
import { rhythmOf, rhythmOfHours, type Rhythm } from './rhythm.ts'

const NOTHING = new Float64Array(0)
/** A record of a day or a month may be stamped anywhere in it, one of an hour a little beside its end. */
export const dueReachMs = (archiveType: string): number => (recordPeriod(archiveType) === 'hour' ? NEAR_AFTER_MS : 32 * DAY_MS)
/** Archives whose rhythm is kept at hand: a station's. */
const KEPT = 12

/** The due records of archives whose records are already at hand. */
export function dueRangeIn({ db, series, versions, believed }: Context, known: KnownTimes) {
  const { allRuns, stamps: stampsOf } = known
  const kept = answersFor<Rhythm>(versions.data, KEPT)
  const ends = db
    .prepare<{ id: number; fromMs: number; toMs: number }, [number | null, number | null]>(
      `SELECT ${believedEnd('first_ms', 'min')}, ${believedEnd('last_ms', 'max')} FROM series s WHERE id = @id`,
    )
    .raw()
  const minutes = db
    .prepare<[number], [number, number]>('SELECT minute, records FROM reading_minute WHERE series_id = ? ORDER BY minute')
    .raw()

  const edges = db
    .prepare<[number, number, number], [number | null, number | null]>(
      'SELECT min(at_ms), max(at_ms) FROM reading WHERE series_id = ? AND at_ms BETWEEN ? AND ?',
    )
    .raw()
  const endsIn = (id: number, time: DeviceTime) => {
    const { fromMs, toMs } = inDeviceTime(believed(), time)
    return edges.get(id, fromMs, toMs)
  }

  const minutesIn = (id: number | undefined) => new Map(id === undefined ? [] : minutes.all(id))

  /** From counters for an archive of hours, from all of the few stamps of another one. */
  function rhythmIn(key: ReadingKey, id: number | undefined, gas: GasClock): Rhythm {
    const { archiveType } = key
    if (recordPeriod(archiveType) !== 'hour')
      return kept([id, deviceTimeKey(key.time), archiveType, gas.zone, gas.contractHour].join('|'), () =>
        rhythmOf(archiveType, id === undefined ? NOTHING : stampsOf(key), gas),
      )
    return rhythmOfHours(minutesIn(id))
  }

  function expectedIn(key: ReadingKey, id: number | undefined, nowMs: number): TimeSpan[] {
    const [firstMs, lastMs] = (id === undefined ? undefined : key.time ? endsIn(id, key.time) : ends.get({ id, ...believed() })) ?? [
      null,
      null,
    ]
    const runs = withUnasked(allRuns(key), timedIn(key, known).unasked, lastDayOver(nowMs))
    return expectedSpans(key.archiveType, runs, { firstMs, lastMs }, nowMs)
  }

  return {
    /**
     * The records that are due from `range.fromMs` on and before `range.toMs`: that part of what `dueRecords` says of the
     * whole archive.
     * @param stamps of the archive's records in the range and `dueReachMs` before and after it
     */
    dueInRange(key: ReadingKey, gas: GasClock, nowMs: number, range: TimeSpan, stamps: Float64Array): DueRecords {
      const id = series.find(key)
      const runs = allRuns(key)
      const rhythm = rhythmIn(key, id, gas)
      const spans = expectedIn(key, id, nowMs).map((span) => ({
        fromMs: Math.max(range.fromMs, span.fromMs),
        toMs: Math.min(range.toMs, span.toMs),
      }))
      const due = rhythm ? dueInSpans(rhythm, spans) : NOTHING
      const found: DueRecords = {
        rhythm,
        due,
        present: rhythm ? presentAt(rhythm, due, stamps) : new Uint8Array(0),
        times: stamps,
        reasonAt: (place) => reasonOf(runs, due[place] as number),
      }
      return inTime(found, timedIn(key, known), range)
    },

    /** All records of an hourly archive by minute of the hour, in order of the minutes. */
    minutes(key: ReadingKey): ReadonlyMap<number, number> {
      return minutesIn(series.find(key))
    },

    /** How often the archive writes, and from when until when its records are due; null where none are. */
    dueBounds(key: ReadingKey, gas: GasClock, nowMs: number): { rhythm: Rhythm; span: TimeSpan | null } {
      const id = series.find(key)
      const spans = expectedIn(key, id, nowMs)
      const [first, last] = [spans[0], spans.at(-1)]
      const { sinceMs = null, toMs = null } = key.time ?? {}
      return {
        rhythm: rhythmIn(key, id, gas),
        // What an exchange cost is due as well, and nothing after it.
        span: first && last ? { fromMs: Math.min(first.fromMs, sinceMs ?? Infinity), toMs: Math.min(last.toMs, toMs ?? Infinity) } : null,
      }
    },
  }
}
