import { calledBy, stationCalled } from '../../contract/called.ts'
import type { Book } from '../../book/book.ts'
import type { Verbatim } from '../../contract/records.ts'
import type { ChannelInfo } from '../../contract/readings.ts'
import { AS_SENT, toShown, type ShownUnit } from '../../contract/shown-units.ts'
import type { Language } from '../../words/index.ts'
import { wordsOf, type Words } from '../../words/program.ts'
import { namesOf, type Names } from '../names.ts'
import type { ExportHow } from '../request.ts'
import type { Cell, Column, ColumnKind, Table } from '../table.ts'
import { zoneClock, type ZoneClock } from '../../contract/time/zone.ts'

/** A title, a state or another text of exported files. */
export type Word = keyof Words['file']

/** What every kind of export is made from. */
export interface Source {
  book: Book
  words: (word: Word) => string
  names: Names
  language: Language
  clock: ZoneClock
  /** The unit that a channel's values stand in: another than was sent only where the file is asked to be converted. */
  shownOf: (channel: ChannelInfo, counts?: boolean) => ShownUnit
  format: ExportHow['format']
  /** People read it; programs get what the service sent and nothing else. */
  isForPeople: boolean
  /** True where the file is asked to be in the units of choice. */
  converts: boolean
}

/** @throws RangeError for a zone that the runtime does not know. */
export function sourceOf(book: Book, { language, timeZone, units, reader, format }: ExportHow): Source {
  const { file } = wordsOf(language)
  // Programs get values verbatim, and JSON is for programs always.
  const asked = reader === 'people' && format !== 'json' ? units : undefined
  const choices = asked ?? AS_SENT
  return {
    book,
    words: (word) => file[word],
    names: namesOf(language),
    language,
    clock: zoneClock(timeZone),
    shownOf: (channel, counts) => toShown(channel, choices, language, counts),
    format,
    isForPeople: reader === 'people' && format !== 'json' && format !== 'parquet',
    converts: asked !== undefined,
  }
}

/** A column and what stands in it for a record; `more` changes the column. */
export type Field<Record> = readonly [key: Word, kind: ColumnKind, cell: (record: Record) => Cell, more?: Partial<Column>]

/** Columns and rows of records that all have the same fields. */
export function filled<Record>(
  source: Source,
  records: Iterable<Record>,
  fields: readonly Field<Record>[],
): Pick<Table, 'columns' | 'rows'> {
  function* rows(): Generator<Cell[]> {
    for (const record of records) yield fields.map(([, , cell]) => cell(record))
  }
  return { columns: fields.map(([key, kind, , more]) => ({ ...column(source, key, kind), ...more })), rows: rows() }
}

const PAGE = 1000

/**
 * The records of these ids, in their order, read a page at a time, so that a long list is never held as a whole. By id,
 * because the book may be written between two pages: places in the list would shift. What is gone by then is left out.
 */
export function* paged<Id, Record extends { id: Id }>(
  ids: readonly Id[],
  some: (ids: readonly Id[]) => readonly Record[],
): Generator<Record> {
  for (let at = 0; at < ids.length; at += PAGE) {
    const page = ids.slice(at, at + PAGE)
    const found = new Map(some(page).map((record) => [record.id, record]))
    for (const id of page) {
      const record = found.get(id)
      if (record) yield record
    }
  }
}

/** A column titled by the dictionary; times name their zone, because a spreadsheet cannot. */
export function column({ words, clock }: Source, key: Word, kind: ColumnKind): Column {
  const isTime = kind === 'time' || kind === 'instant'
  return { key, kind, header: isTime ? `${words(key)} (${clock.timeZone})` : words(key) }
}

/** Archives by the names people know, for programs by their codes. `directory`: names of those that we have none for. */
export function archiveColumn(source: Source, directory: ReadonlyMap<string, Verbatim>): Column {
  const show = (code: Verbatim) => source.names.archive(String(code), directory.get(String(code)))
  return { ...column(source, 'archive_type', 'text'), show }
}

/** What the channel directory calls the archives of these stations' devices. */
export function directoryNames({ book }: Source, stations: readonly ExportStation[]): Map<string, Verbatim> {
  const types = new Set(stations.flatMap(({ equipmentTypeId }) => equipmentTypeId ?? []))
  const entries = [...types].flatMap((id) => book.channels.byType(id))
  return new Map(entries.map(({ archiveTypeVarname, archiveTypeName }) => [archiveTypeVarname, archiveTypeName]))
}

/** Stations of a request in the book's natural order; those that the book does not know are passed over. */
export function stationsOf({ book }: Source, ids: readonly number[]) {
  return book.stations.list({ ids, limit: -1 }).rows
}
export type ExportStation = ReturnType<typeof stationsOf>[number]

/** Every device that these stations had, each as its station with that device in its time; the oldest first. */
export const devicesOf = ({ book }: Source, stations: readonly ExportStation[]): ExportStation[] =>
  stations.flatMap(({ id }) => book.stations.life(id))

const NAMED_STATIONS = 20

/** The line of 'about' that names the stations. */
export function aboutStations(source: Source, stations: readonly ExportStation[]): [string, string] {
  const names = stations.slice(0, NAMED_STATIONS).map(stationCalled)
  const more = stations.length - names.length
  return [source.words('stations'), names.join(', ') + (more > 0 ? ` … +${more}` : '')]
}

/** The names of providers, wherever they stand in the tree. */
export function providersCalled({ book }: Source, ids: readonly number[]): string {
  type Tree = ReturnType<Book['providers']['tree']>
  const flat = (tree: Tree): [number, string | null][] =>
    tree.flatMap(({ id, name, children }): [number, string | null][] => [[id, name], ...flat(children)])
  const names = new Map(flat(book.providers.tree()))
  return ids.map((id) => calledBy(names.get(id) ?? null, id)).join(', ')
}

export function aboutSpan({ words }: Source, from: string | undefined, to: string | undefined): [string, string] {
  return [words('span'), from === undefined && to === undefined ? words('all') : `${from ?? '…'} – ${to ?? '…'}`]
}

export function aboutMoments({ words, clock }: Source, fromMs?: number, toMs?: number): [string, string] {
  const shown = (atMs: number | undefined) => (atMs === undefined ? '…' : clock.wall(atMs))
  return [words('span'), fromMs === undefined && toMs === undefined ? words('all') : `${shown(fromMs)} – ${shown(toMs)}`]
}
