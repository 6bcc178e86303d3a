/** Values that JSON may hold and that are no scalar of one token: escapes, nested values, a record by position. */
const NESTED = /[\\{}]|.\[/

/**
 * The cells of a stored record as they stand in it, unparsed: numbers are spelled there as JavaScript spells them. Null
 * where that cannot be told without parsing it.
 */
export function plainCells(record: string): readonly string[] | null {
  if (NESTED.test(record) || record[0] !== '[') return null
  if (record.length === 2) return []
  const cells = record.slice(1, -1).split(',')
  if (record.includes('"')) for (const cell of cells) if (!isWhole(cell)) return null
  return cells
}

/** False for the half of a text that has a comma. */
function isWhole(cell: string): boolean {
  const quoted = cell.charCodeAt(0) === 34
  return quoted ? cell.length > 1 && cell.charCodeAt(cell.length - 1) === 34 : !cell.includes('"')
}
