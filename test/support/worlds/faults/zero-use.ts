import { daysSpan, echoAt, hoursSpan, inHours, plantedAt, someDay } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/** Two to six days of zeros where gas has flowed in every hour so far: twice the 24 h at least. */
export const kind: FaultKind = {
  rule: 'zero_use',
  wanted: { profiles: ['boiler', 'plant'] },
  plant(site) {
    const { chance, days, flow } = site
    const from = (days[someDay(site, 6)]?.from ?? 0) + chance.int(0, 23)
    const to = from + chance.int(48, 140)
    flow.fill(0, from, to)
    const span = hoursSpan(site, from, to)
    plantedAt(site, {
      rule: 'zero_use',
      ...inHours('gas_consume'),
      ...span,
      what: `${to - from} hours of zeros; the threshold is 24 h`,
    })
    echoAt(
      site,
      ['unusual_hour', 'spike'],
      span,
      'zeros are unusual hours, and the first and the last are far from a neighbour',
    )
    echoAt(site, ['unusual_day'], daysSpan(site, from, to), 'days of zeros are less than half of the usual')
  },
}
