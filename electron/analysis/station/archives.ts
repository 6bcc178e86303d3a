import type { Book, StationRow } from '../../book/index.ts'
import { compareArchives, compareCodes, compareSeries } from '../../contract/archives.ts'
import { UNIFIED_CHANNELS, unifiedUnit } from '../../contract/channels.ts'
import type { ArchiveInfo, ChannelInfo } from '../../contract/readings.ts'
import { EVENT_ARCHIVES, READING_VIEWS, SETTINGS_ARCHIVE, type ReadingView } from '../../contract/records.ts'

/** Archives of readings and their channels: what the directory names joined with what the book holds. */

type Device = Pick<StationRow, 'equipmentId' | 'equipmentTypeId' | 'time'>
const UNIFIED_CODES: readonly string[] = UNIFIED_CHANNELS
const NO_READINGS: readonly string[] = [...EVENT_ARCHIVES, SETTINGS_ARCHIVE]
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Archives that the directory names for the device's type or the book holds, each in both views. */
function archivesOf(book: Book, { equipmentId, equipmentTypeId, time }: Device): ArchiveInfo[] {
  if (equipmentId === null) return []
  const directory = equipmentTypeId === null ? [] : book.channels.byType(equipmentTypeId)
  const names = new Map(directory.map((channel) => [channel.archiveTypeVarname, channel.archiveTypeName]))
  for (const other of NO_READINGS) names.delete(other)
  const held = book.readings.heldArchives(equipmentId, time)
  for (const { archiveType } of held) if (!names.has(archiveType)) names.set(archiveType, null)
  const archives = [...names].flatMap(([archiveType, name]) =>
    READING_VIEWS.map((view) => {
      const found = held.find((archive) => archive.archiveType === archiveType && archive.view === view)
      return {
        archiveType,
        archiveTypeName: typeof name === 'string' ? name : null,
        view,
        channels: channelsOf(book, equipmentTypeId, { archiveType, view }, found?.channels ?? []),
        records: found?.records ?? 0,
        firstMs: found?.firstMs ?? null,
        lastMs: found?.lastMs ?? null,
      }
    }),
  )
  return archives.sort(compareSeries)
}

/** The archives of all devices that a station had, or of one: the channels of the newest first. */
export function lifeArchivesOf(book: Book, station: StationRow, equipmentId?: number): ArchiveInfo[] {
  const life = book.stations.life(station.id)
  const rows = equipmentId === undefined ? life : life.filter((row) => row.equipmentId === equipmentId)
  const own = rows.toReversed().map((row) => archivesOf(book, row))
  const [only, second] = own
  if (only && !second) return only
  // A code that the type of a former device alone names is of no concern where it has no records.
  const held = own.flatMap((archives, nth) => archives.filter(({ records }) => nth === 0 || records > 0))
  return [...Map.groupBy(held, ({ archiveType, view }) => `${archiveType}|${view}`).values()]
    .map((all) => all.reduce(bothArchives))
    .sort(compareSeries)
}

function bothArchives(newer: ArchiveInfo, older: ArchiveInfo): ArchiveInfo {
  const isNew = ({ channelVarname }: ChannelInfo) => !newer.channels.some((one) => one.channelVarname === channelVarname)
  const ends = (key: 'firstMs' | 'lastMs') => [newer[key], older[key]].filter((atMs) => atMs !== null)
  const [firsts, lasts] = [ends('firstMs'), ends('lastMs')]
  return {
    ...newer,
    archiveTypeName: newer.archiveTypeName ?? older.archiveTypeName,
    channels: [...newer.channels, ...older.channels.filter(isNew)],
    records: newer.records + older.records,
    firstMs: firsts.length === 0 ? null : Math.min(...firsts),
    lastMs: lasts.length === 0 ? null : Math.max(...lasts),
  }
}

/**
 * Channels in the order of the channel directory; the unified ones go first, in the order of their document, and what
 * the directory lacks goes last, in natural order. Name and unit come from the archive's own entry, else from the same
 * code in another archive of the type. The directory names the channels of the general view; it would name only some of
 * the unified codes, in its own language, so the window names those; their units are those of `unifiedUnit`.
 */
export function channelsOf(
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
    const isUnified = view === 'unified' && UNIFIED_CODES.includes(channelVarname)
    return {
      channelVarname,
      channelName: isUnified ? null : textOf(found?.channelName),
      unitName: isUnified ? unifiedUnit(channelVarname, textOf(found?.unitName)) : textOf(found?.unitName),
    }
  })
}

/** The newest record of each archive of the device whose stamp is believed, with its channels in order. */
export function newestOf(book: Book, station: StationRow) {
  // A device that has sent nothing yet: what was there before it is the newest that there is.
  const found = book.stations
    .life(station.id)
    .findLast(({ equipmentId, time }) => equipmentId !== null && book.readings.archives(equipmentId, time).length > 0)
  const { equipmentId, equipmentTypeId, time } = found ?? station
  if (equipmentId === null) return []
  const archives = book.readings.archives(equipmentId, time).toSorted(compareSeries)
  return archives.flatMap(({ archiveType, view, lastMs }) => {
    const [latest] = book.readings.rows({ equipmentId, archiveType, view, time }, { toMs: lastMs, desc: true, limit: 1 })
    if (!latest) return []
    const channels = channelsOf(book, equipmentTypeId, { archiveType, view }, Object.keys(latest.values))
    const values = channels.map((channel) => ({ channel, value: latest.values[channel.channelVarname] ?? null }))
    return [{ archiveType, view, atMs: latest.atMs, values }]
  })
}

/** Archives of readings that the channel directory names for any type of device, each with the first name it gives. */
export function archiveTypesOf(book: Book): { archiveType: string; archiveTypeName: string | null }[] {
  const names = new Map<string, string | null>()
  for (const { archiveTypeVarname, archiveTypeName } of book.channels.list())
    if (!names.get(archiveTypeVarname)) names.set(archiveTypeVarname, textOf(archiveTypeName))
  for (const other of NO_READINGS) names.delete(other)
  return [...names]
    .map(([archiveType, archiveTypeName]) => ({ archiveType, archiveTypeName }))
    .sort((a, b) => compareArchives(a.archiveType, b.archiveType))
}
