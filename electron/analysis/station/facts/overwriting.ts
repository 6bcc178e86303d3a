import { recordPeriod } from '../../../contract/archives.ts'
import { firstWhere } from '../../../contract/bisect.ts'
import type { Thresholds } from '../../../contract/rules.ts'
import { DAY_MS } from '../../../contract/time/units.ts'
import type { ArchiveData, StationData } from '../../kernel/data.ts'

/** The records that a device will write over before they are fetched: the rule, health and visits ask here, so that they say the same. */

/** The oldest record that is not fetched, and when the device writes over it. */
export interface Risk {
  archiveType: string
  /** Unix ms. */
  oldestMs: number
  /** Unix ms. */
  atMs: number
  depthDays: number
}

/** The archive whose records are written over first; null where nothing is at risk or no depth is known. */
export function overwritingAt(data: StationData, thresholds: Thresholds['archive_at_risk']): Risk | null {
  const risks = data.archives.flatMap((archive) => {
    const risk = riskOf(data, archive, thresholds)
    return risk === null || typeof risk === 'string' ? [] : [risk]
  })
  return risks.sort((a, b) => a.atMs - b.atMs)[0] ?? null
}

/** The records at risk in one archive; null: none. Else why nobody can say. */
export function riskOf(
  { nowMs }: StationData,
  { archiveType, due, fetchedToMs }: ArchiveData,
  { hourlyDepth, dailyDepth }: Thresholds['archive_at_risk'],
): Risk | 'no_depth' | 'unknown_rhythm' | null {
  const period = recordPeriod(archiveType)
  const depthDays = (period === 'hour' ? hourlyDepth : period === 'day' ? dailyDepth : null) ?? null
  if (depthDays === null) return 'no_depth'
  if (!due && fetchedToMs === null) return 'unknown_rhythm'
  const oldestMs = Math.min(fetchedToMs ?? Infinity, oldestMissing(due, nowMs - depthDays * DAY_MS))
  if (oldestMs === Infinity || oldestMs >= nowMs) return null
  return { archiveType, oldestMs, atMs: oldestMs + depthDays * DAY_MS, depthDays }
}

/** The first record due after a moment that is missing and may still be had. What is older than the archive is lost. */
function oldestMissing(due: ArchiveData['due'], afterMs: number): number {
  if (!due) return Infinity
  const from = firstWhere(0, due.due.length, (place) => (due.due[place] as number) > afterMs)
  for (let place = from; place < due.due.length; place++) {
    if (due.present[place] === 0 && due.reasonAt(place) !== 'empty') return due.due[place] as number
  }
  return Infinity
}

/** The age of the oldest record that is not fetched, in percent of the depth of its archive. */
const ageOf = ({ oldestMs, depthDays }: Risk, nowMs: number): number => ((nowMs - oldestMs) / (depthDays * DAY_MS)) * 100

/** How near the device is to writing over it, percent, and whether it does so by now; null: not as near as the threshold. */
export function overwritingBy(
  risk: Risk,
  { share }: Thresholds['archive_at_risk'],
  nowMs: number,
): { percent: number; isLost: boolean } | null {
  const percent = ageOf(risk, nowMs)
  return percent < (share ?? Infinity) ? null : { percent, isLost: percent > 100 }
}
