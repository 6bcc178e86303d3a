import type { ColumnRef, ImportColumn, ImportMap, SourceTable } from '../../../electron/contract/import-map.ts'
import { STATION_ZONE } from '../../../electron/contract/import-map.ts'

/** A map that is made by clicking on the beginning of a file. Pure: each change gives another map. */

/** What a column is: a part of the time, a channel (or an entry of events), or nothing. */
export type ColumnRole = { kind: 'time' } | { kind: 'channel'; channel: string; unit: string } | { kind: 'none' }

/** Ways in which times are written, for the list; any other can be typed. */
export const TIME_PATTERNS = [
  'DD.MM.YYYY HH:mm[:ss]',
  'DD.MM.YY HH:mm[:ss]',
  'DD.MM.YY HH-mm',
  'YYYY-MM-DD HH:mm[:ss]',
  'DD/MM/YYYY HH:mm[:ss]',
  'DD.MM.YYYY',
  'iso',
  'unix',
] as const

/** A map that says nothing yet of the columns. */
export const emptyMap = ({ format, encoding, separator, sheet }: SourceTable): ImportMap => ({
  format,
  ...(encoding === null ? {} : { encoding }),
  ...(separator === null ? {} : { separator }),
  ...(sheet === null ? {} : { sheet }),
  skipRows: 0,
  headings: true,
  content: 'readings',
  archiveType: 'hourly',
  view: 'general',
  time: { columns: [], pattern: TIME_PATTERNS[0], zone: STATION_ZONE, stamp: 'end' },
  decimal: 'auto',
  columns: [],
})

/** Whether it says enough to read a record by it. */
export const isReadable = ({ time, columns, archiveType }: ImportMap): boolean =>
  time.columns.length > 0 && columns.length > 0 && archiveType !== ''

/** The headings that the map reads by, by column; none where it reads by places. */
export function headingsOf({ rows }: SourceTable, { headings, skipRows }: ImportMap): string[] {
  if (!headings) return []
  return rows.find(({ row }) => row > skipRows)?.cells.map(({ text }) => text) ?? []
}

/** How many columns the beginning of a file has. */
export const widthOf = ({ rows }: SourceTable): number => rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()
const placeOf = (ref: ColumnRef, headings: readonly string[]): number =>
  typeof ref === 'number' ? ref : headings.findIndex((heading) => same(heading, ref))

/** By its heading, which stays the same where columns come and go; by its place where it has none of its own. */
function refOf(at: number, headings: readonly string[]): ColumnRef {
  const heading = headings[at]?.trim() ?? ''
  return heading !== '' && headings.filter((other) => same(other, heading)).length === 1 ? heading : at
}

export function roleOf(map: ImportMap, at: number, headings: readonly string[]): ColumnRole {
  if (map.time.columns.some((ref) => placeOf(ref, headings) === at)) return { kind: 'time' }
  const column = map.columns.find((one) => placeOf(one.column, headings) === at)
  return column ? { kind: 'channel', channel: column.channel, unit: column.unit ?? '' } : { kind: 'none' }
}

/** Columns of the time are read in their order in the file; a channel has one column. */
export function withRole(map: ImportMap, at: number, headings: readonly string[], role: ColumnRole): ImportMap {
  const isOther = (ref: ColumnRef) => placeOf(ref, headings) !== at
  const time = map.time.columns.filter(isOther)
  const columns = map.columns.filter(({ column }) => isOther(column))
  if (role.kind === 'time') {
    time.push(refOf(at, headings))
    time.sort((a, b) => placeOf(a, headings) - placeOf(b, headings))
  }
  const own: ImportColumn[] =
    role.kind === 'channel'
      ? [{ column: refOf(at, headings), channel: role.channel, ...(role.unit.trim() === '' ? {} : { unit: role.unit.trim() }) }]
      : []
  const others = role.kind === 'channel' ? columns.filter(({ channel }) => channel !== role.channel) : columns
  return { ...map, time: { ...map.time, columns: time }, columns: [...others, ...own] }
}

/**
 * A click on a row's number: it has the headings; a second one: it is the first record. What columns mean stays where it
 * can be told by places.
 */
export function withRow(map: ImportMap, row: number, table: SourceTable): ImportMap {
  const before = headingsOf(table, map)
  const isHead = map.headings && table.rows.find((one) => one.row > map.skipRows)?.row === row
  const changed: ImportMap = { ...map, skipRows: row - 1, headings: !isHead }
  const after = headingsOf(table, changed)
  const moved = (ref: ColumnRef): ColumnRef[] => {
    const at = placeOf(ref, before)
    return at < 0 ? [] : [refOf(at, after)]
  }
  return {
    ...changed,
    time: { ...map.time, columns: map.time.columns.flatMap(moved) },
    columns: map.columns.flatMap((one) => moved(one.column).map((column) => ({ ...one, column }))),
  }
}

/** What a row is by the map: before everything, the headings, or perhaps a record. */
export function rowKind(map: ImportMap, row: number, table: SourceTable): 'skipped' | 'head' | 'record' {
  if (row <= map.skipRows) return 'skipped'
  return map.headings && table.rows.find((one) => one.row > map.skipRows)?.row === row ? 'head' : 'record'
}

/** Entries that an event has. */
export const EVENT_ENTRIES = ['Code', 'CodeDescription', 'ValCode', 'Izm'] as const
