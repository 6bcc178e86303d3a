import type { MergeCounts, MergeKind, RefusedRows } from './merge-words.ts'

/** What a damaged book was read with. */
export const JOURNAL_USES = [
  /** There is no journal beside it, or none that can be read. */
  'none',
  /** The log beside it was read as a part of it. */
  'log',
  /** The log beside it is of another book, or of another time: the book is sounder without. */
  'log_left_aside',
  /** A write that was cut off was taken back. */
  'rollback',
] as const
export type JournalUse = (typeof JOURNAL_USES)[number]

/** What of a table is not in the new book. */
export interface TableLoss {
  table: string
  /** Rows that were read. */
  rows: number
  /** Rows that were there, and are no rows of this table. */
  refused: number
  /** Rows of which an index tells that they were there; null: nobody knows. */
  lost: number | null
  /** Places of the table that cannot be read, or contradict themselves. */
  gaps: number
}

/** Days of an archive that have to be fetched again. */
export interface DaysAgain {
  devices: number
  /** Days of all archives together. */
  days: number
}

/** What came of the recovery of a damaged book. */
export interface Recovery {
  /** The damaged book, which is as it was. */
  file: string
  /** The new one. */
  out: string
  bytes: number
  /** The damaged book's version. */
  version: number
  journal: JournalUse
  pages: {
    all: number
    /** Pages that are missing, or hold something else. */
    unreadable: number
    /** Pages that contradict themselves somewhere. */
    unsound: number
    /** Pages that nothing leads to any more, which were read all the same. */
    orphans: number
    /** Such pages of which nobody can tell what they are of. */
    left: number
  }
  /** What was brought into the new book. */
  kinds: (MergeCounts & { kind: MergeKind })[]
  /** Rows that were read and are not believed. */
  refused: RefusedRows[]
  /** Tables of which something is missing; what people wrote first. */
  losses: TableLoss[]
  /** Rows in the place of lost ones, so that what refers to them is kept, by table. */
  stoodIn: { table: string; rows: number }[]
  again: DaysAgain
  /** Whose book it is; null: the book does not say so any more. */
  account: { url: string; email: string } | null
  /** Notes whose words do not fit what they are found by: some letter of them was changed. The first of them. */
  doubtful: { noteId: string; stationId: number }[]
  /** The backup that filled what was lost; null: none was there, or none was asked for. */
  backup: { file: string; madeAtMs: number | null; added: number; twice: number } | null
}

/** Where a book is damaged: tables and indexes, as `table reading`, with pages that are missing or hold something else, or contradict themselves. */
export interface DamagedPlaces {
  /** Pages of the file. */
  pages: number
  places: { name: string; unreadable: number; unsound: number }[]
}

/**
 * Whether all came over that anything tells of. Nobody can tell that a backup had all that was lost, so what it filled counts as
 * missing.
 */
export const isWholeRecovery = ({ journal, losses, refused, stoodIn, doubtful, again }: Recovery): boolean =>
  journal !== 'log_left_aside' && losses.length + refused.length + stoodIn.length + doubtful.length + again.days === 0

/** What a book is refused with whose pages may still be read: it is damaged, or its head is. */
export const RECOVERABLE = ['BOOK_DAMAGED', 'NOT_A_BOOK'] as const
export type Recoverable = (typeof RECOVERABLE)[number]
