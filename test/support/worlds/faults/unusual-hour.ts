import { echoAt, hoursSpan, inHours, plantedAt, someDay } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/**
 * Two to four hours at 2.6 to 4 times or at a fifth of what the hour usually is. The middle half of the noise is 10 % wide,
 * so they are 16 such widths above (3.5 is the threshold) or 8 below (2.5).
 */
export const kind: FaultKind = {
  rule: 'unusual_hour',
  wanted: { profiles: ['boiler'] },
  plant(site) {
    const { chance, days, flow } = site
    const from = (days[someDay(site)]?.from ?? 0) + chance.int(2, 18)
    const to = from + chance.int(2, 4)
    const times = chance.pick([0.2, chance.between(2.6, 4)])
    for (let at = from; at < to; at++) flow[at] = (flow[at] as number) * times
    const span = hoursSpan(site, from, to)
    plantedAt(site, {
      rule: 'unusual_hour',
      ...inHours('gas_consume'),
      ...span,
      what: `${to - from} hours at ${times.toFixed(1)} of the usual`,
    })
    echoAt(site, ['spike'], span, 'the first and the last of them are far from a neighbour')
  },
}
