import { foreignJson } from '../contract/foreign-json.ts'
import { OTHER_ENTRIES, type ImportColumn, type ImportMap, type SkipReason, type SourceCell } from '../contract/import-map.ts'
import { isCode, MOST_ENTRIES } from '../contract/record-bounds.ts'
import type { DeviceEvent, Reading, ReadingView, Verbatim } from '../contract/records.ts'
import { isBelieved, stampBounds } from '../contract/time/stamps.ts'
import { unfit } from './failures.ts'
import { foldOrder, type Folded } from './fold.ts'
import { MOST_SKIPPED, SKIPPED_TEXT } from './limits.ts'
import { placesOf, refsOf, type Placed, type Places } from './places.ts'
import { visitRows } from './source.ts'
import { momentsOf, timeReader, toEnd } from './times.ts'
import { cellReader, type Told } from './values.ts'

/** A file and a map become records. */

export interface ReadOptions {
  /** IANA: whose wall clock the times of a map with zone `station` are of. */
  zoneOfStation: string
  /** Whose rows are wanted, of a file that says whose they are; without it, such a file may be of one station only. */
  stationId?: number | undefined
  /** Devices whose rows are wanted; all of the station's when absent. */
  equipmentIds?: readonly number[] | undefined
  /** The unit in which the service sends a channel; null where that is not known. Asked where the map does not say it. */
  unitOf?: ((archiveType: string, channel: string) => string | null) | undefined
  /** What the message reference says of a code: Meterbook's own files print it where an event has no description. */
  describedAs?: ((archiveType: string, code: string) => string | null) | undefined
  nowMs?: number | undefined
}

interface Skipped {
  /** Line of the text or row of the sheet, from 1. */
  row: number
  sheet: string | null
  why: SkipReason
  /** The row, cut to what a line takes. */
  text: string
}

export interface ReadRecords {
  /** By archive and device, in the order of the file. `equipmentId`: null where the file names none. */
  readings: { archiveType: string; view: ReadingView; equipmentId: number | null; records: Reading[] }[]
  events: { archiveType: string; equipmentId: number | null; events: DeviceEvent[] }[]
  /** At most 10,000 of them. */
  skipped: Skipped[]
  /** How many rows were skipped, for each reason. */
  skippedBy: Partial<Record<SkipReason, number>>
  /** The most decimals that the file prints a channel with, after conversion. */
  decimals: Record<string, number>
  /** Cells that should be numbers and are none: left out, and counted by channel. */
  noNumbers: { channel: string; cells: number; example: string }[]
  /** Columns that no entry of the map names: how many of their cells have a text, beside a time. Of Meterbook's own files none. */
  unread: { column: string; cells: number }[]
}

/** A row on its way: its values are read already, its moment not yet. */
interface Row {
  row: number
  sheet: string | null
  cells: readonly SourceCell[]
  archiveType: string
  equipmentId: number | null
  values: Record<string, Verbatim>
}

/**
 * Reads the records of a file. A row of which anything is doubtful is skipped and said, never guessed.
 * @param name of the file, for what is said of it
 * @throws MeterbookError IMPORT_UNREADABLE, IMPORT_TOO_LARGE, IMPORT_MAP_UNFIT
 */
export async function readFile(bytes: Buffer, name: string, map: ImportMap, options: ReadOptions): Promise<ReadRecords> {
  const out: ReadRecords = { readings: [], events: [], skipped: [], skippedBy: {}, decimals: {}, noNumbers: [], unread: [] }
  const timeOf = timeReader(map.time)
  const moments = momentsOf(map.time.zone, options.zoneOfStation)
  const bounds = stampBounds({ nowMs: options.nowMs ?? Date.now() })
  const owners = new Set<string>()
  const folds = new Map<string, { fold: Folded<Row>; wall: (wallMs: number) => number; afterMs: number }>()
  const groups = new Map<string, (row: Row, atMs: number) => void>()
  const readers = new Map<string, Map<ImportColumn, (cell: SourceCell) => Verbatim | undefined>>()
  const noNumbers = new Map<string, ReadRecords['noNumbers'][number]>()
  const unread = unreadColumns(map)
  let found = false
  let missing: string | null = null
  let widest = 0

  const skip = (row: Pick<Row, 'row' | 'sheet' | 'cells'>, why: SkipReason): void => {
    out.skippedBy[why] = (out.skippedBy[why] ?? 0) + 1
    if (out.skipped.length >= MOST_SKIPPED) return
    const text = row.cells.map((cell) => cell.text.slice(0, SKIPPED_TEXT)).join(' ')
    out.skipped.push({ row: row.row, sheet: row.sheet, why, text: text.replaceAll(/\s+/gu, ' ').trim().slice(0, SKIPPED_TEXT) })
  }

  function keeperOf({ archiveType, equipmentId }: Row): (row: Row, atMs: number) => void {
    if (map.content === 'events') {
      const group = { archiveType, equipmentId, events: [] as DeviceEvent[] }
      out.events.push(group)
      return ({ values }, atMs) => void group.events.push({ atMs, entries: values })
    }
    const group = { archiveType, view: map.view, equipmentId, records: [] as Reading[] }
    out.readings.push(group)
    return ({ values }, atMs) => void group.records.push({ atMs, values })
  }
  function keep(row: Row, atMs: number): void {
    if (!isBelieved(atMs, bounds)) return skip(row, 'far-time')
    made(groups, `${row.equipmentId ?? ''} ${row.archiveType}`, () => keeperOf(row))(row, atMs)
  }
  // A file of one archive is told at once, whatever its rows hold.
  if (!map.archive) toEnd(map.time.stamp, map.archiveType)
  const foldOf = (archiveType: string) =>
    made(folds, archiveType, () => {
      const { wall, afterMs } = toEnd(map.time.stamp, archiveType)
      return { fold: foldOrder<Row>(moments, (row, atMs) => keep(row, atMs + afterMs), skip), wall, afterMs }
    })

  /** By the column of the map. */
  const readersOf = (archiveType: string) => made(readers, archiveType, () => new Map())
  function readerOf(archiveType: string, column: ImportColumn): (cell: SourceCell) => Verbatim | undefined {
    return made(readersOf(archiveType), column, () => {
      const { channel } = column
      const sentUnit = column.sentUnit ?? options.unitOf?.(archiveType, channel) ?? undefined
      const reader = cellReader(map, { unit: column.unit, sentUnit, channel })
      const told: Told = {
        printed: (decimals) => void (out.decimals[channel] = Math.max(out.decimals[channel] ?? 0, decimals)),
        noNumber: (text) => made(noNumbers, channel, () => ({ channel, cells: 0, example: text.slice(0, SKIPPED_TEXT) })).cells++,
      }
      return (cell) => reader(cell, told)
    })
  }

  function valuesOf(cells: readonly SourceCell[], archiveType: string, places: readonly Placed[]): Record<string, Verbatim> {
    const values: Record<string, Verbatim> = {}
    for (const { at, column } of places) {
      const cell = cells[at]
      if (cell === undefined) continue
      const { channel } = column
      if (channel === OTHER_ENTRIES) {
        for (const [entry, value] of entriesIn(cell)) put(values, entry, value)
        continue
      }
      const value = readerOf(archiveType, column)(cell)
      if (value !== undefined) put(values, channel, value)
      else if (column.empty !== undefined) put(values, channel, column.empty)
    }
    const { Code: code, CodeDescription: description } = values
    if (map.content === 'events' && typeof description === 'string' && options.describedAs) {
      if (options.describedAs(archiveType, typeof code === 'string' ? code : '') === description) delete values['CodeDescription']
    }
    return values
  }

  function isOthers(cells: readonly SourceCell[], owner: Places['owner']): boolean {
    const [station, device] = [textAt(cells, owner.station), textAt(cells, owner.device)]
    if (options.stationId === undefined && options.equipmentIds === undefined) {
      const said = station ?? device
      if (said !== undefined) owners.add(said)
      if (owners.size > 1) throw unfit('owners', [...owners].join(', '))
      return false
    }
    if (station !== undefined && options.stationId !== undefined && station !== String(options.stationId)) return true
    return device !== undefined && options.equipmentIds !== undefined && !options.equipmentIds.some((id) => String(id) === device)
  }

  function take(row: number, sheet: string | null, cells: readonly SourceCell[], places: Places): void {
    widest = Math.max(widest, cells.length)
    const asked = { row, sheet, cells }
    if (places.skipIf.some(({ at, matches }) => matches(cells[at]?.text ?? ''))) return skip(asked, 'told')
    const time = timeOf(places.time.map((at) => cells[at] ?? EMPTY))
    if (time === null) return skip(asked, 'no-time')
    if (isOthers(cells, places.owner)) return skip(asked, 'other-station')
    const archiveText = places.archive === null ? map.archiveType : (textAt(cells, places.archive) ?? '')
    const archiveType = ownOf(map.archive?.names, archiveText) ?? (map.archive?.names && !CODE.test(archiveText) ? '' : archiveText)
    if (!isCode(archiveType)) return skip(asked, 'no-archive')
    unread.count(cells, places)
    const values = valuesOf(cells, archiveType, places.columns)
    // A row of the program's own is a record even where it holds nothing.
    if (!map.verbatim && Object.keys(values).length === 0) return skip(asked, 'no-values')
    found = true
    const equipment = Number(textAt(cells, places.owner.device) ?? Number.NaN)
    const read: Row = { ...asked, archiveType, values, equipmentId: Number.isSafeInteger(equipment) ? equipment : null }
    const { fold, wall, afterMs } = foldOf(archiveType)
    if ('atMs' in time) keep(read, time.atMs + afterMs)
    else fold.push(read, wall(time.wallMs))
  }

  await visitRows(bytes, name, map, (sheet) => {
    if (map.sheet === undefined && found) return 'enough'
    let places: Places | null = map.headings ? null : placesOf(map, null)
    return (row, cells) => {
      if (row <= map.skipRows || !places) unread.heads(cells)
      if (row <= map.skipRows) return true
      if (places) {
        take(row, sheet, cells, places)
        return true
      }
      const read = placesOf(map, cells)
      missing ??= read.missing
      // Other sheets may have what this one lacks: a cover stands in front of many a spreadsheet.
      if (read.missing !== null) return false
      places = read
      return true
    }
  })
  for (const { fold } of folds.values()) fold.end()
  out.noNumbers = [...noNumbers.values()]
  out.unread = unread.said()
  if (!found && missing !== null) throw unfit('column', missing)
  const beyond = refsOf(map).find((ref) => typeof ref === 'number' && ref >= widest)
  if (widest > 0 && beyond !== undefined) throw unfit('column', String(beyond), String(widest))
  return out
}

/** Rows above the records whose texts name a column. */
const HEAD_ROWS = 4

/** Counts what stands in the columns that a map does not name. */
function unreadColumns(map: ImportMap) {
  const heads: (readonly SourceCell[])[] = []
  const cellsAt = new Map<number, number>()
  let used: { of: Places; at: ReadonlySet<number | null> } | null = null
  const nameOf = (at: number): string =>
    heads
      .map((cells) => textAt(cells, at) ?? '')
      .filter(Boolean)
      .join(' ')
      .slice(0, SKIPPED_TEXT)
  return {
    heads(cells: readonly SourceCell[]): void {
      heads.push(cells)
      if (heads.length > HEAD_ROWS) heads.shift()
    },
    count(cells: readonly SourceCell[], places: Places): void {
      if (map.verbatim) return
      const { time, columns, skipIf, archive, owner } = places
      if (used?.of !== places)
        used = {
          of: places,
          at: new Set([...time, ...columns.map(({ at }) => at), ...skipIf.map(({ at }) => at), archive, owner.station, owner.device]),
        }
      for (const [at, { text }] of cells.entries()) if (text !== '' && !used.at.has(at)) cellsAt.set(at, (cellsAt.get(at) ?? 0) + 1)
    },
    said: (): ReadRecords['unread'] =>
      [...cellsAt].toSorted(([a], [b]) => a - b).map(([at, cells]) => ({ column: nameOf(at) || String(at + 1), cells })),
  }
}

/** What may be the code of an archive that has no name: words of people are no codes. */
const CODE = /^[\w.-]+$/u
const EMPTY: SourceCell = { text: '', kind: 'nothing' }
const textAt = (cells: readonly SourceCell[], at: number | null): string | undefined =>
  at === null ? undefined : cells[at]?.text || undefined
const ownOf = (names: Readonly<Record<string, string>> | undefined, key: string): string | undefined =>
  names && Object.hasOwn(names, key) ? names[key] : undefined

/** Sets a value under any name, `__proto__` as well. */
function put(values: Record<string, Verbatim>, name: string, value: Verbatim): void {
  if (name === '__proto__') Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true })
  else values[name] = value
}

function made<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const value = make()
  map.set(key, value)
  return value
}

/** The other entries of an event: JSON in files for programs; `name: value; name: value` in those for people. */
function entriesIn({ text, kind }: SourceCell): [string, Verbatim][] {
  if (kind === 'nothing' || text === '') return []
  const json = text.startsWith('{') ? foreignJson(text) : undefined
  const entries: [string, Verbatim][] =
    typeof json === 'object' && json !== null && !Array.isArray(json)
      ? Object.entries(json as Record<string, Verbatim>)
      : text.split('; ').map((pair): [string, Verbatim] => {
          const colon = pair.indexOf(': ')
          return colon < 0 ? [pair, ''] : [pair.slice(0, colon), pair.slice(colon + 2)]
        })
  return entries.filter(([name]) => isCode(name)).slice(0, MOST_ENTRIES)
}
