import type { ReadingView } from './records.ts'

/**
 * How a file that was read out at the device becomes records: which column is which channel, how times are written, in
 * which units. It is made by hand or by `auto`, kept for a type of devices and shared as a file. Free of zod, for the
 * window too. docs/imports.md explains each field to people.
 */

/** `fixed`: text whose columns are parted by runs of spaces. Other text is `csv`, whatever stands between its cells. */
export const IMPORT_FORMATS = ['csv', 'xlsx', 'fixed'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

export const IMPORT_ENCODINGS = ['utf-8', 'utf-16le', 'windows-1251', 'cp866', 'koi8-r'] as const
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number]

/** What may stand between two cells, the more telling first; a box-drawing line `│` counts as `|`. */
export const IMPORT_SEPARATORS = [';', '\t', '|', ','] as const

export const IMPORT_CONTENTS = ['readings', 'events'] as const
export const IMPORT_STAMPS = ['end', 'start'] as const
export const IMPORT_DECIMALS = ['.', ',', 'auto'] as const

/** The zone of a file whose times are the station's own. */
export const STATION_ZONE = 'station'
/** Patterns besides those of letters: Unix time in seconds, and ISO 8601 with its offset. */
export const UNIX_PATTERN = 'unix'
export const ISO_PATTERN = 'iso'
/** All sheets that have the time's columns. */
export const ALL_SHEETS = '*'
/** Entries of an event in one cell, as Meterbook's own files have them: JSON, or `name: value; name: value`. */
export const OTHER_ENTRIES = '*'

/** A column: its place, counted from 0, or its heading. */
export type ColumnRef = number | string

export interface ImportTime {
  /** One column, or several whose texts are joined by a blank: a date and a time of day. */
  columns: readonly ColumnRef[]
  /**
   * `DD.MM.YYYY HH:mm:ss`: D and M, H, m, s by one or two digits, doubled by two; YY is of this century, SSS milliseconds,
   * what stands in square brackets may be absent. Or `unix`, or `iso`.
   */
  pattern: string
  /** An IANA zone, `station`, or an offset such as `+03:00`. Not asked where the pattern has its own. */
  zone: string
  /** Which end of its period a record is stamped with. */
  stamp: (typeof IMPORT_STAMPS)[number]
  /** `HH:mm` by the clock, where the file writes days alone; midnight when absent. */
  clock?: string | undefined
}

export interface ImportColumn {
  column: ColumnRef
  /** `channel_varname` of a reading, or the name of an event's entry: Code, CodeDescription, ValCode, Izm. */
  channel: string
  /** The unit of the file's values; as sent when absent. */
  unit?: string | undefined
  /** The unit in which the service sends the channel, and into which values are converted. */
  sentUnit?: string | undefined
  /** What an empty cell says; nothing when absent. */
  empty?: string | undefined
}

export interface ImportMap {
  format: ImportFormat
  /** Detected when absent. */
  encoding?: ImportEncoding | undefined
  /** csv: detected when absent. fixed: a blank where one blank alone parts columns, else two are needed. */
  separator?: string | undefined
  /** xlsx: `*` for all sheets that have these columns; the first one with records when absent. */
  sheet?: string | undefined
  /** Lines, or rows of a sheet, before the headings. */
  skipRows: number
  headings: boolean
  content: (typeof IMPORT_CONTENTS)[number]
  /** Code of the archive; with `archive` only of rows that name none. */
  archiveType: string
  view: ReadingView
  time: ImportTime
  decimal: (typeof IMPORT_DECIMALS)[number]
  columns: readonly ImportColumn[]
  /** Rows of which a cell contains this text are no records: totals, heads. `*` stands for any text; '' for an empty cell. */
  skipIf?: readonly { column: ColumnRef; matches: string }[] | undefined
  /** A column that names the archive, by code or by one of these names. */
  archive?: { column: ColumnRef; names?: Readonly<Record<string, string>> | undefined } | undefined
  /** Columns that say whose a row is. */
  owner?: { station?: ColumnRef | undefined; device?: ColumnRef | undefined } | undefined
  /**
   * The file is Meterbook's own: a cell is a number only where it is spelled as the program spells one, everything else is
   * kept as it stands, and the apostrophes before formulas are taken away.
   */
  verbatim?: boolean | undefined
}

/** What a cell of a file is: spreadsheets tell numbers and dates apart, of text only nothing at all is told from a text. */
export interface SourceCell {
  /** A date is `yyyy-mm-dd hh:mm:ss.mmm` without a zone, a number has a point. */
  text: string
  kind: 'text' | 'number' | 'date' | 'truth' | 'nothing'
  /** Text: the cell stands in quotes. */
  quoted?: true
}

/** The beginning of a file, or of a sheet of it, as cells. */
export interface SourceTable {
  format: ImportFormat
  /** Of a sheet. */
  sheet: string | null
  /** Of text. */
  encoding: ImportEncoding | null
  separator: string | null
  /** With the number that the file's line or the sheet's row has, counted from 1. */
  rows: { row: number; cells: SourceCell[] }[]
  /** There are more rows than these. */
  isCut: boolean
}

/** Why a row became no record. */
export const SKIP_REASONS = [
  /** By the map's `skipIf`. */
  'told',
  /** No time stands in it as the map says: a heading, a total. */
  'no-time',
  /** The station's clock never showed this time. */
  'clock-forward',
  /** The clock showed this time twice, and the rows beside it do not tell which is meant. */
  'clock-back',
  /** It lies before 1990 or more than ten years ahead. */
  'far-time',
  'other-station',
  'no-archive',
  /** It has a time and nothing else. */
  'no-values',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** Why no map was found by itself. */
export const GUESS_FAULTS = ['no-rows', 'no-time', 'no-channels'] as const
export type GuessFault = (typeof GUESS_FAULTS)[number]

/** What is wrong with a file that cannot be read. */
export const UNREADABLE_FAULTS = ['empty', 'no-text', 'no-xlsx', 'locked', 'quotes'] as const
/** What of a file is beyond its limit. */
export const LARGE_FAULTS = ['bytes', 'expanded', 'rows', 'cells', 'all-cells', 'letters', 'attributes'] as const
/** What of a map does not fit the file. */
export const UNFIT_FAULTS = ['column', 'sheet', 'zone', 'pattern', 'unit', 'stamp', 'owners', 'separator'] as const
/** What is wrong with the text of a map. */
export const MAP_FAULTS = ['syntax', 'unknown', 'missing', 'value'] as const
