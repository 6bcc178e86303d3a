import { recordPeriod } from '../../contract/archives.ts'
import type { Thresholds } from '../../contract/rules.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time/units.ts'
import type { ArchiveData, StationData } from '../findings/data.ts'

/** When the device begins to write over what was never fetched: the countdown of an archive. */
export interface Overwriting {
  archiveType: string
  /** The oldest record that the device may still hold and the book lacks, Unix ms. */
  oldestMs: number
  /** Unix ms. */
  atMs: number
  depthDays: number
}

/** The archive that is written over first; null: no archive's depth is known. */
export function overwritingOf(
  { archives, nowMs }: Pick<StationData, 'archives' | 'nowMs'>,
  { hourlyDepth, dailyDepth }: Thresholds['archive_at_risk'],
): Overwriting | null {
  let first: Overwriting | null = null
  for (const archive of archives) {
    const covers = recordPeriod(archive.archiveType)
    const depthDays = covers === 'hour' ? hourlyDepth : covers === 'day' ? dailyDepth : null
    if (depthDays == null) continue
    const oldestMs = oldestMissing(archive, nowMs - depthDays * DAY_MS, covers === 'hour' ? HOUR_MS : DAY_MS)
    if (oldestMs === null) continue
    const atMs = oldestMs + depthDays * DAY_MS
    if (first === null || atMs < first.atMs) first = { archiveType: archive.archiveType, oldestMs, atMs, depthDays }
  }
  return first
}

/**
 * The first record after a moment that is due and not in the book; what the service was asked for and does not have is
 * no more to be had from it than from the device. What is older than the archive is deep is lost already.
 */
function oldestMissing({ due, timesMs }: ArchiveData, afterMs: number, stepMs: number): number | null {
  if (due) {
    for (let place = 0; place < due.due.length; place++) {
      const dueMs = due.due[place] as number
      if (dueMs > afterMs && due.present[place] === 0 && due.reasonAt(place) !== 'empty') return dueMs
    }
  }
  const last = timesMs.at(-1)
  return last === undefined ? null : Math.max(last + stepMs, afterMs)
}
