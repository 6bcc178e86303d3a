import type { Cell } from './record.ts'

/** What a b-tree is ordered by: a row's number, or the first values of its record. */
export type Key = number | readonly Cell[]

const RANK = { number: 1, bigint: 1, string: 2, object: 3 } as const

/** SQLite's order: null, numbers, texts by their bytes, bytes. */
function compareCells(a: Cell, b: Cell): number {
  const [first, second] = [rankOf(a), rankOf(b)]
  if (first !== second || first === 0) return first - second
  if (first === 1) return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0
  return Buffer.compare(bytesOf(a), bytesOf(b))
}

const rankOf = (cell: Cell): number => (cell === null ? 0 : RANK[typeof cell as keyof typeof RANK])
const bytesOf = (cell: Cell): Buffer => (Buffer.isBuffer(cell) ? cell : Buffer.from(String(cell)))

/** Negative where the first comes before the second. Keys of one tree have the same form. */
export function compareKeys(a: Key, b: Key): number {
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b)
  for (const [at, cell] of a.entries()) {
    const order = compareCells(cell, b[at] ?? null)
    if (order !== 0) return order
  }
  return 0
}

/** A range of keys without its ends; null: from the first, or to the last. */
export interface Range {
  low: Key | null
  high: Key | null
}

export const isWithin = (key: Key, { low, high }: Range): boolean =>
  (low === null || compareKeys(key, low) > 0) && (high === null || compareKeys(key, high) < 0)
