import type { NotEvaluated } from '../../contract/rules.ts'
import { HOUR_MS } from '../../contract/time/units.ts'
import { rhythmHoursOf } from '../station/facts/rhythm.ts'
import { announcedMs, missedForMs, silenceBy, silenceOf } from '../station/facts/silence.ts'
import { facts } from '../station/facts/facts.ts'
import { silentHole } from '../station/facts/open-hole.ts'
import type { Rule } from './say/rule.ts'
import { MOST_EVIDENCE } from '../station/facts/evidence.ts'
import { NO_EVIDENCE, touches } from './say/verdict.ts'

/**
 * Definition: The last session is older than the station's own rhythm allows (the median distance of its sessions in
 * the 60 days before), or a session that was announced has not come. Retries within ten minutes count as one session. Its m³
 * are those of all the time that it has been silent for, priced as every hole is.
 * Needs: At least six sessions, or a last session that announces the next one.
 * Source: docs.aveva.com/bundle/measurement-advisor-cloud, 365598 (v2).
 */
export const rule: Rule<'silent'> = {
  code: 'silent',
  reach: 'all',
  recentDays: 1,
  ofNow: true,
  pricesFound: true,
  judge(data, thresholds, window) {
    const { sessions, lastSessionMs, nowMs } = data
    const subject = { archiveType: null, channelVarname: null }
    const nothing = (why: NotEvaluated) => ({ found: [], evaluated: [], notEvaluated: [{ ...subject, why }] })
    if (!sessions) return nothing('no_sessions')
    const newest = sessions.atMs.at(-1) ?? null
    if (newest === null) return nothing('too_few')
    const lastMs = Math.max(newest, lastSessionMs ?? -Infinity)
    const rhythmHours = rhythmHoursOf(sessions.atMs)
    if (rhythmHours === null && announcedMs(sessions, newest) === null) return nothing('too_few')
    const heard = { lastSessionMs: lastMs, rhythmHours, nextSessionMs: announcedMs(sessions, lastMs) }
    const { silentHours, silenceTimes } = silenceOf(heard, nowMs)
    const silence = silenceBy(silenceTimes, thresholds)
    const missedMs = missedForMs(heard, nowMs)
    const evaluated = [subject]
    if ((silence === null && missedMs === null) || !touches({ fromMs: lastMs, toMs: null }, window)) {
      return { found: [], evaluated, notEvaluated: [] }
    }
    const hole = silentHole(facts(data), lastMs, nowMs)
    return {
      found: [
        {
          flag: silence === 'fail' ? 4 : 3,
          ...subject,
          fromMs: lastMs,
          toMs: null,
          measure: silence ? silenceTimes : (missedMs ?? 0) / HOUR_MS,
          threshold: silence && (thresholds[silence] ?? null),
          unit: silence ? 'times' : 'hours',
          m3: hole && facts(data).holePrice(hole).m3,
          detail: silence ? 'rhythm' : 'missed_session',
          evidence: {
            ...NO_EVIDENCE,
            sessions: [...sessions.atMs.slice(-Math.min(5, MOST_EVIDENCE))],
            numbers: {
              hours: silentHours ?? 0,
              ...(rhythmHours === null ? {} : { rhythmHours }),
              ...(missedMs === null ? {} : { nextMs: nowMs - missedMs }),
            },
          },
        },
      ],
      evaluated,
      notEvaluated: [],
    }
  },
}
