import type { NotEvaluated, Thresholds } from '../../contract/rules.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import type { StationData } from '../kernel/data.ts'
import type { Found, Rule } from './say/rule.ts'
import { isOff, summariesOf, summaryDays, type Summary } from '../station/situations/summaries.ts'
import { facts } from '../station/facts/facts.ts'
import { MOST_EVIDENCE } from '../station/facts/evidence.ts'
import { NO_EVIDENCE, cannotJudge, touches } from './say/verdict.ts'

/**
 * Definition: The time that situations lasted in a gas day, overlaps counted once, differs from what the device's own
 * daily summary says. A day without a summary is not judged, nor is one whose summary says more than a day has, nor one
 * before the end of a situation that is older than the log.
 * Needs: Situations (nesht) and their daily summaries (nesht_svod).
 * Source: 43 CFR 3175.104 (p2).
 */
export const rule: Rule<'abnormal_time'> = {
  code: 'abnormal_time',
  reach: 'all',
  recentDays: 1,
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const subject = { archiveType: 'nesht_svod', channelVarname: null }
    const summaries = summariesOf(data)
    const why = summaries.length === 0 ? lackingSummary(data) : data.events.nesht ? null : 'no_situations'
    if (why) return { found: [], evaluated: [], notEvaluated: [{ ...subject, why }] }
    return { found: differences(data, summaries, thresholds, window), evaluated: [subject], notEvaluated: [] }
  },
}

/** Why no summary tells how long situations lasted: never answered, empty, or without minutes. */
function lackingSummary({ events: { nesht_svod: summary } }: StationData): NotEvaluated {
  if (!summary) return 'no_summary'
  return summary.atMs.length === 0 ? 'empty_summary' : 'no_minutes'
}

function differences(data: StationData, summaries: readonly Summary[], thresholds: Thresholds['abnormal_time'], window: TimeSpan): Found[] {
  const most = thresholds.difference ?? Infinity
  const days = summaryDays(data, facts(data).situations(), summaries, most)
  return days
    .filter((day) => isOff(day, most) && touches(day, window))
    .map(({ fromMs, toMs, summary, union, situations }): Found => ({
      flag: 4,
      archiveType: 'nesht_svod',
      channelVarname: null,
      fromMs,
      toMs,
      measure: Math.abs(union - summary.minutes),
      threshold: most,
      unit: 'minutes',
      m3: null,
      detail: null,
      evidence: {
        ...NO_EVIDENCE,
        events: [
          {
            archiveType: 'nesht_svod' as const,
            atMs: summary.atMs,
            code: summary.content.code,
            text: summary.content.text,
          },
          ...situations.map(({ archiveType, fromMs: atMs, code, text }) => ({ archiveType, atMs, code, text })),
        ].slice(0, MOST_EVIDENCE),
        numbers: { situations: union, summary: summary.minutes },
      },
    }))
}
