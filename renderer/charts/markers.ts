import type { EventRow } from '../../electron/contract/events.ts'

/** One mark on the time axis: an event, or several that lie too close together to be told apart. */
export interface Marker {
  archiveType: string
  atMs: number
  /** The last of them; `atMs` for a single one. */
  untilMs: number
  count: number
  /** The decoded event; null when the mark stands for a count of the density. */
  event: EventRow | null
}

export interface MarkerGroup {
  archiveType: string
  markers: Marker[]
}

/** One mark per event, by archive. Events of an archive that are nearer than `apartMs` share the mark of the first. */
export function marksOf(rows: readonly EventRow[], apartMs: number): MarkerGroup[] {
  const groups = new Map<string, Marker[]>()
  for (const event of [...rows].sort((a, b) => a.atMs - b.atMs)) {
    const marks = groups.get(event.archiveType) ?? []
    if (marks.length === 0) groups.set(event.archiveType, marks)
    const last = marks[marks.length - 1]
    if (last && event.atMs - last.atMs < apartMs) {
      last.count++
      last.untilMs = event.atMs
    } else {
      marks.push({ archiveType: event.archiveType, atMs: event.atMs, untilMs: event.atMs, count: 1, event })
    }
  }
  return [...groups].map(([archiveType, markers]) => ({ archiveType, markers }))
}

/** One mark per bucket of the density that has events, in the middle of the bucket. */
export function marksOfDensity(density: {
  fromMs: number
  toMs: number
  archives: readonly { archiveType: string; counts: readonly number[] }[]
}): MarkerGroup[] {
  return density.archives.map(({ archiveType, counts }) => {
    const width = (density.toMs - density.fromMs) / Math.max(1, counts.length)
    const markers = counts.flatMap((count, index): Marker[] => {
      if (count === 0) return []
      const from = density.fromMs + index * width
      return [{ archiveType, atMs: from + width / 2, untilMs: from + width, count, event: null }]
    })
    return { archiveType, markers }
  })
}

/** Most events at one moment, over all archives; at least 1. */
export function highestStack(groups: readonly MarkerGroup[]): number {
  const sums = new Map<number, number>()
  for (const { markers } of groups) {
    for (const { atMs, count } of markers) sums.set(atMs, (sums.get(atMs) ?? 0) + count)
  }
  return Math.max(1, ...sums.values())
}

/** The mark nearest to a moment; null when none is within `reachMs`. */
export function markNear(groups: readonly MarkerGroup[], ms: number, reachMs: number): Marker | null {
  let best: Marker | null = null
  let distance = reachMs
  for (const { markers } of groups) {
    for (const marker of markers) {
      const away = Math.abs(marker.atMs - ms)
      if (away <= distance) {
        best = marker
        distance = away
      }
    }
  }
  return best
}
