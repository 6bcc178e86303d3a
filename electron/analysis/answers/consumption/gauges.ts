import type { Book, StationRow } from '../../../book/index.ts'
import { recordPeriod } from '../../../contract/archives.ts'
import { firstWhere } from '../../../contract/bisect.ts'
import { joinedColumns } from '../../../contract/joined-columns.ts'
import type { Quantity } from '../../../contract/quantities.ts'
import type { GasClock, TimeSpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time/units.ts'
import { converted, isSameUnit, type Conversion } from '../../../contract/units.ts'
import { isInDeviceTime } from '../../../contract/device-time.ts'
import { channelsOf } from '../../station/archives.ts'
import type { Ground } from '../../station/load/ground.ts'
import { closedDay, endingMinute, hourEnds, isHourEnd, NEAR_AFTER_MS, NEAR_BEFORE_MS } from '../../../book/completeness/hour-ends.ts'
import type { CounterRecord } from '../../station/settings/life-exchanges.ts'
import { meantIn } from '../../station/load/meant.ts'
import { columnOf, judgedArchives } from '../../station/load/views.ts'

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

/**
 * Measured values by the end of what each record covers: of the same hour or day as its volume in the ledger, wherever it is
 * stamped. Extra records between the hours are left out.
 */
export interface Gauge extends Channel {
  timesMs: Float64Array
  values: Float64Array
  /** The time that a record covers: daily records have a mean and nothing else. */
  every: 'hour' | 'day'
}

export interface Counter extends Channel {
  /**
   * What it showed at a moment, by the record that is due then, of whichever archive has it; null where none has. In m³
   * where `isM3`.
   */
  at: (atMs: number) => number | null
  /** The records on both sides of a moment, the one before it or at it first; null where there is none. As `at`. */
  around: (atMs: number) => { before: CounterRecord | null; after: CounterRecord | null }
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

/**
 * Reads them for a span and its edges.
 * @param question.gas the gas days that the volumes are counted in
 */
export function gaugesOf(book: Book, station: StationRow, question: GaugesQuestion): Gauges {
  const life = book.stations.life(station.id)
  const all = life.map((row) => ({ row, gauges: deviceGauges(book, row, question) }))
  const [only, second] = all
  if (!only || !second) return only?.gauges ?? NO_GAUGES
  return {
    pressure: gaugeTogether(all.map(({ gauges }) => gauges.pressure)),
    temperature: gaugeTogether(all.map(({ gauges }) => gauges.temperature)),
    standardCounter: counterTogether(all.map(({ row, gauges }) => ({ row, counter: gauges.standardCounter }))),
    workingCounter: counterTogether(all.map(({ row, gauges }) => ({ row, counter: gauges.workingCounter }))),
  }
}

interface GaugesQuestion {
  ground: Ground
  span: TimeSpan
  gas: GasClock
}

const NO_GAUGES: Gauges = { pressure: null, temperature: null, standardCounter: null, workingCounter: null }

/** What the devices of a station measured, one after another: in the unit and of the period of the newest that has any. */
function gaugeTogether(all: readonly (Gauge | null)[]): Gauge | null {
  const last = all.findLast((one) => one !== null)
  if (!last) return null
  const alike = all.filter((one): one is Gauge => one !== null && one.every === last.every && one.unitName === last.unitName)
  return { ...last, timesMs: joinedColumns(alike.map(({ timesMs }) => timesMs)), values: joinedColumns(alike.map(({ values }) => values)) }
}

/** The counters of a station's devices: each tells of its own time, and none of what passed between two. */
function counterTogether(all: readonly { row: StationRow; counter: Counter | null }[]): Counter | null {
  const last = all.findLast(({ counter }) => counter !== null)?.counter
  if (!last) return null
  const alike = all.flatMap(({ row, counter }) => (counter && counter.isM3 === last.isM3 ? [{ row, counter }] : []))
  return {
    ...last,
    at: (atMs) => alike.find(({ row }) => isInDeviceTime(atMs, row.time))?.counter.at(atMs) ?? null,
    around: (atMs) => ({
      before: alike.reduce<CounterRecord | null>((found, { counter }) => counter.around(atMs).before ?? found, null),
      after: alike.reduceRight<CounterRecord | null>((found, { counter }) => counter.around(atMs).after ?? found, null),
    }),
  }
}

function deviceGauges(book: Book, device: StationRow, { ground, span, gas }: GaugesQuestion): Gauges {
  const { equipmentTypeId: typeId } = device
  if (device.equipmentId === null) return NO_GAUGES
  const meanings = ground.meanings(typeId)
  const archives = judgedArchives(book, device, meanings).flatMap((archive) => {
    const every = recordPeriod(archive.archiveType)
    if (every !== 'hour' && every !== 'day') return []
    return [{ archive, every, meant: meantIn(book, typeId, archive, meanings) }]
  })
  const found = (quantities: readonly Quantity[]) =>
    archives.flatMap(({ archive, every, meant }) =>
      quantities
        .flatMap((quantity) => meant.filter(({ meaning }) => meaning.quantity === quantity))
        .map(({ channelVarname, meaning, toBase }) => ({ archive, every, channelVarname, quantity: meaning.quantity, toBase })),
    )
  type Found = ReturnType<typeof found>[number]
  const described = ({ archive, channelVarname }: Found): Channel => ({
    archiveType: archive.archiveType,
    channelVarname,
    unitName: channelsOf(book, typeId, archive, [channelVarname])[0]?.unitName ?? null,
  })
  function gauge(quantities: readonly Quantity[]): Gauge | null {
    for (const one of found(quantities)) {
      const reach = reachOf(span, one.every)
      // An archive that closes its days at a later hour stamps them within the reader's next day.
      const toMs = reach.toMs + (one.every === 'day' ? PERIOD_MS.day : 0)
      const sent = columnOf(book, one.archive, one.channelVarname, { typeId, meanings }, { ...reach, toMs })
      const ended = one.every === 'hour' ? inHours(minuteOfArchive(book, one.archive), sent) : inDays(gas, sent)
      const kept = within(span, ended)
      if (kept.values.some((value) => !Number.isNaN(value))) return { ...described(one), ...kept, every: one.every }
    }
    return null
  }
  /** Its records with a number, in m³ where the unit is known. */
  function shownBy(one: Found): Shown {
    const { timesMs, values } = withNumber(columnOf(book, one.archive, one.channelVarname, { typeId, meanings }, reachOf(span, one.every)))
    const { toBase } = one
    return { timesMs, values: toBase === null ? values : values.map((sent) => inM3(sent, toBase)) }
  }
  const shownAt = (one: Found, shown: Shown): Counter['at'] =>
    one.every === 'hour' ? byHours(minuteOfArchive(book, one.archive), shown) : byDaysEnd(gas, shown)
  function counter(quantities: readonly Quantity[]): Counter | null {
    const all = found(quantities)
    const [known, unknown] = [all.filter(({ toBase }) => toBase !== null), all.filter(({ toBase }) => toBase === null)]
    for (const one of [...known, ...unknown]) {
      const shown = shownBy(one)
      if (shown.values.length === 0) continue
      // The counter is in another archive, too: the record of the day may have what the hours lack.
      const others = all.filter(
        (other) => other.archive !== one.archive && other.quantity === one.quantity && (other.toBase === null) === (one.toBase === null),
      )
      const ways = [shownAt(one, shown), ...others.map((other) => shownAt(other, shownBy(other)))]
      const at = (atMs: number) => ways.reduce<number | null>((value, way) => value ?? way(atMs), null)
      return { ...described(one), at, around: (atMs) => aroundIn(shown, atMs), isM3: one.toBase !== null }
    }
    return null
  }
  return {
    pressure: gauge(PRESSURES),
    temperature: gauge(TEMPERATURES),
    standardCounter: counter(STANDARD),
    workingCounter: counter(WORKING),
  }
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

/** Stamps of the records that may lie in a span, or tell what a counter showed at its edges. */
const reachOf = ({ fromMs, toMs }: TimeSpan, every: Gauge['every']): TimeSpan => ({
  fromMs: fromMs - PERIOD_MS[every] - NEAR_BEFORE_MS,
  toMs: toMs + NEAR_AFTER_MS,
})
/** Where clocks go back a day has 25 hours. */
const PERIOD_MS = { hour: HOUR_MS, day: DAY_MS + HOUR_MS }

const minuteOfArchive = (book: Book, archive: Key): number | null => endingMinute(book.readings.stamps(archive))

type Shown = Pick<Gauge, 'timesMs' | 'values'>

function withNumber({ timesMs, values }: Shown): Shown {
  const rows = Array.from(values.keys()).filter((row) => !Number.isNaN(values[row]))
  return {
    timesMs: Float64Array.from(rows, (row) => timesMs[row] as number),
    values: Float64Array.from(rows, (row) => values[row] as number),
  }
}

/** Two records with one end count as the later one, as in the ledger. */
const byEnd = (ends: readonly (readonly [endMs: number, value: number])[]): Shown => {
  const last = new Map(ends)
  return { timesMs: Float64Array.from(last.keys()), values: Float64Array.from(last.values()) }
}

/** Records by the hours that they close; as stamped where they lie anywhere. */
function inHours(minute: number | null, { timesMs, values }: Shown): Shown {
  if (minute === null) return { timesMs, values }
  const ends = Array.from(hourEnds(timesMs, minute), (endMs, row) => [endMs, values[row] as number] as const)
  return byEnd(ends.filter(([endMs]) => isHourEnd(endMs, minute)))
}

/** Records by the ends of the reader's gas days that they are of. */
const inDays = (gas: GasClock, { timesMs, values }: Shown): Shown =>
  byEnd(Array.from(timesMs, (stampMs, row) => [closedDay(stampMs, gas).endMs, values[row] as number]))

function within({ fromMs, toMs }: TimeSpan, { timesMs, values }: Shown): Shown {
  const [first, end] = [fromMs, toMs].map((edgeMs) => firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) > edgeMs))
  return { timesMs: timesMs.subarray(first, end), values: values.subarray(first, end) }
}

/**
 * By the last record that is due up to a moment, as sums count them: of an archive that writes at five past the hour the
 * record of 10:05 has the first hour after 10:00.
 */
function byHours(minute: number | null, shown: Shown): Counter['at'] {
  if (minute === null) return (atMs) => nearTo(shown, atMs)
  const { timesMs, values } = inHours(minute, shown)
  const counts = new Map(Array.from(timesMs, (endMs, row) => [endMs, values[row] as number]))
  return (atMs) => {
    const after = (((atMs - minute * MINUTE_MS) % HOUR_MS) + HOUR_MS) % HOUR_MS
    return counts.get(atMs - after) ?? null
  }
}

/** The last record that is stamped less than a minute off. */
function nearTo({ timesMs, values }: Shown, atMs: number): number | null {
  const last = firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) >= atMs + MINUTE_MS) - 1
  return last >= 0 && (timesMs[last] as number) >= atMs - MINUTE_MS ? (values[last] as number) : null
}

/** A daily record shows the counter at the end of the gas day that it closes, and at no other moment. */
function byDaysEnd(gas: GasClock, { timesMs, values }: Shown): Counter['at'] {
  const counts = new Map(
    Array.from(timesMs, (stampMs, row) => [closedDay(stampMs, gas), values[row] as number] as const).flatMap(
      ([{ endMs, isExact }, value]) => (isExact ? [[endMs, value]] : []),
    ),
  )
  return (atMs) => counts.get(atMs) ?? null
}

function aroundIn({ timesMs, values }: Shown, atMs: number): ReturnType<Counter['around']> {
  const next = firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) > atMs)
  const record = (row: number): CounterRecord | null =>
    row < 0 || row >= timesMs.length ? null : { atMs: timesMs[row] as number, value: values[row] as number }
  return { before: record(next - 1), after: record(next) }
}

/** A number that a device counts in m³ keeps all of its digits. */
const inM3 = (sent: number, toM3: Conversion): number => (isSameUnit(toM3) ? sent : converted(sent, toM3))
