import { isVerbatim, type RecordField } from '../../contract/fields/field.ts'
import type { Verbatim } from '../../contract/records.ts'
import { parseStored } from './stored.ts'

/** What SQLite takes and gives. */
type Cell = null | number | bigint | string | Buffer

/** 'plain' columns have one SQLite type; 'verbatim' columns hold any value of the service and keep its type. */
export type Kind = 'plain' | 'verbatim'

export const layoutKind = (field: RecordField): Kind => (isVerbatim(field) ? 'verbatim' : 'plain')

/** How the fields of a record map to the columns of a table. */
export interface Layout<T> {
  /** Column names, in the order of encode and decode. */
  readonly columns: readonly string[]
  encode(record: T): Cell[]
  /** Decodes a row read with `.raw()` whose columns from `start` are this layout's. */
  decode(row: readonly unknown[], start?: number): T
}

/**
 * A verbatim value as a cell: integers as INTEGER, other numbers as REAL, texts as TEXT. Booleans and nested values become
 * a BLOB of their JSON, and nothing else does.
 */
function toCell(value: Verbatim): Cell {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0) ? BigInt(value) : value
  return Buffer.from(JSON.stringify(value))
}

/** The reverse of toCell. */
export function fromCell(cell: unknown): Verbatim {
  return Buffer.isBuffer(cell) ? parseStored<Verbatim>(cell.toString(), 'a cell') : (cell as Verbatim)
}

/** In snake_case. */
export const columnNamed = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Columns are the fields in snake_case, which is the service's own spelling (`equipmentTypeId`: `equipment_type_id`). */
export function layoutOf<T extends object>(kinds: { readonly [K in keyof T]-?: Kind }): Layout<T> {
  const fields = Object.keys(kinds) as (keyof T & string)[]
  return {
    columns: fields.map(columnNamed),
    encode: (record) =>
      fields.map((field) => {
        const value = record[field] as Verbatim
        return kinds[field] === 'verbatim' ? toCell(value) : (value as Cell)
      }),
    decode: (row, start = 0) =>
      Object.fromEntries(
        fields.map((field, at) => [field, kinds[field] === 'verbatim' ? fromCell(row[start + at]) : row[start + at]]),
      ) as T,
  }
}

/**
 * An insert that updates the row with the same key if any column differs. The columns of `always` are updated in any case
 * (when a record was last seen).
 */
export function upsert(table: string, key: readonly string[], columns: readonly string[], always: readonly string[] = []): string {
  const all = [...columns, ...always]
  const news = columns.filter((column) => !key.includes(column))
  const set = [...news, ...always].map((column) => `${column} = excluded.${column}`)
  const differs = `(${news.map((column) => `${table}.${column}`).join(', ')}) IS NOT (${news.map((column) => `excluded.${column}`).join(', ')})`
  return `INSERT INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${set.join(', ')}${always.length > 0 ? '' : ` WHERE ${differs}`}`
}

/** The columns of a layout in a SELECT, of table `alias`. */
export function selected(layout: Layout<never> | Layout<object>, alias?: string): string {
  return layout.columns.map((column) => (alias ? `${alias}.${column}` : column)).join(', ')
}
