import type { Book, ReadingKey } from '../../../book/index.ts'
import { missingRuns } from '../../../book/completeness/due-records.ts'
import type { Reading, ReadingView } from '../../../contract/records.ts'
import { MeterbookError } from '../../../contract/errors.ts'
import type { GasClock } from '../../../contract/time/gas-day.ts'
import { channelsOf } from '../../station/archives.ts'
import { leftOutOf } from '../../station/facts/between-hours.ts'
import { stationIn } from '../directory.ts'
import { listOf } from './rows-with-gaps.ts'
import { consumptionOf, type ConsumptionSum } from './sums.ts'
import { picked, rowsToKeep } from './thin.ts'

/** Records of one archive of one station, with its channels in the order of the directory. */

interface Archive {
  key: ReadingKey
  typeId: number | null
}
type Range = Parameters<Book['readings']['columns']>[1]

/** The archive that is asked for. Throws NO_SUCH_STATION, and NOT_IN_BOOK for a station without a device. */
export function archiveIn(
  book: Book,
  { stationId, archiveType, view }: { stationId: number; archiveType: string; view: ReadingView },
): Archive {
  const { equipmentId, equipmentTypeId } = stationIn(book, stationId)
  if (equipmentId === null) throw new MeterbookError('NOT_IN_BOOK', { archiveType })
  return { key: { equipmentId, archiveType, view }, typeId: equipmentTypeId }
}

/** Columns of doubles for charts: times, then one for each channel; thinned to about `maxPoints` records. */
export function columnsOf(book: Book, { key, typeId }: Archive, range: Range & { maxPoints?: number | undefined }) {
  const { channels: codes, timesMs, values } = book.readings.columns(key, range)
  const kept = range.maxPoints === undefined ? null : rowsToKeep(values, timesMs.length, range.maxPoints)
  const channels = channelsOf(book, typeId, key, codes)
  const sorted = channels.flatMap(({ channelVarname }) => values[codes.indexOf(channelVarname)] ?? [])
  const columns = [timesMs, ...sorted].map((column) => (kept ? picked(column, kept) : column))
  return {
    equipmentTypeId: typeId,
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
export function rowsOf(book: Book, { key, typeId }: Archive, { desc, offset, limit, missing, fromMs, toMs }: RowsQuestion, nowMs: number) {
  const range = { fromMs, toMs }
  const channels = channelsOf(book, typeId, key, book.readings.channels(key))
  const cells = ({ atMs, values }: Reading) => ({
    atMs,
    values: channels.map(({ channelVarname: code }) => (Object.hasOwn(values, code) ? (values[code] ?? null) : null)),
    gap: null,
  })
  const due = missing && dueIn(book, key, missing, nowMs)
  const runs = due ? missingRuns(due, range) : []
  const lost = runs.reduce((sum, run) => sum + run.records, 0)
  if (!due || !missing?.rows || lost === 0) {
    const records = book.readings.count(key, range)
    const rows = book.readings.rows(key, { ...range, desc, offset, limit }).map(cells)
    return { channels, total: records, records, missing: lost, rows }
  }
  const list = listOf(due, runs, range)
  const wanted = desc ? { offset: list.total - offset - limit, limit } : { offset, limit }
  const rows = list.window(wanted, (first, last, count) => book.readings.rows(key, { fromMs: first, toMs: last, limit: count }).map(cells))
  return { channels, total: list.total, records: list.records, missing: lost, rows: desc ? rows.reverse() : rows }
}

interface RowsQuestion {
  fromMs: number
  toMs: number
  desc: boolean
  offset: number
  limit: number
  missing?: { timeZone: string; contractHour: number; rows: boolean } | undefined
}

const dueIn = (book: Book, key: ReadingKey, { timeZone: zone, contractHour }: { timeZone: string; contractHour: number }, nowMs: number) =>
  book.completeness.dueRecords(key, { zone, contractHour }, nowMs)

/** Sums of a channel by gas day or month, as `readings.sums` of the contract asks for them. Throws as `archiveIn` does. */
export function sumsOf(book: Book, question: SumsAsked, { usual, nowMs }: { usual: GasClock; nowMs: number }): ConsumptionSum[] {
  const { key } = archiveIn(book, question)
  const { by, channelVarname, contractHour, timeZone, fromMs, toMs } = question
  const leftOut = leftOutOf(book, key, { usual, nowMs })
  const gas = { zone: timeZone, contractHour }
  return consumptionOf(book.readings, { key, channelVarname, range: { fromMs, toMs }, by, gas, nowMs, leftOut })
}
interface SumsAsked {
  stationId: number
  archiveType: string
  view: ReadingView
  channelVarname: string
  fromMs: number
  toMs: number
  by: 'day' | 'month'
  timeZone: string
  contractHour: number
}
