import type { SkipReason } from '../contract/import-map.ts'
import type { Moments } from './times.ts'

/**
 * Moments of rows that say wall times alone. An hour that the clock shows twice is told apart by the order of rows: within
 * it the times step back once (in a file that goes back in time: forward). Rows that wait for the next are at most those of
 * such an hour.
 */
export interface Folded<Row> {
  push(row: Row, wallMs: number): void
  /** The rows are over. */
  end(): void
}

export function foldOrder<Row>(
  moments: Moments,
  take: (row: Row, atMs: number) => void,
  skip: (row: Row, why: SkipReason) => void,
): Folded<Row> {
  let waiting: { row: Row; wallMs: number; at: [number, number] }[] = []
  let before: number | null = null

  function settle(after: number | null): void {
    if (waiting.length === 0) return
    const run = waiting
    waiting = []
    const first = run[0]?.wallMs ?? 0
    const last = run.at(-1)?.wallMs ?? 0
    // Which way the file goes is told by the rows before and behind the hour.
    const [from, to] = [before ?? first, after ?? last]
    const isBack = from > to
    const turns = run.flatMap(({ wallMs }, nth) => {
      const previous = run[nth - 1]?.wallMs
      if (previous === undefined) return []
      return (isBack ? wallMs >= previous : wallMs <= previous) ? [nth] : []
    })
    const [turn, second] = turns
    for (const [nth, { row, at }] of run.entries()) {
      if (turn === undefined || second !== undefined) skip(row, 'clock-back')
      else take(row, at[nth < turn === isBack ? 1 : 0])
    }
  }

  return {
    push(row, wallMs) {
      const found = moments(wallMs)
      const [first, second] = found
      if (first !== undefined && second !== undefined) {
        waiting.push({ row, wallMs, at: [first, second] })
        return
      }
      settle(wallMs)
      before = wallMs
      if (first === undefined) skip(row, 'clock-forward')
      else take(row, first)
    },
    end: () => settle(null),
  }
}
