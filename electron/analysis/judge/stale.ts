import type { JudgedRow } from '../../book/findings/finding-runs.ts'
import type { Book } from '../../book/index.ts'
import { branchSources } from '../station/balance/at-station.ts'
import { beforeOf, groundDigest } from './station.ts'
import { HOLDS_MS, type Before } from './plan.ts'
import { limitsDigest } from '../station/load/limits.ts'
import type { Ground } from '../station/load/ground.ts'

/** Which stations have to be judged. */

/** Why: never judged or by another ground, changed since, or only the present moment has moved on. */
type Staleness = 'never' | 'ground' | 'changed' | 'old'

export interface StaleStation {
  stationId: number
  why: Staleness
}

/** Stations whose last judging is in memory at a time. */
const BATCH = 250

/** In the order of their keys. */
export function staleStations(book: Book, ground: Ground, nowMs: number): StaleStation[] {
  const stale: StaleStation[] = []
  const branches = branchSources(book, ground)
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = book.findings.judged(after, BATCH)
    for (const row of rows) {
      const why = whyStale(book, { ground, branches, nowMs }, row)
      if (why !== null) stale.push({ stationId: row.stationId, why })
    }
    if (rows.length < BATCH) return stale
    after = rows.at(-1)?.stationId ?? Infinity
  }
}

interface StaleBy {
  ground: Ground
  /** By station, what the balance of the branches that begin there is computed from. */
  branches: ReadonlyMap<number, string>
  nowMs: number
}

function whyStale(book: Book, by: StaleBy, { stationId, judgedAtMs, basis, changed }: JudgedRow): Staleness | null {
  if (judgedAtMs === null || basis === null) return 'never'
  if (changed) return 'changed'
  const before = beforeOf({ basis, verdicts: '{}' })
  if (!before || isOtherGround(book, by, stationId, before)) return 'ground'
  if (before.basis.limits !== limitsDigest(book, stationId, by.ground)) return 'changed'
  return by.nowMs - judgedAtMs >= HOLDS_MS ? 'old' : null
}

/**
 * How many stations are stale: never judged, or judged before their data, clock, meanings, thresholds or the rules changed;
 * time that passes makes none.
 */
export const staleCount = (book: Book, ground: Ground, nowMs: number): number =>
  staleStations(book, ground, nowMs).filter(({ why }) => why !== 'old').length

function isOtherGround(book: Book, { ground, branches }: StaleBy, stationId: number, { basis }: Before): boolean {
  const station = book.stations.get(stationId)
  if (!station || basis.branches !== branches.get(stationId)) return true
  return basis.ground !== groundDigest(book, ground, station) || basis.thresholds !== ground.thresholdsOf(station).digest
}
