import { daysSpan, echoAt, inDays, plantedAt, someDay } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/** A day at 0.25 or at 2.8 to 3.5 of the usual: 0.5 and 2 are the thresholds, and the season moves a month by a fifth. */
export const kind: FaultKind = {
  rule: 'unusual_day',
  wanted: { profiles: ['boiler', 'plant'] },
  plant(site) {
    const { chance, days, flow } = site
    const { from = 0, to = 0 } = days[someDay(site)] ?? {}
    const times = chance.pick([0.25, chance.between(2.8, 3.5)])
    for (let at = from; at < to; at++) flow[at] = (flow[at] as number) * times
    const span = daysSpan(site, from, to)
    plantedAt(site, {
      rule: 'unusual_day',
      ...inDays('gas_consume'),
      ...span,
      what: `a gas day at ${times.toFixed(2)} of the usual; the thresholds are 0.5 and 2`,
    })
    echoAt(
      site,
      ['unusual_hour', 'spike'],
      span,
      'each of its hours is as far from the usual; the first and the last are far from a neighbour',
    )
  },
}
