import type { Book, StationRow } from '../../book/index.ts'
import { minuteOf, minutesOf, usualMinute } from '../../book/completeness/rhythm.ts'
import { recordPeriod } from '../../contract/archives.ts'
import { firstWhere } from '../../contract/bisect.ts'
import type { Quantity } from '../../contract/quantities.ts'
import { closingHour, gasDayAt, gasDaySpan, type GasClock, type TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time/units.ts'
import { converted, type Conversion } from '../../contract/units.ts'
import { channelsOf } from '../archives.ts'
import { judgedArchives } from '../findings/load/archives.ts'
import type { Ground } from '../findings/load/ground.ts'
import { meantIn } from './load.ts'

/** Pressure and temperature of a station as the device sent them, unrounded and unconverted, and its counters in m³. */
export interface Gauges {
  pressure: Gauge | null
  temperature: Gauge | null
  /** The counter of standard volume, else of the only volume that is counted. */
  standardCounter: Counter | null
  workingCounter: Counter | null
}

interface Channel {
  archiveType: string
  channelVarname: string
  /** As the service spells it. */
  unitName: string | null
}

/** Measured values by the end of what each record covers. Extra records between the hours are left out. */
export interface Gauge extends Channel {
  timesMs: Float64Array
  values: Float64Array
  /** What a record covers: of daily records there is a mean and nothing else. */
  every: 'hour' | 'day'
}

export interface Counter extends Channel {
  /** What it showed at a moment, by the record that is due then; null where there is none. In m³ where `isM3`. */
  at: (atMs: number) => number | null
  /** The unit is known: else the values are those that the device sent, and nothing in m³ is set against them. */
  isM3: boolean
}

export interface Extremes {
  /** Null where records are of days: the least and the greatest of means are not those of what was measured. */
  min: number | null
  mean: number
  max: number | null
  records: number
}

const PRESSURES: readonly Quantity[] = ['pressure']
const TEMPERATURES: readonly Quantity[] = ['temperature']
const STANDARD: readonly Quantity[] = ['standardCounter', 'counter']
const WORKING: readonly Quantity[] = ['workingCounter']

/** Reads them for a span and its edges; yields between the channels. */
export function* gaugesOf(
  book: Book,
  { id, equipmentId, equipmentTypeId: typeId }: StationRow,
  { ground, span }: { ground: Ground; span: TimeSpan },
): Generator<void, Gauges> {
  const none: Gauges = { pressure: null, temperature: null, standardCounter: null, workingCounter: null }
  if (equipmentId === null) return none
  const gas = ground.gasOf(id)
  const meanings = ground.meanings(typeId)
  const archives = judgedArchives(book, equipmentId).flatMap((archive) => {
    const every = recordPeriod(archive.archiveType)
    if (every !== 'hour' && every !== 'day') return []
    return [{ archive, every, meant: meantIn(book, typeId, archive, meanings) }]
  })
  const found = (quantities: readonly Quantity[]) =>
    archives.flatMap(
      ({ archive, every, meant }) =>
      quantities.flatMap((quantity) => meant.filter((channel) => channel.quantity === quantity)).map(({ channelVarname, toBase }) => ({ archive, every, channelVarname, toBase })), // oxfmt-ignore
    )
  type Found = ReturnType<typeof found>[number]
  const described = ({ archive, channelVarname }: Found): Channel => ({
    archiveType: archive.archiveType,
    channelVarname,
    unitName: channelsOf(book, typeId, archive, [channelVarname])[0]?.unitName ?? null,
  })
  function gauge(quantities: readonly Quantity[]): Gauge | null {
    for (const one of found(quantities)) {
      const { timesMs, values } = book.readings.column(one.archive, one.channelVarname, span)
      const kept = onGrid(one.every === 'hour' ? minuteOfArchive(book, one.archive) : null, timesMs, values)
      if (kept.values.some((value) => !Number.isNaN(value))) return { ...described(one), ...kept, every: one.every }
    }
    return null
  }
  function counter(quantities: readonly Quantity[]): Counter | null {
    const all = found(quantities)
    const [known, unknown] = [all.filter(({ toBase }) => toBase !== null), all.filter(({ toBase }) => toBase === null)]
    for (const one of [...known, ...unknown]) {
      const shown = withNumber(book.readings.column(one.archive, one.channelVarname, edged(span, one.every)))
      if (shown.values.length === 0) continue
      const sentAt =
        one.every === 'hour' ? byHours(minuteOfArchive(book, one.archive), shown) : byDaysEnd(book, one.archive, gas, shown) // oxfmt-ignore
      const at = (atMs: number) => {
        const sent = sentAt(atMs)
        return sent === null || one.toBase === null ? sent : inM3(sent, one.toBase)
      }
      return { ...described(one), at, isM3: one.toBase !== null }
    }
    return null
  }
  const pressure = gauge(PRESSURES)
  yield
  const temperature = gauge(TEMPERATURES)
  yield
  const standardCounter = counter(STANDARD)
  yield
  return { pressure, temperature, standardCounter, workingCounter: counter(WORKING) }
}

/** Least, mean and greatest of what the records of a span say: those after its beginning, up to and with its end. */
export function extremesIn({ timesMs, values, every }: Gauge, { fromMs, toMs }: TimeSpan): Extremes | null {
  let [min, max, sum, records] = [Infinity, -Infinity, 0, 0]
  const first = firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) > fromMs)
  for (let row = first; row < timesMs.length && (timesMs[row] as number) <= toMs; row++) {
    const value = values[row] as number
    if (Number.isNaN(value)) continue
    min = Math.min(min, value)
    max = Math.max(max, value)
    sum += value
    records++
  }
  if (records === 0) return null
  const mean = sum / records
  return every === 'hour' ? { min, mean, max, records } : { min: null, mean, max: null, records }
}

type Key = Parameters<Book['readings']['column']>[0]

/** The records that tell what a counter showed at the edges of a span: the first one may lie a whole period before it. */
const edged = ({ fromMs, toMs }: TimeSpan, every: Gauge['every']): TimeSpan => ({
  // Where clocks go back a day has 25 hours.
  fromMs: fromMs - (every === 'hour' ? HOUR_MS : DAY_MS + HOUR_MS) - MINUTE_MS,
  toMs: toMs + MINUTE_MS,
})

const minuteOfArchive = (book: Book, archive: Key): number | null =>
  usualMinute(minutesOf(book.readings.stamps(archive)))

function onGrid(minute: number | null, timesMs: Float64Array, values: Float64Array) {
  if (minute === null) return { timesMs, values }
  const rows = Array.from(timesMs.keys()).filter((row) => minuteOf(timesMs[row] as number) === minute)
  return {
    timesMs: Float64Array.from(rows, (row) => timesMs[row] as number),
    values: Float64Array.from(rows, (row) => values[row] as number),
  }
}

type Shown = Pick<Gauge, 'timesMs' | 'values'>

function withNumber({ timesMs, values }: Shown): Shown {
  const rows = Array.from(values.keys()).filter((row) => !Number.isNaN(values[row]))
  return {
    timesMs: Float64Array.from(rows, (row) => timesMs[row] as number),
    values: Float64Array.from(rows, (row) => values[row] as number),
  }
}

/**
 * By the last record that is due up to a moment, as sums count them: of an archive that writes at five past the hour the
 * record of 10:05 has the first hour after 10:00. A stamp may lie up to a minute off.
 */
function byHours(minute: number | null, { timesMs, values }: Shown): Counter['at'] {
  return (atMs) => {
    const after = minute === null ? 0 : (((atMs - minute * MINUTE_MS) % HOUR_MS) + HOUR_MS) % HOUR_MS
    const dueMs = atMs - after
    const untilMs = Math.min(dueMs + MINUTE_MS, atMs) + MINUTE_MS
    const last = firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) >= untilMs) - 1
    return last >= 0 && (timesMs[last] as number) >= dueMs - MINUTE_MS ? (values[last] as number) : null
  }
}

/** A daily record shows the counter at the end of its day, wherever in the day it is stamped. */
function byDaysEnd(book: Book, archive: Key, gas: GasClock, { timesMs, values }: Shown): Counter['at'] {
  const contractHour = closingHour(book.readings.stamps(archive), gas.zone) ?? gas.contractHour
  const clock = { zone: gas.zone, contractHour }
  const byEnd = new Map<number, number>()
  timesMs.forEach((atMs, row) => {
    const day = gasDayAt(atMs - 1, clock)
    byEnd.set(gasDaySpan(day, day, clock).toMs, values[row] as number)
  })
  return (atMs) => byEnd.get(atMs) ?? null
}

/** What a device counts in m³ keeps all of its digits. */
const inM3 = (sent: number, toM3: Conversion): number =>
  toM3.factor === 1 && toM3.offset === 0 ? sent : converted(sent, toM3)
