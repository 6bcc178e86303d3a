import { recordPeriod } from '../../contract/archives.ts'
import type { NotEvaluated } from '../../contract/rules.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import { overwritingBy, riskOf } from '../station/facts/overwriting.ts'
import type { Found, Rule, Subject } from './say/rule.ts'
import { NO_EVIDENCE, cannotJudge, touches } from './say/verdict.ts'

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
      if (!risk || !touches({ fromMs: risk.oldestMs, toMs: null }, window)) continue
      const overwriting = overwritingBy(risk, thresholds, data.nowMs)
      if (!overwriting) continue
      found.push({
        flag: overwriting.isLost ? 4 : 3,
        ...subject,
        fromMs: risk.oldestMs,
        toMs: null,
        measure: overwriting.percent,
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
