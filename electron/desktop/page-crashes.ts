/** A page that crashes so often within this time is not loaded again by itself: it would crash for ever. */
const [MOST, WITHIN_MS] = [3, 60_000]

/** Counts crashes of the page; true: load it again. */
export function pageCrashes(nowMs: () => number = () => performance.now()): () => boolean {
  let crashes: number[] = []
  return () => {
    const now = nowMs()
    crashes = [...crashes.filter((atMs) => now - atMs < WITHIN_MS), now]
    if (crashes.length < MOST) return true
    crashes = []
    return false
  }
}
