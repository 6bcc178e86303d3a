import type { Verbatim } from '../../contract/records.ts'
import { numberOf, type Values } from '../archives/reading-record.ts'
import { textOf } from '../search/text.ts'

/** A channel that a file and the book have differently, both values as texts. */
export interface Disagreement {
  channelVarname: string
  file: string
  book: string
}

/**
 * The channels of a file's record that contradict the book's record of the same time: those that the file says and the book
 * lacks, or has otherwise by more than a channel's tolerance. What the file leaves out contradicts nothing.
 */
export function disagreements(file: Values, own: Values, tolerances: Readonly<Record<string, number>>): Disagreement[] {
  return Object.entries(file).flatMap(([channelVarname, value]) => {
    const there = own[channelVarname]
    if (isSame(value, there, (Object.hasOwn(tolerances, channelVarname) ? tolerances[channelVarname] : undefined) ?? 0)) return []
    return [{ channelVarname, file: textOf(value), book: textOf(there) }]
  })
}

function isSame(file: Verbatim, own: Verbatim | undefined, tolerance: number): boolean {
  if (own === undefined) return file === null
  if (JSON.stringify(file) === JSON.stringify(own)) return true
  const [a, b] = [numberOf(file), numberOf(own)]
  // A sum of two decimal numbers misses by some of its last bits.
  return Math.abs(a - b) <= tolerance * (1 + 1e-9) + 1e-12 * Math.abs(b)
}
