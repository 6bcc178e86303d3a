import { STEADY } from '../shape.ts'
import { daysSpan, echoAt, inDays, plantedAt, someDay } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/** One to three days whose record says 2 to 10 % more or less than their hours: 20 to 100 times the 0.1 %. */
export const kind: FaultKind = {
  rule: 'hours_against_day',
  wanted: { profiles: STEADY, devices: ['full'] },
  plant(site) {
    const { chance, days } = site
    const at = someDay(site, 3)
    const count = chance.int(1, 3)
    const by = chance.between(0.02, 0.1) * chance.pick([-1, 1])
    for (let day = at; day < at + count; day++) site.dayFactor.set(day, 1 + by)
    const span = daysSpan(site, days[at]?.from ?? 0, days[at + count - 1]?.to ?? 0)
    plantedAt(site, {
      rule: 'hours_against_day',
      ...inDays('gas_consume'),
      ...span,
      what: `${count} daily records are off by ${(100 * by).toFixed(1)} %; the threshold is 0.1 %`,
    })
    echoAt(site, ['counter_against_sum'], span, 'the counters went on as the hours did, so the daily volume is not their difference')
  },
}
