import type { Meant } from '../../../contract/meaning.ts'
import { MEANING_TABLE, type TableRow } from '../../../contract/meaning-table.ts'

/** A row of the table with its patterns made. */
export interface Pattern {
  row: TableRow
  /** Whether a folded text has the row's words; null: the row holds for a whole archive. */
  fits: ((folded: string) => boolean) | null
}

/** The rows of the table that give a role, in their order. */
export const patternsOf = (meant: Meant): readonly Pattern[] =>
  MEANING_TABLE.filter((row) => row.meant === meant && row.role !== undefined).map((row) => ({
    row,
    fits: fitsOf(row),
  }))

function fitsOf({ pattern, also }: TableRow): Pattern['fits'] {
  if (pattern === undefined) return null
  const words = [pattern, ...(also === undefined ? [] : [also])].map((text) => new RegExp(text, 'u'))
  return (folded) => words.every((one) => one.test(folded))
}
