import type { NotEvaluated } from '../../contract/rules.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import type { Rule } from './say/rule.ts'
import { verifiedUntil } from '../station/settings/verification.ts'
import { MOST_EVIDENCE } from '../station/facts/evidence.ts'
import { NO_EVIDENCE, cannotJudge, touches } from './say/verdict.ts'

/**
 * Definition: The day until which the device is verified has passed, or passes within the days of warning. It is the
 * next verification in the settings, else the last one and the interval, else the day that was typed in; of several
 * instruments the first that is due.
 * Needs: The date of the next verification in the settings, or the date of the last one and the interval, or one that was typed in.
 * Source: help.gkh365.ru/formula/manual/1023 (k1).
 */
export const rule: Rule<'verification_overdue'> = {
  code: 'verification_overdue',
  reach: 'all',
  recentDays: 1,
  ofNow: true,
  judge(data, { warn }, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const subject = { archiveType: null, channelVarname: null }
    const nothing = (why: NotEvaluated) => ({ found: [], evaluated: [], notEvaluated: [{ ...subject, why }] })
    const dates = verifiedUntil(data)
    const [first] = dates
    if (!first) return nothing(data.settings.length === 0 ? 'no_settings' : 'no_verification')
    const leftDays = (first.untilMs - data.nowMs) / DAY_MS
    const warnDays = warn ?? 0
    const isOverdue = leftDays <= 0
    const fromMs = isOverdue ? first.untilMs : first.untilMs - warnDays * DAY_MS
    if ((!isOverdue && leftDays > warnDays) || !touches({ fromMs, toMs: null }, window)) {
      return { found: [], evaluated: [subject], notEvaluated: [] }
    }
    const latest = dates.filter(({ untilMs }) => untilMs - data.nowMs <= (isOverdue ? 0 : warnDays * DAY_MS))
    const takenAtMs = data.settings.at(-1)?.takenAtMs ?? data.nowMs
    return {
      found: [
        {
          flag: isOverdue ? 4 : 3,
          ...subject,
          fromMs,
          toMs: null,
          measure: Math.abs(leftDays),
          threshold: isOverdue ? 0 : warnDays,
          unit: 'days',
          m3: null,
          detail: `${isOverdue ? 'overdue' : 'soon'}${first.from === 'typed' ? '_typed' : ''}`,
          evidence: {
            ...NO_EVIDENCE,
            settings: latest
              .flatMap(({ item }) => (item ? [{ takenAtMs, channelName: item.channelName, before: null, after: item.value }] : []))
              .slice(0, MOST_EVIDENCE),
            numbers: { untilMs: first.untilMs },
          },
        },
      ],
      evaluated: [subject],
      notEvaluated: [],
    }
  },
}
