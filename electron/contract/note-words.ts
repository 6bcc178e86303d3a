/** What notes can be, and how large: the one list for the window, the command line, the book and the files. Free of zod. */

/** What an engineer did or saw. */
export const NOTE_KINDS = ['visit', 'repair', 'seal', 'reading', 'other'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

/** Characters of a note's text, and of a name. */
export const MOST_NOTE_TEXT = 10_000
export const MOST_NAME = 200
/** Photographs of one note: all of them travel in one message, which the browser's host limits to 32 MiB. */
export const MOST_PHOTOS = 12
/** A photograph as it is kept, and its small picture for lists, bytes. */
export const MOST_PHOTO_BYTES = 2_000_000
export const MOST_THUMB_BYTES = 100_000
/** A deleted note can be brought back for so many days; then only its id is kept. */
export const KEPT_DELETED_DAYS = 30
