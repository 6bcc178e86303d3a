import { recordPeriod } from '../../contract/archives.ts'
import type { GasClock, TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import { believedEnd } from '../archives/believed.ts'
import type { ReadingKey } from '../archives/reading-key.ts'
import type { Context } from '../context.ts'
import type { Run } from '../coverage/coverage-runs.ts'
import { answersFor } from '../file/version.ts'
import { reasonOf, type DueRecords } from './due-records.ts'
import { dueTimes, presentAt } from './due.ts'
import { expectedDays } from './expected-days.ts'
import { rhythmOf, usualMinute, type Rhythm } from './rhythm.ts'

const NOTHING = new Float64Array(0)
/** A record of a day or a month may be stamped anywhere in it. */
export const DUE_REACH_MS = 32 * DAY_MS
/** Archives whose rhythm is kept at hand: a station's. */
const KEPT = 12

interface Known {
  allRuns: (key: ReadingKey) => readonly Run[]
  /** All of an archive, ascending. */
  stamps: (key: ReadingKey) => Float64Array
}

/** What is due of archives whose records are already at hand. */
export function dueRangeIn({ db, series, version, believed }: Context, { allRuns, stamps: stampsOf }: Known) {
  const kept = answersFor<Rhythm>(version, KEPT)
  const ends = db
    .prepare<{ id: number; fromMs: number; toMs: number }, [number | null, number | null]>(
      `SELECT ${believedEnd('first_ms', 'min')}, ${believedEnd('last_ms', 'max')} FROM series s WHERE id = @id`,
    )
    .raw()
  const minutes = db
    .prepare<[number], [number, number]>(
      'SELECT minute, records FROM reading_minute WHERE series_id = ? ORDER BY minute',
    )
    .raw()

  const minutesIn = (id: number | undefined) => new Map(id === undefined ? [] : minutes.all(id))

  /** From counters for an archive of hours, from all of the few stamps of another one. */
  function rhythmIn(key: ReadingKey, id: number | undefined, gas: GasClock): Rhythm {
    const { archiveType } = key
    if (recordPeriod(archiveType) !== 'hour')
      return kept([id, archiveType, gas.zone, gas.contractHour].join('|'), () =>
        rhythmOf(archiveType, id === undefined ? NOTHING : stampsOf(key), gas),
      )
    const minute = usualMinute(minutesIn(id))
    return minute === null ? null : { every: 'hour', minute }
  }

  function expectedIn(key: ReadingKey, id: number | undefined, nowMs: number): TimeSpan | null {
    const [firstMs, lastMs] = (id === undefined ? undefined : ends.get({ id, ...believed() })) ?? [null, null]
    const days = expectedDays(allRuns(key), { firstMs, lastMs }, nowMs)
    return days && { fromMs: days.first * DAY_MS, toMs: (days.last + 1) * DAY_MS }
  }

  return {
    /**
     * The records that are due from `range.fromMs` on and before `range.toMs`: that part of what `dueRecords` says of the
     * whole archive.
     * @param stamps of the archive's records in the range and, of archives of days or months, DUE_REACH_MS before it
     */
    dueInRange(key: ReadingKey, gas: GasClock, nowMs: number, range: TimeSpan, stamps: Float64Array): DueRecords {
      const id = series.find(key)
      const runs = allRuns(key)
      const rhythm = rhythmIn(key, id, gas)
      const whole = expectedIn(key, id, nowMs)
      const span = whole && {
        fromMs: Math.max(range.fromMs, whole.fromMs),
        toMs: Math.min(range.toMs, whole.toMs),
      }
      const due = rhythm && span ? dueTimes(rhythm, span) : NOTHING
      return {
        rhythm,
        due,
        present: rhythm ? presentAt(rhythm, due, stamps) : new Uint8Array(0),
        times: stamps,
        reasonAt: (place) => reasonOf(runs, due[place] as number),
      }
    },

    /** All records of an hourly archive by minute of the hour, in order of the minutes. */
    minutes(key: ReadingKey): ReadonlyMap<number, number> {
      return minutesIn(series.find(key))
    },

    /** How often the archive writes, and the time in which its records are due; null where none are. */
    dueBounds(key: ReadingKey, gas: GasClock, nowMs: number): { rhythm: Rhythm; span: TimeSpan | null } {
      const id = series.find(key)
      return { rhythm: rhythmIn(key, id, gas), span: expectedIn(key, id, nowMs) }
    },
  }
}
