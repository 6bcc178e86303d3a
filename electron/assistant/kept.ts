import { MINUTE_MS } from '../contract/time/units.ts'

/**
 * What took long to find out and is asked again soon, page by page: kept for as long as the book's file stays as it was and some
 * minutes at most, for it may count the time until now. Of each name the last one.
 */

const KEPT_MS = 10 * MINUTE_MS

export function createKept() {
  const found = new Map<string, { state: string; atMs: number; result: unknown }>()
  return async function kept<Result>(
    { name, state, nowMs }: { name: string; state: string; nowMs: number },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const known = found.get(name)
    if (known?.state === state && nowMs - known.atMs < KEPT_MS) return known.result as Result
    found.delete(name)
    const result = await work()
    found.set(name, { state, atMs: nowMs, result })
    return result
  }
}
