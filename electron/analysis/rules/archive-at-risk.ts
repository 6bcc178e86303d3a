import { recordPeriod } from '../../contract/archives.ts'
import { firstWhere } from '../../contract/bisect.ts'
import type { NotEvaluated, Thresholds } from '../../contract/rules.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import type { ArchiveData, StationData } from '../kernel/data.ts'
import { NO_EVIDENCE, cannotJudge } from './say/record-runs.ts'
import type { Found, Rule, Subject } from './say/rule.ts'
import { touches } from '../kernel/part.ts'

/**
 * Definition: The oldest record that is not fetched yet is nearly as old as the device's archive is deep: soon the
 * device writes over it. What the service was asked for and does not have is not at risk.
 * Needs: The depth of the device's archive, known for its type or given by you, and what has been fetched.
 * Source: nfmconsulting.com/knowledge/emerson-roc-data-archiving (r1); Elster EK280, manual (e2).
 */
export const rule: Rule<'archive_at_risk'> = {
  code: 'archive_at_risk',
  reach: 'all',
  dueAlone: ({ hourlyDepth, dailyDepth }) => ({ hour: hourlyDepth ?? null, day: dailyDepth ?? null }),
  ofNow: true,
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const found: Found[] = []
    const evaluated: Subject[] = []
    const notEvaluated: (Subject & { why: NotEvaluated })[] = []
    for (const archive of data.archives) {
      const { archiveType } = archive
      const period = recordPeriod(archiveType)
      if (period !== 'hour' && period !== 'day') continue
      const subject = { archiveType, channelVarname: null }
      const risk = riskOf(data, archive, thresholds)
      if (risk === 'no_depth' || risk === 'unknown_rhythm') {
        notEvaluated.push({ ...subject, why: risk })
        continue
      }
      evaluated.push(subject)
      if (!risk || !touches(risk.oldestMs, null, window)) continue
      const percent = ((data.nowMs - risk.oldestMs) / (risk.depthDays * DAY_MS)) * 100
      if (percent < (thresholds.share ?? Infinity)) continue
      found.push({
        flag: percent > 100 ? 4 : 3,
        ...subject,
        fromMs: risk.oldestMs,
        toMs: null,
        measure: percent,
        threshold: thresholds.share ?? null,
        unit: 'percent',
        m3: null,
        detail: null,
        evidence: {
          ...NO_EVIDENCE,
          numbers: {
            overwrittenAtMs: risk.atMs,
            depthDays: risk.depthDays,
            days: (data.nowMs - risk.oldestMs) / DAY_MS,
          },
        },
      })
    }
    if (evaluated.length + notEvaluated.length === 0) return cannotJudge('unknown_rhythm')
    return { found, evaluated, notEvaluated }
  },
}

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

function riskOf(
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
