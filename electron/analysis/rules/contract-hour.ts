import { USUAL_DAYS, type OtherHour } from '../station/facts/boundary.ts'
import { facts } from '../station/facts/facts.ts'
import { dayPairs, hourSums, wholeSum } from '../kernel/grids/day-sums.ts'
import { judgedIf, withoutHours } from './say/reasons.ts'
import type { Found, Rule } from './say/rule.ts'
import { amountsEvidence, cannotJudge, subjectOf, touches } from './say/verdict.ts'

/**
 * Definition: On so many days the daily records do not fit the sums of their hours at the contract hour in use, and fit at exactly one other hour. Days with a missing hour, an exchange or a clock change are left out; where several hours would fit, nothing is said. In use is the hour of the device's settings where the zone of the station is set, else the hour that you set, else that of the records' own stamps; what nobody has set is held against no device. A device whose clock follows no summer time is no finding.
 * Needs: A volume or a counter of the same gas in the hourly and the daily archive, for as many days as the threshold says.
 * Source: NFM Consulting, ROC data archiving.
 */
export const rule: Rule<'contract_hour'> = {
  code: 'contract_hour',
  reach: { beforeDays: 24, afterDays: 24 },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const { archive, counted, hourGrid, dayGrid, otherHours } = facts(data)
    const [hourly, daily] = [archive('hourly'), archive('daily')]
    const hours = hourly && hourGrid(hourly)
    if (!hourly || !hours) return withoutHours(hourly)
    const days = daily && dayGrid(daily)
    if (!daily || !days) return cannotJudge('no_daily')
    const pair = dayPairs(counted(hourly), daily)[0]
    if (!pair) return cannotJudge('no_volume')
    const subject = subjectOf(daily, pair.days)
    if (!pair.hours.toBase || !pair.days.toBase) return cannotJudge('unknown_unit', subject)
    const least = thresholds.days ?? USUAL_DAYS
    if (daily.timesMs.length < least) return cannotJudge('too_few', subject)
    const found = otherHours(least).map((row) => foundIn(row))
    const sums = hourSums(hours, pair.hours)
    const isWhole = (place: number) => !Number.isNaN(wholeSum(sums, days.fromMs[place] as number, days.toMs[place] as number))
    return judgedIf(
      days.rows.some((_, place) => isWhole(place)),
      found.filter((one) => touches(one, window)),
      subject,
    )
  },
}

function foundIn({ places, hour, present, days, hours, compared, fits, m3, counterFits }: OtherHour): Found {
  const { grid } = days
  const [first, last] = [places[0] as number, places.at(-1) as number]
  const stamps = places.map((place) => grid.archive.timesMs[grid.rows[place] as number] as number)
  return {
    flag: 4,
    ...subjectOf(grid.archive, days.channel),
    fromMs: grid.fromMs[first] as number,
    // Nothing tells that it is over while the newest day has it.
    toMs: last === grid.rows.length - 1 ? null : (grid.toMs[last] as number),
    measure: hour,
    threshold: present,
    unit: 'hour',
    m3,
    detail: 'other_hour',
    evidence: amountsEvidence(hours.channel, {
      records: stamps,
      numbers: {
        hour,
        present,
        fits,
        days: compared,
        ...(counterFits === null ? {} : { counterFits }),
      },
    }),
  }
}
