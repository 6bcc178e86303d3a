import type { NotEvaluated } from '../../contract/rules.ts'
import { HOUR_MS } from '../../contract/time/units.ts'
import { lateMsOf, rhythmHoursOf } from '../station/facts/rhythm.ts'
import type { SessionColumns } from '../kernel/data.ts'
import { holePrice } from '../station/usual/hole-prices.ts'
import { openHole } from '../station/facts/open-hole.ts'
import { NO_EVIDENCE } from './say/record-runs.ts'
import type { Rule } from './say/rule.ts'
import { MOST_EVIDENCE } from '../station/facts/evidence.ts'
import { touches } from '../kernel/part.ts'

/**
 * Definition: The last session is older than the station's own rhythm allows (the median distance of its sessions in
 * the 60 days before), or a session that was announced has not come. Retries within ten minutes count as one session. Its m³
 * are those of the hole behind the last record, priced as every hole is.
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
    const missedMs = lastMs === newest ? missedBy(sessions, nowMs, rhythmHours) : null
    if (rhythmHours === null && announced(sessions) === null) return nothing('too_few')
    const evaluated = [subject]
    const ageHours = (nowMs - lastMs) / HOUR_MS
    const times = rhythmHours === null ? 0 : ageHours / rhythmHours
    const isSuspect = times > (thresholds.suspect ?? Infinity)
    const isFail = times > (thresholds.fail ?? Infinity)
    if ((!isSuspect && !isFail && missedMs === null) || !touches(lastMs, null, window)) {
      return { found: [], evaluated, notEvaluated: [] }
    }
    const byRhythm = isSuspect || isFail
    const hole = openHole(data)
    return {
      found: [
        {
          flag: isFail ? 4 : 3,
          ...subject,
          fromMs: lastMs,
          toMs: null,
          measure: byRhythm ? times : (missedMs ?? 0) / HOUR_MS,
          threshold: byRhythm ? ((isFail ? thresholds.fail : thresholds.suspect) ?? null) : null,
          unit: byRhythm ? 'times' : 'hours',
          m3: hole && holePrice(data, hole).m3,
          detail: byRhythm ? 'rhythm' : 'missed_session',
          evidence: {
            ...NO_EVIDENCE,
            sessions: [...sessions.atMs.slice(-Math.min(5, MOST_EVIDENCE))],
            numbers: {
              hours: ageHours,
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

/** When the last session said that the next one will be; null: it did not. */
function announced({ atMs, nextMs }: SessionColumns): number | null {
  const [last, next] = [atMs.at(-1), nextMs.at(-1)]
  // A moment before the session announces nothing.
  return last === undefined || next === undefined || !(next > last) ? null : next
}

/** For how long an announced session has been missing, ms; null: none is. */
function missedBy(sessions: SessionColumns, nowMs: number, rhythmHours: number | null): number | null {
  const next = announced(sessions)
  if (next === null) return null
  return nowMs - next > lateMsOf(rhythmHours) ? nowMs - next : null
}
