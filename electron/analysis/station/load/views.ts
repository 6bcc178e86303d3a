import type { Column, Columns } from '../../../book/archives/readings-columns.ts'
import type { Archive } from '../../../book/archives/readings-reader.ts'
import type { TimeRange } from '../../../book/archives/reading-key.ts'
import type { Book, ReadingKey, StationRow } from '../../../book/index.ts'
import { NEAR_AFTER_MS } from '../../../book/completeness/hour-ends.ts'
import { compareArchives, recordPeriod, type RecordPeriod } from '../../../contract/archives.ts'
import { firstWhere } from '../../../contract/bisect.ts'
import { isCounter, isVolume } from '../../../contract/quantities.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/time/units.ts'
import { converted, isSameUnit, type Conversion } from '../../../contract/units.ts'
import { bestChannel, tellsStandard, type Told } from '../../kernel/channels/channel.ts'
import type { Meanings } from '../meaning/of-type.ts'
import type { Readings } from './accumulator.ts'
import { meantIn } from './meant.ts'

/**
 * The service gives the archives of readings in two views of the same records. Which of them speaks is said by what the
 * channels of the device's type mean, never by how many records somebody holds of each; what it lacks is taken from the other.
 */

/** An archive in the view that speaks. */
export interface JudgedArchive extends Archive {
  /** The same archive in the other view, where both tell the same amounts: the records that the speaking view lacks are taken from it. */
  other: Archive | null
}

type Device = Pick<StationRow, 'equipmentId' | 'equipmentTypeId' | 'time'>

/** The archives of a device: of two views the one that tells standard volumes, the general one where both do or neither. */
export function judgedArchives(book: Book, device: Device, meanings: Meanings): JudgedArchive[] {
  const { equipmentId, equipmentTypeId: typeId, time } = device
  if (equipmentId === null) return []
  const byType = Map.groupBy(book.readings.archives(equipmentId, time), ({ archiveType }) => archiveType)
  return [...byType.values()]
    .flatMap((views): JudgedArchive[] => {
      const [one, two] = views
      if (!one) return []
      if (!two) return [{ ...one, other: null }]
      const [general, unified] = one.view === 'general' ? [one, two] : [two, one]
      const tells = (archive: Archive) => tellsStandard(meantIn(book, typeId, archive, meanings))
      const speaks = tells(general) || !tells(unified) ? general : unified
      return [withOther(book, typeId, speaks, speaks === general ? unified : general, meanings)]
    })
    .sort((a, b) => compareArchives(a.archiveType, b.archiveType))
}

/** One archive in the view that is asked for, whichever speaks; undefined: the book has none. */
function archiveInView(book: Book, device: Device, { archiveType, view }: ReadingKey, meanings: Meanings): JudgedArchive | undefined {
  const { equipmentId, equipmentTypeId: typeId, time } = device
  const views = equipmentId === null ? [] : book.readings.archives(equipmentId, time).filter((one) => one.archiveType === archiveType)
  const own = views.find((one) => one.view === view)
  const other = views.find((one) => one.view !== view)
  return own && (other ? withOther(book, typeId, own, other, meanings) : { ...own, other: null })
}

function withOther(book: Book, typeId: number | null, archive: Archive, other: Archive, meanings: Meanings): JudgedArchive {
  const theirs = meantIn(book, typeId, other, meanings)
  const isShared = meantIn(book, typeId, archive, meanings).some(
    (one) => (isVolume(one.meaning.quantity) || isCounter(one.meaning.quantity)) && twinOf(one, theirs) !== null,
  )
  return { ...archive, other: isShared ? other : null }
}

/** The channel of the other view that tells the same, and what brings its numbers into the unit of this one. */
function twinOf({ meaning, toBase }: Told, others: readonly Told[]): { channelVarname: string; change: Conversion } | null {
  const same = others.filter((one) => one.toBase !== null && one.meaning.basis === meaning.basis)
  const twin = meaning.quantity === 'other' ? null : bestChannel(same, [meaning.quantity])
  if (!toBase || !twin?.toBase) return null
  const change = { factor: twin.toBase.factor / toBase.factor, offset: (twin.toBase.offset - toBase.offset) / toBase.factor }
  return { channelVarname: twin.channelVarname, change }
}

/** The channel of one of an archive's views that tells what a channel of the speaking view does; null: that view has none. */
export function channelInView(book: Book, archive: JudgedArchive, told: Told, view: ReadingKey['view'], meant: Meant): Told | null {
  if (archive.view === view) return told
  const theirs = archive.other ? meantIn(book, meant.typeId, archive.other, meant.meanings) : []
  const twin = twinOf(told, theirs)
  return theirs.find(({ channelVarname }) => channelVarname === twin?.channelVarname) ?? null
}

/** Records of two views less than this apart are one record; of an archive of no known period only those of one minute. */
const ONE_RECORD_MS: Readonly<Record<RecordPeriod, number>> = { hour: NEAR_AFTER_MS, day: DAY_MS / 2, month: 15 * DAY_MS }
const oneRecordMs = (archiveType: string): number => {
  const every = recordPeriod(archiveType)
  return every === null ? MINUTE_MS : ONE_RECORD_MS[every]
}

/** The rows of both views by time: where each stands in its own view, -1 where that has none. */
interface Rows {
  timesMs: Float64Array
  own: Int32Array
  other: Int32Array
}

function rowsTogether(ownMs: Float64Array, otherMs: Float64Array, nearMs: number): Rows {
  const taken = new Int32Array(ownMs.length).fill(-1)
  const more: number[] = []
  let next = 0
  otherMs.forEach((atMs, row) => {
    while (next < ownMs.length && (ownMs[next] as number) < atMs) next++
    const [before, after] = [atMs - (ownMs[next - 1] ?? -Infinity), (ownMs[next] ?? Infinity) - atMs]
    if (Math.min(before, after) >= nearMs) more.push(row)
    else taken[after <= before ? next : next - 1] = row
  })
  const rows = [
    ...Array.from(ownMs, (atMs, row) => ({ atMs, own: row, other: taken[row] as number })),
    ...more.map((row) => ({ atMs: otherMs[row] as number, own: -1, other: row })),
  ]
  if (more.length > 0) rows.sort((a, b) => a.atMs - b.atMs)
  return {
    timesMs: Float64Array.from(rows, ({ atMs }) => atMs),
    own: Int32Array.from(rows, ({ own }) => own),
    other: Int32Array.from(rows, ({ other }) => other),
  }
}

/** The record of the speaking view may lie just outside of a range that holds the other's. */
const around = (range: TimeRange, byMs: number): TimeRange => ({
  ...(range.fromMs === undefined ? {} : { fromMs: range.fromMs - byMs }),
  ...(range.toMs === undefined ? {} : { toMs: range.toMs + byMs }),
})

function rowsOf(book: Book, archive: JudgedArchive, other: Archive, ownMs: Float64Array, range: TimeRange): Rows | null {
  const nearMs = oneRecordMs(archive.archiveType)
  const otherMs = book.readings.stamps(other, range)
  if (isPart(otherMs, ownMs)) return null
  const rows = rowsTogether(ownMs, otherMs, nearMs)
  const beside = book.readings.stamps(archive, around(range, nearMs))
  const isNew = (row: number) => {
    const atMs = rows.timesMs[row] as number
    const next = firstWhere(0, beside.length, (at) => (beside[at] as number) >= atMs)
    return Math.min(atMs - (beside[next - 1] ?? -Infinity), (beside[next] ?? Infinity) - atMs) >= nearMs
  }
  const kept = (_: number, row: number) => (rows.own[row] as number) >= 0 || isNew(row)
  return { timesMs: rows.timesMs.filter(kept), own: rows.own.filter(kept), other: rows.other.filter(kept) }
}

/** Whether all of some times are among others; both ascending. */
function isPart(some: Float64Array, all: Float64Array): boolean {
  let at = 0
  for (const atMs of some) {
    while (at < all.length && (all[at] as number) < atMs) at++
    if (all[at] !== atMs) return false
  }
  return true
}

/** The stamps of an archive, those of records that its other view alone has among them; Unix ms, ascending. */
export function stampsOf(book: Book, archive: JudgedArchive, range: TimeRange = {}): Float64Array {
  const ownMs = book.readings.stamps(archive, range)
  return (archive.other && rowsOf(book, archive, archive.other, ownMs, range)?.timesMs) ?? ownMs
}

/** Whose channels they are, and what these mean. */
interface Meant {
  typeId: number | null
  meanings: Meanings
}

/** The numbers of an archive by time, all channels of its view; what it lacks is taken from the other view. */
export function columnsOf(book: Book, archive: JudgedArchive, meant: Meant, range: TimeRange = {}): Columns {
  const { channels, timesMs, values } = book.readings.columns(archive, range)
  const { timesMs: all, columns } = filled(book, archive, meant, { timesMs, columns: values, codes: channels }, range)
  return { channels, timesMs: all, values: columns }
}

/** The numbers of one channel; as `columnsOf`. */
export function columnOf(book: Book, archive: JudgedArchive, channelVarname: string, meant: Meant, range: TimeRange = {}): Column {
  const { timesMs, values } = book.readings.column(archive, channelVarname, range)
  const { timesMs: all, columns } = filled(book, archive, meant, { timesMs, columns: [values], codes: [channelVarname] }, range)
  return { timesMs: all, values: columns[0] as Float64Array }
}

interface Read {
  timesMs: Float64Array
  columns: Float64Array[]
  codes: readonly string[]
}

function filled(book: Book, archive: JudgedArchive, { typeId, meanings }: Meant, read: Read, range: TimeRange): Omit<Read, 'codes'> {
  const { other } = archive
  if (!other) return read
  const rows = rowsOf(book, archive, other, read.timesMs, range)
  const lacks = (column: Float64Array) => rows !== null || column.some(Number.isNaN)
  if (!read.columns.some(lacks)) return read
  const [own, theirs] = [meantIn(book, typeId, archive, meanings), meantIn(book, typeId, other, meanings)]
  const {
    timesMs,
    own: ownRows,
    other: otherRows,
  } = rows ?? rowsTogether(read.timesMs, book.readings.stamps(other, range), oneRecordMs(archive.archiveType))
  const columns = read.codes.map((code, at) => {
    const column = read.columns[at] as Float64Array
    if (!lacks(column)) return column
    const told = own.find(({ channelVarname }) => channelVarname === code)
    const twin = told && twinOf(told, theirs)
    const more = twin ? book.readings.column(other, twin.channelVarname, range).values : null
    const valueOf = (row: number): number => {
      const value = column[ownRows[row] as number] ?? Number.NaN
      if (!twin || !more || !Number.isNaN(value)) return value
      const theirs = more[otherRows[row] as number] ?? Number.NaN
      return Number.isNaN(theirs) || isSameUnit(twin.change) ? theirs : converted(theirs, twin.change)
    }
    return Float64Array.from(timesMs, (_, row) => valueOf(row))
  })
  return { timesMs, columns }
}

/** The readings of a book for whoever sums an archive in the view that is asked for: what that lacks is taken from the other. */
export function readingsInView(book: Book, device: Device, key: ReadingKey, meanings: Meanings): Readings {
  const archive = archiveInView(book, device, key, meanings)
  const meant = { typeId: device.equipmentTypeId, meanings }
  if (!archive?.other) return book.readings
  return { ...book.readings, columns: (_, range) => columnsOf(book, archive, meant, range) }
}
