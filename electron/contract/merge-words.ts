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
  'notes',
  'marks',
  'meanings',
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
  /** The same key with other content: both are kept. */
  twice: number
}

export interface MergedStation extends MergeCounts {
  id: number
  name: string | null
  isNew: boolean
}

/** What a merge brings, or would bring. */
export interface Merged {
  kinds: (MergeCounts & { kind: MergeKind })[]
  /** Of the other book, those that bring most first. */
  stations: MergedStation[]
  /** The other book: where it lies, which it is, whose it is. */
  other: { file: string; bookId: string; account: { url: string; email: string } | null; sharedAtMs: number | null }
  isDryRun: boolean
}

/** What of a book can be given away besides readings: events, sessions and settings. */
export const SHARED_ARCHIVES = ['readings', 'events', 'settings', 'sessions'] as const
export type SharedArchive = (typeof SHARED_ARCHIVES)[number]
