import type { FindingDetail } from '../../contract/rules.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../contract/time/units.ts'
import type { Excess, OwnerStands, Standing } from '../kernel/limits/stands.ts'
import type { Found, Rule, Subject } from './say/rule.ts'
import { cannotJudge, evidenceOf, touches } from './say/verdict.ts'

/**
 * Definition: More was used in an hour, a gas day, a month, a quarter or a year than the contract allows the station or its consumer; hours and days in a row are one finding. What a running period will have used at its end is suspect where it lies above the limit: what is used so far, and for the days that remain the median of the same kind of day over 28 days, corrected by the ratio of the last 7 days to theirs, and the farther ahead the more by what such days were in their season a year before; without that year nothing is said of weeks in which heating begins or ends. What was before the archive began counts as not used. Of two limits that hold in a period the one that began later counts. A consumer's limit is judged at its station with the least number.
 * Needs: A limit that somebody typed in, and a volume or a counter in the hourly or daily archive; for what will be used 28 days of history, and projections of the past at the same distance.
 * Source: Russian rules of gas supply (order 162).
 */
export const rule: Rule<'over_limit'> = {
  code: 'over_limit',
  reach: 'all',
  recentDays: 1,
  ofNow: true,
  judge(data, _, window) {
    const owners = data.limits?.() ?? []
    if (owners.length === 0) return cannotJudge('no_limit')
    const found: Found[] = []
    let [judged, without] = [0, 0]
    for (const { consumer, isTold, excesses, standings } of owners) {
      if (!isTold) continue
      judged++
      found.push(...excesses.map((one) => exceeded(one, consumer)))
      for (const standing of standings) {
        if (standing.state === 'projected') found.push(projected(standing, consumer))
        if (standing.state === 'unknown' && standing.none !== 'hour') without++
      }
    }
    if (judged === 0) return cannotJudge('no_volume', STATION)
    const inWindow = found.filter((one) => touches(one, window))
    // What is exceeded is a fact; what will be needs a history.
    if (without > 0 && found.length === 0) return { found: inWindow, evaluated: [], notEvaluated: [{ ...STATION, why: 'too_few' }] }
    return { found: inWindow, evaluated: [STATION], notEvaluated: [] }
  },
}

const STATION: Subject = { archiveType: null, channelVarname: null }

type Whose = OwnerStands['consumer']

const EXCEEDED = { hour: 'limit_hour', day: 'limit_day', month: 'limit_month', quarter: 'limit_quarter', year: 'limit_year' } as const
const AHEAD = { day: 'ahead_day', month: 'ahead_month', quarter: 'ahead_quarter', year: 'ahead_year' } as const

function exceeded({ limit, fromMs, toMs, periods, m3, mostAtMs, overM3, isRunning }: Excess, consumer: Whose): Found {
  return foundIn({ fromMs, toMs: isRunning ? null : toMs }, EXCEEDED[limit.period], {
    flag: 4,
    measure: m3,
    threshold: limit.m3,
    m3: overM3,
    evidence: evidenceOf({
      // The record that closes the greatest hour.
      records: limit.period === 'hour' ? [mostAtMs + HOUR_MS] : [],
      numbers: { used: m3, mostAtMs, periods },
      ...(consumer && { consumer }),
    }),
  })
}

function projected({ limit, period, usedM3, projection }: Standing, consumer: Whose): Found {
  const m3 = projection?.m3 ?? 0
  const detail: FindingDetail = limit.period === 'hour' ? 'limit_hour' : AHEAD[limit.period]
  return foundIn({ fromMs: period?.fromMs ?? 0, toMs: null }, detail, {
    flag: 3,
    measure: m3,
    threshold: limit.m3,
    m3: m3 - limit.m3,
    evidence: evidenceOf({
      numbers: {
        used: usedM3 ?? 0,
        ...(projection?.band ? { low: projection.band.low, high: projection.band.high } : {}),
        ...(period ? { untilMs: period.toMs } : {}),
      },
      ...(consumer && { consumer }),
    }),
  })
}

const foundIn = (
  { fromMs, toMs }: { fromMs: TimeSpan['fromMs']; toMs: number | null },
  detail: FindingDetail,
  said: Pick<Found, 'flag' | 'measure' | 'threshold' | 'm3' | 'evidence'>,
): Found => ({ ...STATION, fromMs, toMs, detail, unit: 'm3', ...said })
