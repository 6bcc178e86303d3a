/**
 * One line of a bench. `ratio` compares two sides measured in turns on the same machine, so that it means the same
 * on a fast and on a slow one; `name` says in words which way is better.
 */
export interface Row {
  name: string
  ratio: number
  target: number
  holds: boolean
}

/** What a bench file exports. `say` is for people: it goes to standard error. */
export type Bench = (options: BenchOptions) => Promise<Row[]>

export interface BenchOptions {
  /** How often both sides take their turn; null: the bench's own number. */
  turns: number | null
  say: (line: string) => void
}

export function atLeast(name: string, ratio: number, target: number): Row {
  return { name: `${name} (higher is better)`, ratio: rounded(ratio), target, holds: ratio >= target }
}

export function atMost(name: string, ratio: number, target: number): Row {
  return { name: `${name} (lower is better)`, ratio: rounded(ratio), target, holds: ratio <= target }
}

/** Whether a part of a bench is to be run: METERBOOK_BENCH names those that are; without it all are. */
export function isWanted(part: string): boolean {
  const wanted = process.env['METERBOOK_BENCH']?.split(',')
  return wanted === undefined || wanted.includes(part)
}

const rounded = (value: number) => Math.round(value * 100) / 100

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
