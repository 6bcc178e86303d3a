import type { Meant } from '../../contract/meaning.ts'
import { MEANING_TABLE, type TableRow } from '../../contract/meaning-table.ts'

/** A row of the table with its pattern made; of rows that hold for a whole archive, `words` is null. */
export interface Pattern {
  row: TableRow
  words: RegExp | null
}

/** The rows of the table that give a role, in their order. */
export const patternsOf = (meant: Meant): readonly Pattern[] =>
  MEANING_TABLE.filter((row) => row.meant === meant && row.role !== undefined).map((row) => ({
    row,
    words: row.pattern === undefined ? null : new RegExp(row.pattern, 'u'),
  }))
