import type { Book } from '../../book/index.ts'
import { beforeOf, groundDigest } from './station.ts'
import { HOLDS_MS } from './plan.ts'
import type { Ground } from '../station/load/ground.ts'

/** Which stations have to be judged. */

/** Why: never judged or by another ground, changed since, or only the present moment has moved on. */
type Staleness = 'never' | 'ground' | 'changed' | 'old'

export interface StaleStation {
  stationId: number
  why: Staleness
}

/** Stations that are looked at before other work has its turn. */
const AT_ONCE = 250

/** In the order of their keys, a batch at a time. */
export function* staleStations(book: Book, ground: Ground, nowMs: number): Generator<StaleStation[]> {
  for (let after = -Infinity; ;) {
    const rows = book.findings.judged(Math.max(after, Number.MIN_SAFE_INTEGER), AT_ONCE)
    yield rows.flatMap(({ stationId, judgedAtMs, basis, changed }) => {
      const why = (): Staleness | null => {
        if (judgedAtMs === null || basis === null) return 'never'
        if (changed) return 'changed'
        if (isOtherGround(book, ground, stationId, basis)) return 'ground'
        return nowMs - judgedAtMs >= HOLDS_MS ? 'old' : null
      }
      const reason = why()
      return reason === null ? [] : [{ stationId, why: reason }]
    })
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.stationId ?? Infinity
  }
}

/**
 * How many stations are stale: never judged, or judged before their data, clock, meanings, thresholds or the rules changed;
 * time that passes makes none.
 */
export function staleCount(book: Book, ground: Ground, nowMs: number): number {
  let count = 0
  for (const some of staleStations(book, ground, nowMs)) count += some.filter(({ why }) => why !== 'old').length
  return count
}

function isOtherGround(book: Book, ground: Ground, stationId: number, text: string): boolean {
  const station = book.stations.get(stationId)
  const before = beforeOf({ basis: text, verdicts: '{}' })
  if (!station || !before) return true
  return before.basis.ground !== groundDigest(ground, station) || before.basis.thresholds !== ground.thresholdsOf(station).digest
}
