import type { Book, ReadingKey } from '../book/index.ts'
import type { ReadingView } from '../contract/records.ts'
import { MeterbookError } from '../contract/errors.ts'
import { channelsOf } from './archives.ts'
import { stationIn } from './directory.ts'
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

/** A window of records for the table; null where a record came without a channel. */
export function rowsOf(
  book: Book,
  { key, typeId }: Archive,
  { desc, offset, limit, ...range }: Range & { desc: boolean; offset: number; limit: number },
) {
  const channels = channelsOf(book, typeId, key, book.readings.channels(key))
  const rows = book.readings.rows(key, { ...range, desc, offset, limit })
  return {
    channels,
    total: book.readings.count(key, range),
    rows: rows.map(({ atMs, values }) => ({
      atMs,
      values: channels.map(({ channelVarname: code }) => (Object.hasOwn(values, code) ? (values[code] ?? null) : null)),
    })),
  }
}
