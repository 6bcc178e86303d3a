import type { RefutedWhy } from '../../../contract/readings.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'

/** What a station's consumption is counted from, in m³. */

export const VOLUME_UNITS = ['standard_m3', 'working_m3'] as const
export type VolumeUnit = (typeof VOLUME_UNITS)[number]

/** One archive; amounts and counts are as long as its times. */
export interface Amounts {
  /** Ends of what the records cover, and the stamps of those between the hours, Unix ms, ascending. */
  timesMs: Float64Array
  /** The amount of each record; all NaN where the archive has no such channel. */
  amounts: Float64Array
  /** The counter at each record; all NaN likewise. */
  counts: Float64Array
  /** It has a counter and no volume: what flowed is the difference of neighbouring records (EK260, EK270). */
  countsAlone: boolean
}

/**
 * Records between the hours. One device closes a record when its settings change, and the record of the hour holds the
 * rest: it is a part. Another writes the hour so far, and the record of the hour holds it again. The counter tells which;
 * where it does not, the record of the gas day; where neither does, they count nowhere, and that is said. Decided once for
 * a device, by all of its records.
 */
export interface Between {
  are: 'part' | 'again' | 'unknown'
  by: 'counter' | 'daily' | null
  /** How many there are. */
  records: number
}

export interface HourlyAmounts extends Amounts {
  /** The minute of the hour at which its records end. */
  minute: number
  /** How its records between the hours are counted; null where there are none. */
  between: Between | null
}

/** Amounts of days or months. Of which gas day or month each is says its own moment (`closedDay`). */
export type PeriodAmounts = Amounts

/** One of a station's devices: the time that it has hours of, and its own records of days. */
export interface DeviceDays {
  hours: TimeSpan | null
  daily: PeriodAmounts | null
}

export interface ConsumptionSource {
  unit: VolumeUnit
  /** The devices that it is joined of, the oldest first; absent: one alone. */
  devices?: readonly DeviceDays[]
  /** The channel that the amounts come from, else the counter's. */
  channel: string
  /** The archives, their views and their channels that it is counted from; absent: those that are here. */
  from?: string
  hourly: HourlyAmounts | null
  daily: PeriodAmounts | null
  monthly: PeriodAmounts | null
  /** When a meter was exchanged or a counter set, Unix ms, ascending. */
  breaksMs: readonly number[]
  /** Stretches in abnormal situations, without overlaps, ascending. */
  abnormal: readonly TimeSpan[]
  /** Stretches in which a substitute was in use, likewise; null: nobody can tell, or it is not asked. */
  substitute: readonly TimeSpan[] | null
  /** The values that are not believed (`believed`), which are NaN in the archives above; absent: none. */
  refuted?: readonly Refuted[]
}

/** A value that the other tellings of the same gas refute. */
export interface Refuted {
  archive: 'hourly' | 'daily'
  what: 'volume' | 'counter'
  /** The end of what its record covers, Unix ms. */
  atMs: number
  why: RefutedWhy
}

/** Why a station has none. */
export type NoConsumption = 'no_device' | 'no_archive' | 'no_volume' | 'unknown_unit' | 'no_records'
