import { aroundDay, gasIn } from '../around.ts'
import { daysSpan, echoAt, inDays, plantedAt, someDay } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/**
 * A day at 2.6 to 3.3 times the most of the days within four weeks, or at 0.3 of the least of them: 0.5 and 2 are the
 * thresholds, and a station that has two kinds of day has both of them around.
 */
export const kind: FaultKind = {
  rule: 'unusual_day',
  wanted: { profiles: ['boiler', 'plant'] },
  plant(site) {
    const { chance, days, flow } = site
    const day = someDay(site)
    const { from = 0, to = 0 } = days[day] ?? {}
    const { least, most } = aroundDay(site, day)
    const wanted = chance.pick([least * 0.3, most * chance.between(2.6, 3.3)])
    const times = wanted / gasIn(site, from, to)
    for (let at = from; at < to; at++) flow[at] = (flow[at] as number) * times
    const span = daysSpan(site, from, to)
    plantedAt(site, {
      rule: 'unusual_day',
      ...inDays('gas_consume'),
      ...span,
      what: `a gas day of ${wanted.toFixed(0)} m³, those around have ${least.toFixed(0)} to ${most.toFixed(0)}; the thresholds are 0.5 and 2`,
    })
    echoAt(site, ['below_qmin'], span, 'a third of the least day may have hours below Qmin')
    echoAt(
      site,
      ['unusual_hour', 'spike'],
      span,
      'each of its hours is as far from the usual; the first and the last are far from a neighbour',
    )
  },
}
