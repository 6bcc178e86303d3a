/** So many are sorted in one go. */
const RUN = 250
/** The page works so long before it looks after its window, ms. */
const WORK_MS = 8

/**
 * A sorted copy of a long list, stable as `toSorted` is, made without holding the window: short runs first, which are then merged in
 * pairs, with a break every few milliseconds. A list of one run is there before the next task.
 * @throws what `signal` is aborted with
 */
export async function sortInPieces<T>(list: readonly T[], compare: (a: T, b: T) => number, signal: AbortSignal): Promise<T[]> {
  let since = performance.now()
  async function breathe(): Promise<void> {
    if (performance.now() - since < WORK_MS) return
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    since = performance.now()
  }
  let runs: T[][] = []
  for (let at = 0; at < list.length; at += RUN) {
    runs.push(list.slice(at, at + RUN).toSorted(compare))
    await breathe()
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare, breathe))
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<T>(one: T[], other: T[], compare: (a: T, b: T) => number, breathe: () => Promise<void>): Promise<T[]> {
  if (other.length === 0) return one
  const merged: T[] = []
  let [i, j] = [0, 0]
  while (i < one.length && j < other.length) {
    // The earlier run first where both are equal.
    merged.push(compare(one[i] as T, other[j] as T) <= 0 ? (one[i++] as T) : (other[j++] as T))
    if (merged.length % RUN === 0) await breathe()
  }
  for (; i < one.length; i++) merged.push(one[i] as T)
  for (; j < other.length; j++) merged.push(other[j] as T)
  return merged
}
