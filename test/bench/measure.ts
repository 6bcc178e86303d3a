import type { RowKey } from './rows.ts'
import type { BenchName, SizeOf } from './sizes.ts'

/**
 * What a bench found for one of its rows (rows.ts). A ratio compares two sides measured in turns on the same machine, so
 * that it means the same on a fast and on a slow one.
 */
export interface Figure<N extends BenchName = BenchName> {
  row: RowKey<N>
  value: number
  /** What is to be known of this one measurement, such as a side that was not there. */
  note?: string
}

/** What a bench file exports. */
export type Bench<N extends BenchName> = (options: BenchOptions<N>) => Promise<Figure<N>[]>

export interface BenchOptions<N extends BenchName> {
  /** The world, and how often both sides take their turn in it. */
  size: SizeOf<N>
  /** How often both sides take their turn; null: as the size says. */
  turns: number | null
  /** Whether a part of the bench is to be run. */
  isWanted: (part: string) => boolean
  /** For people: it goes to standard error. */
  say: (line: string) => void
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/**
 * Both sides in turns, first one then the other, the order changing each time, so that a drift of the machine (heat,
 * neighbours, caches) falls on both.
 */
export async function inTurns<A, B>(
  turns: number,
  first: (turn: number) => Promise<A>,
  second: (turn: number) => Promise<B>,
): Promise<[A, B][]> {
  const results: [A, B][] = []
  for (let turn = 0; turn < turns; turn++) {
    if (turn % 2 === 0) {
      const a = await first(turn)
      results.push([a, await second(turn)])
    } else {
      const b = await second(turn)
      results.push([await first(turn), b])
    }
  }
  return results
}
