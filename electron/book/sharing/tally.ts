import type { MergeCounts, MergeKind, Merged, MergedStation } from '../../contract/merge-words.ts'
import { MERGE_KINDS } from '../../contract/merge-words.ts'

const NOTHING: MergeCounts = { added: 0, same: 0, newer: 0, twice: 0 }

/** Counts what another book brings: by kind, and of each station. */
export function createTally() {
  const kinds = new Map<MergeKind, MergeCounts>()
  const stations = new Map<number, MergedStation>()
  const add = (to: MergeCounts, counts: Partial<MergeCounts>): void => {
    to.added += counts.added ?? 0
    to.same += counts.same ?? 0
    to.newer += counts.newer ?? 0
    to.twice += counts.twice ?? 0
  }
  const ofKind = (kind: MergeKind): MergeCounts => {
    const there = kinds.get(kind) ?? { ...NOTHING }
    kinds.set(kind, there)
    return there
  }
  return {
    /** A station of the other book, before anything of it is counted. */
    station: (station: Pick<MergedStation, 'id' | 'name' | 'isNew'>): void => void stations.set(station.id, { ...station, ...NOTHING }),
    count(kind: MergeKind, stationId: number | null | undefined, counts: Partial<MergeCounts>): void {
      add(ofKind(kind), counts)
      const station = typeof stationId === 'number' ? stations.get(stationId) : undefined
      if (station) add(station, counts)
    },
    /** Stations that bring something new or something twice first. */
    result: (): Pick<Merged, 'kinds' | 'stations'> => ({
      kinds: MERGE_KINDS.flatMap((kind) => {
        const counts = kinds.get(kind)
        return counts && Object.values(counts).some((count) => count > 0) ? [{ kind, ...counts }] : []
      }),
      stations: [...stations.values()].toSorted((a, b) => b.twice - a.twice || b.added + b.newer - (a.added + a.newer) || a.id - b.id),
    }),
  }
}
export type Tally = ReturnType<typeof createTally>
