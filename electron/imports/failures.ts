import { MeterbookError } from '../contract/errors.ts'
import type { LARGE_FAULTS, MAP_FAULTS, UNFIT_FAULTS, UNREADABLE_FAULTS } from '../contract/import-map.ts'

/** The four ways in which reading a file fails. Each is thrown before anything is kept. */

export const unreadable = (file: string, reason: (typeof UNREADABLE_FAULTS)[number], cause?: unknown): MeterbookError =>
  new MeterbookError('IMPORT_UNREADABLE', { file, reason }, { cause })

/** @param most the limit: MB, rows, or cells of a row */
export const tooLarge = (file: string, reason: (typeof LARGE_FAULTS)[number], most: number): MeterbookError =>
  new MeterbookError('IMPORT_TOO_LARGE', { file, reason, most })

/** @param detail the column, sheet, zone, … that the map names @param known what is there instead; '' where that says nothing */
export const unfit = (reason: (typeof UNFIT_FAULTS)[number], detail: string, known = ''): MeterbookError =>
  new MeterbookError('IMPORT_MAP_UNFIT', { reason, detail: detail.slice(0, MOST_SAID), known: known.slice(0, MOST_SAID) })

/** @param line of the map's text, from 1 @param detail the key, or what the reader of YAML says */
export const badMap = (line: number, reason: (typeof MAP_FAULTS)[number], detail: string): MeterbookError =>
  new MeterbookError('IMPORT_MAP_BROKEN', { line, reason, detail: detail.slice(0, MOST_SAID) })

/** A heading of a foreign file may be as long as it likes; a sentence may not. */
const MOST_SAID = 300
