import { MOST_VALUE } from '../contract/record-bounds.ts'

/** Bounds of a file that is read, besides its size (contract/import-words.ts): a year of hours is 9,000 rows and 1 MB; what is far beyond was not read out at a device. */

export const MB = 1024 ** 2
/** Bytes that a spreadsheet may unpack to. */
export const MOST_EXPANDED_BYTES = 512 * MB
/** Bytes of the texts of a spreadsheet, which are held together. */
export const MOST_TEXT_BYTES = 128 * MB
/** Rows of a sheet, lines of a text. */
export const MOST_ROWS = 2_000_000
/** Columns of a row: as many as a spreadsheet has. */
export const MOST_CELLS = 16_384
/** Cells of a file, and texts of a spreadsheet: 25 years of hours with twenty channels have 4.4 million, and each takes 90 bytes. */
export const MOST_CELLS_IN_ALL = 5_000_000
/** Letters of a cell. */
export const MOST_LETTERS = MOST_VALUE
/** Attributes of a tag of a spreadsheet: those that programs write have a dozen. */
export const MOST_ATTRIBUTES = 1000
/** Tags of a spreadsheet within each other: programs write a dozen. */
export const MOST_DEPTH = 100
/** Rows of a preview, and those that `auto` looks at. */
export const PREVIEW_ROWS = 200
/** Sheets of a spreadsheet that are looked at. */
export const MOST_SHEETS = 200
/** Skipped rows that are named; of others only their number is kept. */
export const MOST_SKIPPED = 10_000
/** Characters of a skipped row that are shown. */
export const SKIPPED_TEXT = 200
