import type { Book, ReadingKey } from '../../book/index.ts'
import { consumptionOf } from '../../analysis/consumption.ts'
import { picked, rowsToKeep } from '../../analysis/thin.ts'
import { compareCodes, compareSeries } from '../../contract/archives.ts'
import { UNIFIED_CHANNELS } from '../../contract/channels.ts'
import type { ArchiveInfo, ChannelInfo } from '../../contract/readings.ts'
import { EVENT_ARCHIVES, READING_VIEWS, SETTINGS_ARCHIVE, type ReadingView } from '../../contract/records.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { api, type Parts } from '../base.ts'
import { stationIn } from './stations.ts'

export function readingRoutes({ desk }: Parts) {
  return {
    archives: api.readings.archives.handler(({ input }) => archivesOf(desk.book(), input.stationId)),

    columns: api.readings.columns.handler(({ input }) => {
      const book = desk.book()
      const { key, typeId } = keyOf(book, input)
      const { channels, timesMs, values } = book.readings.columns(key, input)
      const kept = input.maxPoints === undefined ? null : rowsToKeep(values, timesMs.length, input.maxPoints)
      const infos = infoOf(book, typeId, key, channels)
      const sorted = infos.flatMap(({ channelVarname }) => values[channels.indexOf(channelVarname)] ?? [])
      const columns = [timesMs, ...sorted].map((column) => (kept ? picked(column, kept) : column))
      return {
        channels: infos,
        rows: kept?.length ?? timesMs.length,
        total: timesMs.length,
        thinned: kept !== null,
        columns: new Blob(columns as Float64Array<ArrayBuffer>[]),
      }
    }),

    rows: api.readings.rows.handler(({ input }) => {
      const book = desk.book()
      const { key, typeId } = keyOf(book, input)
      const range = { fromMs: input.fromMs, toMs: input.toMs }
      const { desc, offset, limit } = input
      const channels = infoOf(book, typeId, key, book.readings.channels(key))
      const rows = book.readings.rows(key, { ...range, desc, offset, limit })
      return {
        channels,
        total: book.readings.count(key, range),
        rows: rows.map(({ atMs, values }) => ({
          atMs,
          values: channels.map(({ channelVarname: code }) =>
            Object.hasOwn(values, code) ? (values[code] ?? null) : null,
          ),
        })),
      }
    }),

    sums: api.readings.sums.handler(({ input }) => {
      const book = desk.book()
      const { key } = keyOf(book, input)
      const { by, channelVarname, contractHour, fromMs, toMs } = input
      const gas = { zone: input.timeZone, contractHour }
      return consumptionOf(book.readings, {
        key,
        channelVarname,
        range: { fromMs, toMs },
        by,
        gas,
        nowMs: desk.nowMs(),
      })
    }),

    newest: api.readings.newest.handler(({ input }) => {
      const book = desk.book()
      const { equipmentId, equipmentTypeId } = stationIn(book, input.stationId)
      if (equipmentId === null) return []
      const archives = book.readings.archives(equipmentId).sort(compareSeries)
      return archives.flatMap(({ archiveType, view }) => {
        const latest = book.readings.latest({ equipmentId, archiveType, view })
        if (!latest) return []
        const names = Object.keys(latest.values)
        const infos = infoOf(book, equipmentTypeId, { archiveType, view }, names)
        const values = infos.map((channel) => ({ channel, value: latest.values[channel.channelVarname] ?? null }))
        return [{ archiveType, view, atMs: latest.atMs, values }]
      })
    }),
  }
}

const UNIFIED_CODES: readonly string[] = UNIFIED_CHANNELS

function keyOf(
  book: Book,
  { stationId, archiveType, view }: { stationId: number; archiveType: string; view: ReadingView },
): { key: ReadingKey; typeId: number | null } {
  const { equipmentId, equipmentTypeId } = stationIn(book, stationId)
  if (equipmentId === null) throw new MeterbookError('NOT_IN_BOOK', { archiveType })
  return { key: { equipmentId, archiveType, view }, typeId: equipmentTypeId }
}

/** Archives that the directory names for the device's type or the book holds, each in both views. */
function archivesOf(book: Book, stationId: number): ArchiveInfo[] {
  const { equipmentId, equipmentTypeId } = stationIn(book, stationId)
  if (equipmentId === null) return []
  const directory = equipmentTypeId === null ? [] : book.channels.byType(equipmentTypeId)
  const names = new Map(directory.map((channel) => [channel.archiveTypeVarname, channel.archiveTypeName]))
  for (const other of [...EVENT_ARCHIVES, SETTINGS_ARCHIVE]) names.delete(other)
  const held = book.readings.archives(equipmentId)
  for (const { archiveType } of held) if (!names.has(archiveType)) names.set(archiveType, null)
  const archives = [...names].flatMap(([archiveType, name]) =>
    READING_VIEWS.map((view) => {
      const found = held.find((archive) => archive.archiveType === archiveType && archive.view === view)
      return {
        archiveType,
        archiveTypeName: typeof name === 'string' ? name : null,
        view,
        channels: infoOf(book, equipmentTypeId, { archiveType, view }, found?.channels ?? []),
        records: found?.records ?? 0,
        firstMs: found?.firstMs ?? null,
        lastMs: found?.lastMs ?? null,
      }
    }),
  )
  return archives.sort(compareSeries)
}

/**
 * Channels in the order of the channel directory (the unified ones first, in the document's order), what it lacks after
 * these in natural order; with names and units from
 * the archive's own entry, else from the same code in another archive of the type. The directory names the channels of
 * the general view: of the unified codes it would name some, in its language, and not others, so the window names them.
 */
function infoOf(
  book: Book,
  typeId: number | null,
  { archiveType, view }: { archiveType: string; view: ReadingView },
  codes: readonly string[],
): ChannelInfo[] {
  const directory = typeId === null ? [] : book.channels.byType(typeId)
  const own = directory.filter((channel) => channel.archiveTypeVarname === archiveType)
  const entries = [...own, ...directory.filter((channel) => channel.archiveTypeVarname !== archiveType)]
  const placeOf = (code: string) => {
    const unified = view === 'unified' ? UNIFIED_CODES.indexOf(code) : -1
    if (unified >= 0) return unified - UNIFIED_CODES.length
    const place = entries.findIndex((channel) => channel.channelVarname === code)
    return place < 0 ? entries.length : place
  }
  const places = new Map(codes.map((code) => [code, placeOf(code)]))
  const sorted = [...codes].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0) || compareCodes(a, b))
  return sorted.map((channelVarname) => {
    const found = entries.find((channel) => channel.channelVarname === channelVarname)
    const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
    const isUnified = view === 'unified' && UNIFIED_CODES.includes(channelVarname)
    return {
      channelVarname,
      channelName: isUnified ? null : text(found?.channelName),
      unitName: text(found?.unitName),
    }
  })
}
