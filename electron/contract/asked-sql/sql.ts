/** Pieces of the questions that tables stand for (docs/book.md has the views). Free of zod. */

/** What of a table the public views cannot say: words/xx/window/questions.ts has a sentence for each. */
export type Unsaid =
  | 'search'
  | 'chosen'
  | 'order'
  | 'situation'
  | 'rank'
  | 'hours'
  | 'shares'
  | 'never'
  | 'changes'
  | 'verifications'
  | 'missing'
  | 'lasting'
  | 'groups'
  | 'parts'
  | 'roles'
  | 'sums'
  | 'waiting'
  | 'listed'

/** The question that a table stands for. */
export interface AskedSql {
  sql: string
  unsaid: readonly Unsaid[]
}

/** A text as SQLite reads it; one with a NUL, at which SQLite would stop reading the question, in parts. */
export const quoted = (text: string): string =>
  text
    .split('\0')
    .map((part) => `'${part.replaceAll("'", "''")}'`)
    .join(' || char(0) || ')
/** A name as SQLite reads it. */
export const named = (name: string): string => `"${name.replaceAll('\0', '').replaceAll('"', '""')}"`
export const among = (column: string, values: readonly (string | number)[]): string =>
  `${column} IN (${values.map((value) => (typeof value === 'number' ? String(value) : quoted(value))).join(', ')})`
/** Unix ms as the views have them. */
export const seconds = (ms: number): string => String(ms / 1000)

/** Conditions under each other; those that are not there are left out. */
export function where(parts: readonly (string | false | null | undefined)[]): string {
  const there = parts.filter((part) => typeof part === 'string' && part !== '')
  return there.length === 0 ? '' : `\nWHERE ${there.join('\n  AND ')}`
}

/** The stations of the consumers that providers' lists name, those below them too. */
export const ofProviders = (column: string, ids: readonly number[]): string => `${column} IN (
    WITH RECURSIVE below (id) AS (
      SELECT id FROM v_provider WHERE ${among('id', ids)} UNION SELECT p.id FROM v_provider p JOIN below b ON p.parent_id = b.id)
    SELECT customer_id FROM v_consumer_provider WHERE energy_id IN (SELECT id FROM below))`

/** Whose the rows of a table are, as its filter says it. */
export interface OwnerFilter {
  stationIds?: readonly number[] | undefined
  providerIds?: readonly number[] | undefined
  consumerIds?: readonly number[] | undefined
  equipmentTypeIds?: readonly number[] | undefined
}
/** The conditions of that on `v_station s`, whose id is also `stationId`. */
export const ofOwners = ({ stationIds, providerIds, consumerIds, equipmentTypeIds }: OwnerFilter, stationId = 's.id') => [
  stationIds && among(stationId, stationIds),
  providerIds && ofProviders('s.customer_id', providerIds),
  consumerIds && among('s.customer_id', consumerIds),
  equipmentTypeIds && among('s.equipment_type_id', equipmentTypeIds),
]

/** Words are looked for as they are typed: what is no Latin letter is told apart by its case. */
export const holding = (text: string, columns: readonly string[]): string[] =>
  text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `instr(lower(${columns.map((column) => `coalesce(${column}, '')`).join(` || ' ' || `)}), lower(${quoted(word)})) > 0`)
