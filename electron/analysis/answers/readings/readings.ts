import type { Book, ReadingKey, StationRow } from '../../../book/index.ts'
import { dueTogether, missingRuns, type DueRecords } from '../../../book/completeness/due-records.ts'
import { recordPeriod } from '../../../contract/archives.ts'
import { joinedColumns } from '../../../contract/joined-columns.ts'
import type { ChannelInfo, RefutedValue } from '../../../contract/readings.ts'
import type { Reading, ReadingView, Verbatim } from '../../../contract/records.ts'
import { MeterbookError } from '../../../contract/errors.ts'
import type { GasClock, TimeSpan } from '../../../contract/time/gas-day.ts'
import { unitConversion } from '../../../contract/unit-conversion.ts'
import { converted, isSameUnit, SAME_UNIT, withoutNoise, type Conversion } from '../../../contract/units.ts'
import { EVER } from '../../kernel/data.ts'
import { bookUntil } from '../past.ts'
import { channelsOf } from '../../station/archives.ts'
import { toBase } from '../../station/load/meant.ts'
import { leftOutOf } from '../../station/facts/between-hours.ts'
import { refutedValues } from '../../station/load/consumption.ts'
import { sharedGround } from '../../station/load/ground.ts'
import { readingsInView } from '../../station/load/views.ts'
import { stationIn } from '../directory.ts'
import { withSources } from './row-sources.ts'
import { listOf, type ListedRow } from './rows-with-gaps.ts'
import { closingClock, consumptionOf, sumsTogether, type ConsumptionSum } from './sums.ts'
import { toldSums } from './told-sums.ts'
import { picked, rowsToKeep } from './thin.ts'

/** Records of one archive of one station, of all its devices or of one, with its channels in the order of the directory. */

/** The archive of one device in its time at the station. */
interface Part {
  key: ReadingKey
  device: StationRow
}
/** The same archive of each device that the station had, the oldest first. */
export interface LifeArchive {
  archiveType: string
  view: ReadingView
  parts: readonly [Part, ...Part[]]
  /** The type of the newest of them. */
  typeId: number | null
  /** Of all devices that the station had. */
  isWhole: boolean
}
type Range = Parameters<Book['readings']['columns']>[1]

interface Wanted {
  stationId: number
  archiveType: string
  view: ReadingView
  /** This device alone; all that the station had when absent. */
  equipmentId?: number | undefined
}

/** The archive that is asked for. Throws NO_SUCH_STATION, and NOT_IN_BOOK for a station that never had a device, or not this one. */
export function archiveIn(book: Book, { stationId, archiveType, view, equipmentId }: Wanted): LifeArchive {
  stationIn(book, stationId)
  const all = book.stations
    .devices(stationId, equipmentId)
    .map((device): Part => ({ key: { equipmentId: device.equipmentId, archiveType, view, time: device.time }, device }))
  // Devices of which the book has nothing there add nothing; the newest of all stays.
  const parts = all.length < 2 ? all : all.filter(({ key }) => book.readings.count(key) > 0)
  const [first, ...rest] = parts.length > 0 ? parts : all.slice(-1)
  if (!first) throw new MeterbookError('NOT_IN_BOOK', { archiveType })
  const typeId = (rest.at(-1) ?? first).device.equipmentTypeId
  const isWhole = equipmentId === undefined || book.stations.lifeKey(stationId) === ''
  return { archiveType, view, parts: [first, ...rest], typeId, isWhole }
}

/**
 * The channels of an archive over its parts, with what brings the numbers of each part into the channel's unit: the newest
 * device's. Null: they cannot be brought into it.
 */
interface Joined {
  channels: ChannelInfo[]
  /** By part and channel of the whole. */
  from: { code: string; change: Conversion | null }[][]
}

function joinedChannels(book: Book, { parts }: LifeArchive): Joined {
  const own = parts.map(({ key, device }) => channelsOf(book, device.equipmentTypeId, key, book.readings.channels(key)))
  const channels = [...(own.at(-1) ?? [])]
  for (const list of own.toReversed())
    for (const channel of list)
      if (!channels.some(({ channelVarname }) => channelVarname === channel.channelVarname)) channels.push(channel)
  const from = own.map((list) =>
    channels.map(({ channelVarname: code, unitName }) => {
      const there = list.find(({ channelVarname }) => channelVarname === code)
      const isSame = !there || there.unitName === unitName || there.unitName === null || unitName === null
      return { code, change: isSame ? SAME_UNIT : unitConversion(there.unitName, unitName) }
    }),
  )
  return { channels, from }
}

/** Columns of doubles for charts: times, then one for each channel; thinned to about `maxPoints` records. */
export function columnsOf(book: Book, archive: LifeArchive, range: Range & { maxPoints?: number | undefined }) {
  const { channels, from } = joinedChannels(book, archive)
  const read = archive.parts.map(({ key }) => book.readings.columns(key, range))
  const timesMs = joinedColumns(read.map((one) => one.timesMs))
  const values = channels.map((_, at) =>
    joinedColumns(
      read.map((part, nth) => {
        const { code, change } = from[nth]?.[at] ?? { code: '', change: null }
        const column = part.values[part.channels.indexOf(code)]
        if (!column || change === null) return new Float64Array(part.timesMs.length).fill(Number.NaN)
        return isSameUnit(change) ? column : column.map((value) => converted(value, change))
      }),
    ),
  )
  const kept = range.maxPoints === undefined ? null : rowsToKeep(values, timesMs.length, range.maxPoints)
  const columns = [timesMs, ...values].map((column) => (kept ? picked(column, kept) : column))
  return {
    equipmentTypeId: archive.typeId,
    channels,
    rows: kept?.length ?? timesMs.length,
    total: timesMs.length,
    thinned: kept !== null,
    columns: new Blob(columns as Float64Array<ArrayBuffer>[]),
  }
}

/**
 * A window of the table: records, null where one came without a channel, and, where they are wished for, the records
 * that are missing as rows of their own.
 */
export function rowsOf(book: Book, archive: LifeArchive, { desc, offset, limit, ...asked }: RowsQuestion, nowMs: number) {
  const { channels, from } = joinedChannels(book, archive)
  const parts = archive.parts.map((part, at) => ({ ...partRows(book, part, from[at] ?? [], asked, nowMs), key: part.key }))
  if (desc) parts.reverse()
  const rows: ListedRow[] = []
  let before = 0
  for (const part of parts) {
    const first = Math.max(0, offset - before)
    const wanted = Math.min(part.total - first, limit - rows.length)
    if (wanted > 0) rows.push(...withSources(book, part.key, part.window({ desc, offset: first, limit: wanted })))
    before += part.total
  }
  const sum = (of: (part: (typeof parts)[number]) => number) => parts.reduce((all, part) => all + of(part), 0)
  return {
    channels,
    total: sum(({ total }) => total),
    records: sum(({ records }) => records),
    missing: sum(({ missing }) => missing),
    rows,
  }
}

function partRows(
  book: Book,
  { key }: Part,
  from: Joined['from'][number],
  { missing, fromMs, toMs }: Omit<RowsQuestion, 'desc' | 'offset' | 'limit'>,
  nowMs: number,
) {
  const range = { fromMs, toMs }
  const cells = ({ atMs, values }: Reading): ListedRow => ({
    atMs,
    values: from.map(({ code, change }) => (Object.hasOwn(values, code) ? inUnit(values[code] ?? null, change) : null)),
    gap: null,
    source: null,
  })
  const due = missing && book.completeness.dueRecords(key, { zone: missing.timeZone, contractHour: missing.contractHour }, nowMs)
  const runs = due ? missingRuns(due, range) : []
  const lost = runs.reduce((sum, run) => sum + run.records, 0)
  if (!due || !missing?.rows || lost === 0) {
    const records = book.readings.count(key, range)
    const window = (asked: Window) => book.readings.rows(key, { ...range, ...asked }).map(cells)
    return { total: records, records, missing: lost, window }
  }
  const list = listOf(due, runs, range)
  const window = ({ desc, offset, limit }: Window) => {
    const wanted = desc ? { offset: list.total - offset - limit, limit } : { offset, limit }
    const rows = list.window(wanted, (first, last, count) =>
      book.readings.rows(key, { fromMs: first, toMs: last, limit: count }).map(cells),
    )
    return desc ? rows.reverse() : rows
  }
  return { total: list.total, records: list.records, missing: lost, window }
}

interface Window {
  desc: boolean
  offset: number
  limit: number
}

/** A number of a former device in the unit of the newest; what is no number, or cannot be converted, is not shown under it. */
const inUnit = (value: Verbatim, change: Conversion | null): Verbatim =>
  isSameUnit(change) ? value : change !== null && typeof value === 'number' ? converted(value, change) : null

interface RowsQuestion extends Window {
  fromMs: number
  toMs: number
  missing?: { timeZone: string; contractHour: number; rows: boolean } | undefined
}

/** The records of an archive that are due over the station's life, and what an exchange cost among them. */
export function dueOf(book: Book, { parts }: LifeArchive, gas: GasClock, nowMs: number): DueRecords {
  const all = parts.map(({ key }) => book.completeness.dueRecords(key, gas, nowMs))
  const [first] = all
  return all.length === 1 && first ? first : dueTogether(all)
}

/** Sums of a channel by gas day or month, as `readings.sums` of the contract asks for them. Throws as `archiveIn` does. */
export function sumsOf(book: Book, question: SumsAsked, { usual, nowMs }: { usual: GasClock; nowMs: number }): LifeSums {
  const then = bookUntil(book, [question.stationId], question.toMs)
  return lifeSums(then, archiveIn(then, question), {
    ...question,
    range: { fromMs: question.fromMs, toMs: question.toMs },
    gas: { zone: question.timeZone, contractHour: question.contractHour },
    usual,
    nowMs,
  })
}
export interface SumsAsked extends Wanted {
  channelVarname: string
  fromMs: number
  toMs: number
  by: 'day' | 'month'
  timeZone: string
  contractHour: number
}

interface LifeSumsQuestion {
  channelVarname: string
  range: TimeSpan
  by: 'day' | 'month'
  gas: GasClock
  usual: GasClock
  nowMs: number
}

export interface LifeSums {
  rows: ConsumptionSum[]
  /** What is in the sum of the range and in no row alone; null: nothing is. */
  between: number | null
  /** They are the station's consumption; else the sums of the channel's records alone. */
  isTold: boolean
}

/**
 * The sums of each device in its time, added up: no counter is differenced from one to the next. In the newest device's unit.
 * Those of a channel that tells the station's consumption are the station's.
 */
export function lifeSums(book: Book, archive: LifeArchive, { usual, ...question }: LifeSumsQuestion): LifeSums {
  const { channels, from } = joinedChannels(book, archive)
  const at = channels.findIndex(({ channelVarname }) => channelVarname === question.channelVarname)
  const sums = archive.parts.map(({ key, device }, nth) => {
    const leftOut = leftOutOf(book, device, key, { usual, nowMs: question.nowMs })
    const change = from[nth]?.[at]?.change ?? SAME_UNIT
    const { meanings } = sharedGround(book, usual)
    const readings = readingsInView(book, device, key, meanings(device.equipmentTypeId))
    const own = consumptionOf(readings, { ...question, key, leftOut })
    return isSameUnit(change)
      ? own
      : own.map((sum) => ({ ...sum, value: sum.value === null ? null : withoutNoise(sum.value * change.factor) }))
  })
  const [only, second] = sums
  const own = only && !second ? only : sumsTogether(sums)
  const { key, device } =
    archive.parts.findLast(({ key }) => book.readings.channels(key).includes(question.channelVarname)) ?? archive.parts[0]
  const station = archive.isWhole ? book.stations.get(device.id) : null
  const toM3 = toBase(channels[at]?.unitName ?? null)
  const alone = { rows: own, between: null, isTold: false }
  if (!station || !toM3) return alone
  const isHourly = recordPeriod(key.archiveType) === 'hour'
  const gas = isHourly ? question.gas : closingClock(book.readings, key, question.gas)
  const told = toldSums(book, station, { ...question, key, typeId: device.equipmentTypeId, gas, usual }, own)
  const inUnit = (m3: number | null) => (m3 === null ? null : withoutNoise(m3 / toM3.factor))
  return told
    ? { rows: told.rows.map((row) => ({ ...row, value: inUnit(row.value) })), between: inUnit(told.between), isTold: true }
    : alone
}

/** Stamps of the records between the hours that count in no sum, of all its devices. */
export const leftOutOfLife = (book: Book, { parts }: LifeArchive, at: { usual: GasClock; nowMs: number }): number[] =>
  parts.flatMap(({ key, device }) => [...leftOutOf(book, device, key, at)])

/** The values of the archive that are not believed, of all its devices, oldest first; what counts instead is in the channel's unit. */
export function refutedOfLife(book: Book, archive: LifeArchive, span: TimeSpan, usual: GasClock): RefutedValue[] {
  const { from } = joinedChannels(book, archive)
  return archive.parts.flatMap(({ key, device }, nth) =>
    refutedValues(book, device, key, { ground: sharedGround(book, usual), span }).map((one) => {
      const change = from[nth]?.find(({ code }) => code === one.channelVarname)?.change ?? null
      const instead = one.instead === null || change === null ? null : isSameUnit(change) ? one.instead : converted(one.instead, change)
      return { ...one, instead }
    }),
  )
}

/** The same as they are asked for in the window. */
export const refutedIn = (book: Book, wanted: Wanted, usual: GasClock): RefutedValue[] =>
  refutedOfLife(book, archiveIn(book, wanted), EVER, usual)
