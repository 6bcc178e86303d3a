import type { DeviceEvent, Reading, ReadingView } from './records.ts'

/** Files by cable, as the book, the command line and the window speak of them. Free of zod. */

/** MB, and bytes, of a file that is read, kept in the book and taken from another one. */
export const MOST_IMPORT_MB = 200
export const MOST_IMPORT_BYTES = MOST_IMPORT_MB * 1_000_000

/** A record's source as `v_reading.source` calls it. */
export const importSource = ({ name, sha256 }: Pick<ImportedFile, 'name' | 'sha256'>): string => `${name} ${fileAsBook(sha256)}`.trimStart()

/** How `v_kept_twice.book` calls a file, where another book has its id. */
export const fileAsBook = (sha256: string): string => `${SHA256}${sha256}`
const SHA256 = 'sha256:'
/** The SHA-256 of a file that is called so; null: it is a book's id. */
export const shaOfFile = (book: string): string | null => (FILE_AS_BOOK.test(book) ? book.slice(SHA256.length) : null)
const FILE_AS_BOOK = /^sha256:[0-9a-f]{64}$/

/** The number of a device that the service does not know, at a station without telemetry: no service gives a negative one. */
export const ownDeviceOf = (stationId: number): number => -stationId
export const isOwnDevice = (equipmentId: number): boolean => equipmentId < 0

/** What a file has of one archive of readings. */
export interface FileReadings {
  archiveType: string
  view: ReadingView
  records: readonly Reading[]
  /**
   * By channel: a value of the service that differs by no more says the same, because the file prints fewer digits. In the
   * channel's unit; a channel without one is compared to the last digit.
   */
  tolerances: Readonly<Record<string, number>>
  /** The device that the file names; null: the one that the station had at each record's time. */
  equipmentId: number | null
}

/** What a file has of one event archive. */
export interface FileEvents {
  archiveType: string
  /** As of readings. */
  equipmentId: number | null
  events: readonly DeviceEvent[]
}

/** A file that was read for a station. */
export interface ImportedFile {
  id: number
  stationId: number
  /** Hexadecimal. */
  sha256: string
  name: string
  bytes: number
  author: string
  /** Unix ms. */
  importedAtMs: number
  /** Records that the book has from it alone. */
  records: number
}

/** One value of a record that the file and the book have differently. */
export interface ImportDifference {
  archiveType: string
  view: ReadingView
  /** Unix ms. */
  atMs: number
  channelVarname: string
  file: string
  book: string
}

/** What an import brings of one archive, or would bring. */
export interface ImportedArchive {
  archiveType: string
  /** Null: events. */
  view: ReadingView | null
  equipmentId: number
  /** Of the file's records: Unix ms. */
  fromMs: number
  toMs: number
  /** The book lacked them. */
  added: number
  /** The book says the same. */
  same: number
  /** The book says otherwise: both are kept. */
  twice: number
}

/** What an import brings, or would bring. */
export interface Imported {
  archives: ImportedArchive[]
  /** The first few. */
  differences: ImportDifference[]
  isDryRun: boolean
  sha256: string
  /** The station had no device: it has got one, under a number of the program's own. */
  isNewDevice: boolean
}
/** Letters of the name of a kept map. */
export const MOST_MAP_NAME = 100
/** Differences that are listed. */
export const MOST_DIFFERENCES = 100
