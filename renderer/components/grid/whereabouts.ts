import type { RowSource } from './rows.ts'

/** A row that moved farther than this among the rows that are held is not looked for. */
const REACH = 500

/**
 * Finds the present place of the row with a key, outwards from its last place.
 * @returns its index; -1 where it is not among the rows held nearby
 */
export function whereIs<Row, Key>(source: RowSource<Row>, keyOf: (row: Row) => Key, key: Key, from: number): number {
  const isAt = (index: number) => {
    const row = source.at(index)
    return row !== undefined && keyOf(row) === key
  }
  for (let away = 0; away <= REACH; away++) {
    if (isAt(from + away)) return from + away
    if (away > 0 && from >= away && isAt(from - away)) return from - away
  }
  return -1
}
