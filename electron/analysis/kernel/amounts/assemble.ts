import { wholeMinute } from '../../../book/completeness/hour-ends.ts'
import type { RecordPeriod } from '../../../contract/archives.ts'
import type { Told } from '../channels/channel.ts'
import { believed } from './believed.ts'
import { hourlyOf } from './hourly.ts'
import type { Amounts, ConsumptionSource } from './source.ts'

/** The archives that tell a station's consumption, put together: those of a book and those that rules look at alike. */

/** An archive of hours with its records by minute of the hour, or one of days or months. */
export type ToldArchive = { read: Amounts } & (
  | { every: 'hour'; minutes: ReadonlyMap<number, number> }
  | { every: Exclude<RecordPeriod, 'hour'> }
)

export function assembled(
  source: Omit<ConsumptionSource, 'hourly' | 'daily' | 'monthly'>,
  archives: readonly ToldArchive[],
): ConsumptionSource {
  const made: ConsumptionSource = { ...source, hourly: null, daily: null, monthly: null }
  for (const archive of archives) {
    if (archive.every === 'hour') continue
    const timesMs = archive.read.timesMs.map(wholeMinute)
    made[archive.every === 'day' ? 'daily' : 'monthly'] = { ...archive.read, timesMs }
  }
  // What records between the hours are the days may tell.
  for (const archive of archives) if (archive.every === 'hour') made.hourly = hourlyOf(archive.read, archive.minutes, made)
  return believed(made)
}

/** The records of an archive by the channels that tell them, in m³. */
export function amountsOf(
  timesMs: Float64Array,
  { volume, counter }: Record<'volume' | 'counter', (Pick<Told, 'toBase'> & { values: Float64Array }) | null>,
): Amounts {
  const none = () => new Float64Array(timesMs.length).fill(Number.NaN)
  const inM3 = ({ values, toBase }: Pick<Told, 'toBase'> & { values: Float64Array }) => {
    const { factor, offset } = toBase ?? { factor: 1, offset: 0 }
    return factor === 1 && offset === 0 ? values : values.map((value) => value * factor + offset)
  }
  return { timesMs, amounts: volume ? inM3(volume) : none(), counts: counter ? inM3(counter) : none(), countsAlone: volume === null }
}
