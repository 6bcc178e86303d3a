import { MONTHS } from '../../contract/meaning-words.ts'
import type { NotEvaluated } from '../../contract/rules.ts'
import { addDays, dayAt } from '../../contract/time/day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import { zoneClock } from '../../contract/time/zone.ts'
import type { SettingData, StationData } from '../kernel/data.ts'
import type { Rule } from './say/rule.ts'
import { itemsOf, momentIn, numberIn } from '../station/settings/values.ts'
import { MOST_EVIDENCE } from '../station/facts/evidence.ts'
import { NO_EVIDENCE, cannotJudge, touches } from './say/verdict.ts'

/**
 * Definition: The day until which the device is verified has passed, or passes within the days of warning. It is the
 * next verification in the settings, else the last one and the interval; of several instruments the first that is due.
 * Needs: The date of the next verification in the settings, or the date of the last one and the interval.
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
    if (data.settings.length === 0) return nothing('no_settings')
    const dates = verifiedUntil(data)
    const [first] = dates
    if (!first) return nothing('no_verification')
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
          detail: isOverdue ? 'overdue' : 'soon',
          evidence: {
            ...NO_EVIDENCE,
            settings: latest
              .map(({ item }) => ({ takenAtMs, channelName: item.channelName, before: null, after: item.value }))
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

interface Verified {
  /** The end of the last day, Unix ms. */
  untilMs: number
  item: SettingData
}

/** The dates of the newest settings, the earliest first. */
export function verifiedUntil({ settings, gas }: Pick<StationData, 'settings' | 'gas'>): Verified[] {
  const newest = settings.at(-1)
  if (!newest) return []
  const clock = zoneClock(gas.zone)
  const until = (item: SettingData, months: number): Verified[] => {
    const atMs = momentIn(item.value, gas.zone)
    if (atMs === null) return []
    return [{ item, untilMs: clock.dayEndMs(addMonths(clock.dayAt(atMs), months)) }]
  }
  const named = itemsOf(newest, 'nextVerification').flatMap((item) => until(item, 0))
  const [interval] = itemsOf(newest, 'verificationInterval')
  const months = interval ? monthsOf(interval) : Number.NaN
  const dates = named.length > 0 || !(months > 0) ? named : itemsOf(newest, 'verified').flatMap((item) => until(item, months))
  return dates.sort((a, b) => a.untilMs - b.untilMs)
}

/** An interval in months; a plain number is one of years. */
function monthsOf({ value, unit, channelName }: SettingData): number {
  const number = numberIn(/^[\d.,]+/u.exec(value.trim())?.[0] ?? '')
  const words = `${value} ${unit ?? ''} ${channelName}`
  if (MONTHS.test(words)) return number
  return number * 12
}

/**
 * Adds months to a day: the same day of a later month, or that month's last one. What was verified on 31 January for a
 * month ends with February.
 */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = addDays(dayAt(Date.UTC(year, month + Math.round(months), 1)), -1)
  const same = `${last.slice(0, 8)}${String(date).padStart(2, '0')}`
  return same < last ? same : last
}
