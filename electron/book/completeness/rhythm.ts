import { recordPeriod } from '../../contract/archives.ts'
import { closingHour, type GasClock } from '../../contract/time/gas-day.ts'
import { hourRhythm, type HourRhythm } from './hour-ends.ts'
import { minutesOf } from './minutes.ts'

/**
 * How often an archive writes a record. Hours are due at one minute of every hour, or at as many as it has parts; days and
 * months where they close, by a clock of their own. Null where nothing tells it: then no record is known to be missing.
 */
export type Rhythm = ({ every: 'hour' } & HourRhythm) | { every: 'day' | 'month'; clock: GasClock } | null

/** The rhythm of an archive of hours by its records at each minute, in order of the minutes. */
export function rhythmOfHours(minutes: ReadonlyMap<number, number>): Rhythm {
  const rhythm = hourRhythm(minutes)
  return rhythm && { every: 'hour', ...rhythm }
}

/**
 * The rhythm of an archive.
 * @param times of all its records, Unix ms, ascending
 * @param asked the zone and the contract hour of the reader: an archive of days without any record closes them then
 */
export function rhythmOf(archiveType: string, times: Float64Array, asked: GasClock): Rhythm {
  const every = recordPeriod(archiveType)
  if (every === null) return null
  if (every === 'hour') return rhythmOfHours(minutesOf(times))
  return { every, clock: { zone: asked.zone, contractHour: closingHour(times, asked.zone) ?? asked.contractHour } }
}
