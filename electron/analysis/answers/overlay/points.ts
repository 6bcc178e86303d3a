import { leftOutOf } from '../../station/facts/between-hours.ts'
import type { Book, ReadingKey, StationRow } from '../../../book/index.ts'
import { recordPeriod, type RecordPeriod } from '../../../contract/archives.ts'
import type { ChannelKind } from '../../../contract/channels.ts'
import type { RefutedValue } from '../../../contract/readings.ts'
import type { Points } from '../../../contract/overlaid.ts'
import type { Day, Span } from '../../../contract/records.ts'
import { closingHour, gasDaySpan, gasPeriods, recordsOf, type GasClock } from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import { sharedGround } from '../../station/load/ground.ts'
import { readingsInView } from '../../station/load/views.ts'
import { consumptionOf } from '../readings/sums.ts'
import { sumVolumes } from '../../kernel/amounts/by-period.ts'
import { dayPositions, middleOfDay, momentPositions, monthPositions, type Axis, type PlacedDay } from './positions.ts'
import { kthOf } from '../../kernel/statistics/select.ts'

/** What a line of an overlay is made from. */
export interface LineSource {
  key: ReadingKey
  /** The row of the station's life that the archive is of. */
  device: StationRow
  channelVarname: string
  kind: ChannelKind
  span: Span
  gas: GasClock
  axis: Axis
  /** The gas days of the span on the axis. */
  days: () => readonly PlacedDay[]
  points: Points
  /** The clock of the preferences. */
  usual: GasClock
  /** Unix ms. */
  nowMs: number
  /** The values of the archive that are not believed, by channel and stamp. */
  refuted: readonly RefutedValue[]
}

/** A line on the axis, ascending: no thinning, no breaks, nothing where there is no number. */
export interface Line {
  positions: Float64Array
  values: Float64Array
  /** With a point a day: the share of its records that the day has, NaN where that is not known. */
  complete: Float64Array | null
  /** With a point a record: its moment, Unix ms. */
  times: Float64Array | null
  /** The usual distance of two points; null where there is none. */
  stepMs: number | null
}

export function lineOf(book: Book, source: LineSource): Line {
  const gas = ownClock(book, source)
  const covers = recordPeriod(source.key.archiveType)
  if (source.points === 'day' && covers !== 'month') {
    const ofDay = { ...source, gas }
    return lineOfDays(source.kind === 'state' ? means(book, ofDay) : sums(book, ofDay), source.axis)
  }
  return recordLine(book, { ...source, gas }, covers)
}

/** Archives of days and months are closed at an hour of the device's own. */
export function ownClock(book: Book, { key, gas }: Pick<LineSource, 'key' | 'gas'>): GasClock {
  const covers = recordPeriod(key.archiveType)
  if (covers !== 'day' && covers !== 'month') return gas
  return { ...gas, contractHour: closingHour(book.readings.columns(key).timesMs, gas.zone) ?? gas.contractHour }
}

/** The believed values of the channel. */
function columnOf(book: Book, { key, channelVarname, span, gas, refuted }: LineSource) {
  const range = gasDaySpan(span.from, span.to, gas)
  const { timesMs, values } = book.readings.column(key, channelVarname, recordsOf(range))
  const instead = new Map(refuted.flatMap((one) => (one.channelVarname === channelVarname ? [[one.atMs, one.instead ?? Number.NaN]] : [])))
  return {
    range,
    timesMs,
    column: instead.size === 0 ? values : values.map((value, row) => instead.get(timesMs[row] as number) ?? value),
  }
}

function recordLine(book: Book, source: LineSource, covers: RecordPeriod | null): Line {
  const { timesMs, column } = columnOf(book, source)
  const { gas, axis, days } = source
  const kept = withNumbers(timesMs, column)
  const placed = {
    hour: () => momentPositions(kept.times, days()),
    day: () => dayPositions(kept.times, gas, axis),
    month: () => monthPositions(kept.times, gas, axis),
  }
  return {
    positions: placed[covers ?? 'hour'](),
    values: kept.values,
    complete: null,
    times: kept.times,
    stepMs: stepOf(covers, kept.times),
  }
}

function withNumbers(times: Float64Array, values: Float64Array): { times: Float64Array; values: Float64Array } {
  let length = 0
  const kept = { times: new Float64Array(times.length), values: new Float64Array(times.length) }
  for (let row = 0; row < times.length; row += 1) {
    const value = values[row] as number
    if (Number.isNaN(value)) continue
    kept.times[length] = times[row] as number
    kept.values[length] = value
    length += 1
  }
  return { times: kept.times.subarray(0, length), values: kept.values.subarray(0, length) }
}

const LONGEST_MONTH_DAYS = 31
const STEPS: Record<RecordPeriod, number> = { hour: HOUR_MS, day: DAY_MS, month: LONGEST_MONTH_DAYS * DAY_MS }

/**
 * The step of an archive that does not say how often it writes: the median of its steps, where most steps are about as
 * long.
 */
function stepOf(covers: RecordPeriod | null, times: Float64Array): number | null {
  if (covers) return STEPS[covers]
  const steps = times.subarray(1).map((atMs, row) => atMs - (times[row] as number))
  if (steps.length === 0) return null
  const median = kthOf(steps.slice(), steps.length >> 1)
  const usual = steps.filter((step) => Math.abs(step - median) <= median / 6).length
  return usual * 2 >= steps.length ? median : null
}

interface DayValue {
  day: Day
  value: number | null
  records: number
  expected: number | null
}

/** A point a day. */
export function lineOfDays(values: readonly DayValue[], axis: Axis): Line {
  const days = values.flatMap(({ value, ...day }) => (value === null ? [] : { ...day, value }))
  return {
    positions: Float64Array.from(days, ({ day }) => middleOfDay(day, axis)),
    values: Float64Array.from(days, ({ value }) => value),
    complete: Float64Array.from(days, ({ records, expected }) => (expected ? Math.min(1, records / expected) : Number.NaN)),
    times: null,
    stepMs: DAY_MS,
  }
}

function sums(book: Book, { key, device, channelVarname, span, gas, usual, nowMs }: LineSource): DayValue[] {
  const range = gasDaySpan(span.from, span.to, gas)
  const { meanings } = sharedGround(book, usual)
  return consumptionOf(readingsInView(book, device, key, meanings(device.equipmentTypeId)), {
    key,
    channelVarname,
    range,
    by: 'day',
    gas,
    nowMs,
    leftOut: leftOutOf(book, device, key, { usual, nowMs }),
  })
}

function means(book: Book, source: LineSource): DayValue[] {
  const { range, timesMs, column } = columnOf(book, source)
  const covers = recordPeriod(source.key.archiveType)
  return sumVolumes(timesMs, column, gasPeriods(range, 'day', source.gas)).map(({ day, value, records, fromMs, toMs }) => ({
    day,
    value: value === null ? null : value / records,
    records,
    expected: covers === 'hour' ? Math.round((toMs - fromMs) / HOUR_MS) : covers === 'day' ? 1 : null,
  }))
}
