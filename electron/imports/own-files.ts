import { NAMED_CHANNELS, UNIFIED_CHANNELS } from '../contract/channels.ts'
import {
  ALL_SHEETS,
  OTHER_ENTRIES,
  UNIX_PATTERN,
  type ImportColumn,
  type ImportFormat,
  type ImportMap,
  type SourceTable,
} from '../contract/import-map.ts'
import type { ReadingView } from '../contract/records.ts'
import { unitNamed } from '../contract/unit-spellings.ts'
import { LANGUAGES, type Language } from '../words/index.ts'
import { wordsOf, type Words } from '../words/program.ts'
import type { GuessHints } from './hints.ts'

/** Meterbook's own CSV and XLSX, for people and for programs, in each language: they are known by their headings. */

/** Columns that a file of readings has besides its channels, and those of a file of events. */
const OF_READINGS = ['time', 'station', 'equipment_serial_number', 'archive_type', 'station_id', 'equipment_id', 'unix_time'] as const
const OF_EVENTS = [
  'time',
  'station',
  'archive_type',
  'code',
  'message',
  'description',
  'val_code',
  'izm',
  'entries',
  'equipment_serial_number',
  'station_id',
  'equipment_id',
  'unix_time',
] as const
type Key = (typeof OF_READINGS)[number] | (typeof OF_EVENTS)[number]

/** What an event's entries are called in a file. What the message reference says of a code is no entry. */
const ENTRIES: readonly (readonly [Key, string])[] = [
  ['code', 'Code'],
  ['description', 'CodeDescription'],
  ['val_code', 'ValCode'],
  ['izm', 'Izm'],
  ['entries', OTHER_ENTRIES],
]

/**
 * A CSV for people does not tell an empty text from none; the service sends the four usual entries of every event as texts. A
 * spreadsheet tells them apart, and a CSV for programs has quotes.
 */
const entriesOf = (of: (key: Key) => string, reader: Reader, format: ImportFormat): ImportColumn[] =>
  ENTRIES.map(([key, channel]) => ({
    column: of(key),
    channel,
    ...(reader !== null && format !== 'xlsx' && channel !== OTHER_ENTRIES ? { empty: '' } : {}),
  }))

/** How a file heads its columns: null as those for programs are. */
type Reader = Language | null
const READERS: readonly Reader[] = [null, ...LANGUAGES]

interface OwnTable {
  table: SourceTable
  headings: string[]
  content: ImportMap['content']
}

/** The map of one of Meterbook's own files; null where it is none. */
export function ownMap(tables: readonly SourceTable[], name: string, hints: GuessHints): ImportMap | null {
  for (const reader of READERS) {
    const found = tables.flatMap((table): OwnTable[] => {
      const headings = table.rows[0]?.cells.map(({ text }) => text) ?? []
      const places = (keys: readonly Key[]) => keys.every((key) => headings.some((heading) => isHead(heading, key, reader)))
      if (places(OF_EVENTS)) return [{ table, headings, content: 'events' }]
      return places(OF_READINGS) ? [{ table, headings, content: 'readings' }] : []
    })
    const [first] = found
    if (!first) continue
    const of = (key: Key) => first.headings.find((heading) => isHead(heading, key, reader)) ?? key
    const headings = [...new Set(found.flatMap((one) => one.headings))]
    const columns = first.content === 'events' ? entriesOf(of, reader, first.table.format) : channelsIn(headings, reader, hints)
    if (columns.length === 0) continue
    const { format, encoding, separator } = first.table
    return {
      format,
      ...(encoding === null ? {} : { encoding }),
      ...(separator === null ? {} : { separator }),
      ...(format === 'xlsx' ? { sheet: ALL_SHEETS } : {}),
      skipRows: 0,
      headings: true,
      content: first.content,
      archiveType: 'hourly',
      view: first.content === 'events' ? 'general' : viewOf(tables, name, columns),
      // To the millisecond, also in an hour that comes twice.
      time: { columns: [of('unix_time')], pattern: UNIX_PATTERN, zone: 'UTC', stamp: 'end' },
      decimal: reader !== null && format !== 'xlsx' ? (wordsOf(reader).habits.decimal === ',' ? ',' : '.') : '.',
      columns,
      archive: { column: of('archive_type'), ...(reader === null ? {} : { names: archiveNames(reader, hints) }) },
      owner: { station: of('station_id'), device: of('equipment_id') },
      verbatim: true,
    }
  }
  return null
}

/** The time's heading names its zone behind it. */
function isHead(heading: string, key: Key, reader: Reader): boolean {
  if (reader === null) return heading === key
  const word = wordsOf(reader).file[key]
  return key === 'time' ? heading.startsWith(`${word} (`) && heading.endsWith(')') : heading === word
}

function archiveNames(reader: Language, { channels }: GuessHints): Record<string, string> {
  const ours = Object.entries(wordsOf(reader).names.archive).map(([code, name]) => [name, code] as const)
  const directory = channels.flatMap(({ archive_type_varname: code, archive_type_name: name }) => (name ? [[name, code] as const] : []))
  return Object.fromEntries([...directory, ...ours])
}

function channelsIn(headings: readonly string[], reader: Reader, hints: GuessHints): ImportColumn[] {
  const known = new Set<string>([...hints.channels.map(({ channel_varname: code }) => code), ...NAMED_CHANNELS])
  // Which values do not count is said for people, and is no channel.
  const isSaid = (heading: string) => reader !== null && heading === wordsOf(reader).file.refuted
  const own = headings.filter((heading) => !OF_READINGS.some((key) => isHead(heading, key, reader)) && !isSaid(heading))
  return own.map((heading) => {
    const { code, unit } = reader === null ? plainHead(heading) : peoplesHead(heading, known)
    const change = unit === null || reader === null ? null : convertedIn(unit, wordsOf(reader))
    if (change === null) return { column: heading, channel: code }
    const [only, second] = change.sent
    // Of several units that were sent nobody knows which was this station's, but the book; without it none fits.
    const sentUnit = second === undefined ? only : hints.channels.find(({ channel_varname: one }) => one === code)?.unit_name
    return { column: heading, channel: code, unit: change.unit, sentUnit: sentUnit ?? change.sent.join(', ') }
  })
}

const OF_VALUES = 'values.'
/** `P`, or `values.P, kPa` where the code alone would not have told which column is meant. */
function plainHead(heading: string): { code: string; unit: string | null } {
  const code = heading.startsWith(OF_VALUES) ? heading.slice(OF_VALUES.length) : ''
  const comma = code.indexOf(', ', 1)
  if (code === '') return { code: heading, unit: null }
  return comma < 0 ? { code, unit: null } : { code: code.slice(0, comma), unit: code.slice(comma + 2) || null }
}

/** Letters of the longest heading that the program writes: names, codes and units have 256 at most. */
const MOST_HEADING = 1000
/** `Pressure (P), kPa`, `P, kPa` or `P`: a name or a unit may have commas and brackets of its own. */
function peoplesHead(heading: string, known: ReadonlySet<string>): { code: string; unit: string | null } {
  const comma = heading.indexOf(', ')
  const bare = comma < 0 ? { code: heading, unit: null } : { code: heading.slice(0, comma), unit: heading.slice(comma + 2) }
  if (heading.length > MOST_HEADING) return bare
  const inBrackets = [...heading.matchAll(/ \(([^()]+)\)(?=$|, )/gu)].map(({ 0: whole, 1: code = '', index }) => ({
    code,
    unit: heading.slice(index + whole.length + 2) || null,
  }))
  const named =
    inBrackets.find(({ code }) => known.has(code)) ??
    inBrackets.find(({ unit }) => unit !== null && unitNamed(unit.replace(/ \([^()]*\)$/u, '')) !== null) ??
    inBrackets.findLast(({ code }) => !/\s/u.test(code))
  return named && !known.has(bare.code) ? named : bare
}

/** `MPa (converted from kPa)`: the unit of the values, and those that they were sent in. */
function convertedIn(text: string, words: Words): { unit: string; sent: string[] } | null {
  const mark = ` (${words.file.converted_from} `
  const at = text.lastIndexOf(mark)
  return at < 0 || !text.endsWith(')') ? null : { unit: text.slice(0, at), sent: text.slice(at + mark.length, -1).split(', ') }
}

/** By the cover of a spreadsheet or the file's name; else by the channels: the unified view has six and no others. */
function viewOf(tables: readonly SourceTable[], name: string, columns: readonly ImportColumn[]): ReadingView {
  const words = ` ${name.replace(/\.\w+$/u, '')} `.toLowerCase()
  for (const language of LANGUAGES) {
    const { names, file } = wordsOf(language)
    for (const view of ['general', 'unified'] as const) {
      const said = names.view[view]
      const onCover = tables.some(({ rows }) => rows.some(({ cells: [label, value] }) => label?.text === file.view && value?.text === said))
      if (onCover || words.includes(` ${said.toLowerCase()} `)) return view
    }
  }
  return columns.every(({ channel }) => UNIFIED_CHANNELS.some((unified) => unified === channel)) ? 'unified' : 'general'
}
