import type { Book, StationRow } from '../../book/index.ts'
import { compareArchives, compareCodes, compareSeries } from '../../contract/archives.ts'
import { UNIFIED_CHANNELS } from '../../contract/channels.ts'
import type { ArchiveInfo, ChannelInfo } from '../../contract/readings.ts'
import { EVENT_ARCHIVES, READING_VIEWS, SETTINGS_ARCHIVE, type ReadingView } from '../../contract/records.ts'

/** Archives of readings and their channels: what the directory names joined with what the book holds. */

type Device = Pick<StationRow, 'equipmentId' | 'equipmentTypeId'>
const UNIFIED_CODES: readonly string[] = UNIFIED_CHANNELS
const NO_READINGS: readonly string[] = [...EVENT_ARCHIVES, SETTINGS_ARCHIVE]
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Archives that the directory names for the device's type or the book holds, each in both views. */
export function archivesOf(book: Book, { equipmentId, equipmentTypeId }: Device): ArchiveInfo[] {
  if (equipmentId === null) return []
  const directory = equipmentTypeId === null ? [] : book.channels.byType(equipmentTypeId)
  const names = new Map(directory.map((channel) => [channel.archiveTypeVarname, channel.archiveTypeName]))
  for (const other of NO_READINGS) names.delete(other)
  const held = book.readings.heldArchives(equipmentId)
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

/**
 * Channels in the order of the channel directory; the unified ones go first, in the order of their document, and what
 * the directory lacks goes last, in natural order. Name and unit come from the archive's own entry, else from the same
 * code in another archive of the type. The directory names the channels of the general view; it would name only some of
 * the unified codes, in its own language, so the window names those.
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
      unitName: textOf(found?.unitName),
    }
  })
}

/** The newest record of each archive of the device whose stamp is believed, with its channels in order. */
export function newestOf(book: Book, { equipmentId, equipmentTypeId }: Device) {
  if (equipmentId === null) return []
  const archives = book.readings.archives(equipmentId).toSorted(compareSeries)
  return archives.flatMap(({ archiveType, view, lastMs }) => {
    const [latest] = book.readings.rows({ equipmentId, archiveType, view }, { toMs: lastMs, desc: true, limit: 1 })
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
