import { daysSpan, echoAt, inDays, plantedAt } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/**
 * For three weeks to three months the device closes its days 1 to 8 hours away from the contract hour; the service stamps
 * the records as if it were right. Three times the 7 days at least. Gas flows in every hour, so exactly one hour fits.
 */
export const kind: FaultKind = {
  rule: 'contract_hour',
  wanted: { profiles: ['boiler', 'plant'], devices: ['full'] },
  plant(site) {
    const { chance, days } = site
    const count = chance.int(21, 90)
    const fromDay = chance.int(20, days.length - count - 5)
    const shift = chance.int(1, 8) * chance.pick([-1, 1])
    const toDay = fromDay + count - 1
    site.otherHour = { fromDay, toDay, shift }
    const span = daysSpan(site, days[fromDay]?.from ?? 0, days[toDay]?.to ?? 0)
    plantedAt(site, {
      rule: 'contract_hour',
      ...inDays(),
      ...span,
      what: `${count} days are closed ${shift} h off; the threshold is 7 days`,
      slackDays: 8,
    })
    const all = daysSpan(site, days[fromDay]?.from ?? 0, days[toDay + 1]?.to ?? 0)
    echoAt(
      site,
      ['hours_against_day', 'counter_against_sum'],
      all,
      'days closed at another hour are not the sums of the hours between two contract hours; nor are their counters',
    )
  },
}
