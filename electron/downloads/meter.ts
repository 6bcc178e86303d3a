/** Counts what a run moves and how fast, from a clock that is passed in. */

/** Speed is averaged over this window, so that one slow answer does not make the time left jump. */
const WINDOW_MS = 15_000

export interface Counters {
  pages: number
  records: number
  added: number
  changed: number
  rejected: number
  bytes: number
}

/** `before`: what the run had fetched before it was taken up again. */
export function createMeter(monotonicMs: () => number, before: Partial<Counters> = {}) {
  const totals: Counters = { pages: 0, records: 0, added: 0, changed: 0, rejected: 0, bytes: 0, ...before }
  const marks: { atMs: number; records: number; requests: number }[] = []

  /** Records and requests per millisecond over the last window; zero until something has come. */
  function speed(): { records: number; requests: number } {
    const now = monotonicMs()
    while (marks.length > 0 && now - (marks[0]?.atMs ?? now) > WINDOW_MS) marks.shift()
    const first = marks[0]
    if (!first) return { records: 0, requests: 0 }
    const elapsed = Math.max(1, now - first.atMs)
    return {
      records: marks.reduce((sum, mark) => sum + mark.records, 0) / elapsed,
      requests: marks.reduce((sum, mark) => sum + mark.requests, 0) / elapsed,
    }
  }

  return {
    totals,
    add(page: Omit<Counters, 'pages'>): void {
      totals.pages += 1
      totals.records += page.records
      totals.added += page.added
      totals.changed += page.changed
      totals.rejected += page.rejected
      totals.bytes += page.bytes
      const now = monotonicMs()
      const last = marks.at(-1)
      // Marks are merged by quarter seconds: a long run keeps sixty of them instead of one for each page.
      if (last && now - last.atMs < 250) {
        last.records += page.records
        last.requests += 1
      } else marks.push({ atMs: now, records: page.records, requests: 1 })
    },
    recordsPerSecond: (): number => speed().records * 1000,
    /** Milliseconds that `requests` more will take at the present speed; null while it cannot be told. */
    leftMs(requests: number): number | null {
      const perMs = speed().requests
      return perMs > 0 ? Math.round(requests / perMs) : null
    },
    forgetSpeed: (): void => void marks.splice(0),
  }
}
export type Meter = ReturnType<typeof createMeter>
