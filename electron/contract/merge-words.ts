/** What a merge of books counts. Free of zod, for the window too. */
export const MERGE_KINDS = [
  'stations',
  'directory',
  'reference',
  'readings',
  'events',
  'sessions',
  'settings',
  'coverage',
  'imports',
  'notes',
  'marks',
  'branches',
  'meanings',
  'limits',
  'questions',
  'rejected',
] as const
export type MergeKind = (typeof MERGE_KINDS)[number]

export interface MergeCounts {
  /** The book lacked it. */
  added: number
  /** The book has it as it is. */
  same: number
  /** The other book's is newer, or fills what was empty. */
  newer: number
  /** Records whose key the book has with other content: both are kept. */
  twice: number
}

export interface MergedStation extends MergeCounts {
  id: number
  name: string | null
  isNew: boolean
}

/** Why a row of the other book is not taken. */
export const REFUSALS = [
  /** No JSON, or JSON of another shape. */
  'unreadable',
  /** A time or a day that cannot be: time/stamps.ts. */
  'time',
  /** Longer or more than is kept. */
  'too_long',
  /** A number out of its bounds. */
  'bounds',
  /** A word that this program does not know. */
  'unknown',
  /** No JPEG, one that is too large, or more than a picture. */
  'picture',
  /** It belongs to something that is not there, or was refused itself. */
  'orphan',
  /** The record contradicts itself. */
  'contradiction',
  /** Bytes that are no text. */
  'bytes',
] as const
export type Refusal = (typeof REFUSALS)[number]

/** Tables of a book of which a merge may refuse rows. */
export const MERGED_TABLES = [
  'provider',
  'consumer',
  'consumer_provider',
  'contract_number',
  'station',
  'device_sighting',
  'device_given',
  'device_hint',
  'station_clock',
  'station_typed',
  'trip_stop',
  'named_trip',
  'characteristics',
  'last_session',
  'equipment_type',
  'channel',
  'message',
  'meaning',
  'threshold',
  'contract_limit',
  'import_map',
  'import_file',
  'import_content',
  'series',
  'series_channel',
  'reading',
  'event_text',
  'event_content',
  'event',
  'reading_source',
  'event_source',
  'setting_snapshot',
  'setting',
  'session',
  'coverage_run',
  'note',
  'note_photo',
  'finding_mark',
  'branch',
  'question',
  'kept_twice',
  'rejected',
] as const
export type MergedTable = (typeof MERGED_TABLES)[number]

/** Rows of the other book that are not taken for one reason. */
export interface RefusedRows {
  kind: MergeKind
  table: MergedTable
  reason: Refusal
  rows: number
  /** The key of one of them. */
  first: string
}

/** What a merge brings, or would bring. */
export interface Merged {
  kinds: (MergeCounts & { kind: MergeKind })[]
  /** The other book's stations, those that bring most first. */
  stations: MergedStation[]
  /** What was not taken; the first rows of each table are kept word for word among the records not understood. */
  refused: RefusedRows[]
  /** The other book: where it lies, which it is, whose it is. */
  other: { file: string; bookId: string; account: { url: string; email: string } | null; sharedAtMs: number | null }
  isDryRun: boolean
}

/** What of a book can be given away besides readings: events, sessions and settings. */
export const SHARED_ARCHIVES = ['readings', 'events', 'settings', 'sessions'] as const
export type SharedArchive = (typeof SHARED_ARCHIVES)[number]
