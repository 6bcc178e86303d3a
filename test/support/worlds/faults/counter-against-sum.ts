import { STEADY } from '../shape.ts'
import { hoursSpan, inHours, plantedAt, someDay } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/** A counter goes on by 5 to 50 hours' gas more than the hour's volume: more than a fifth of a day, the threshold is 0.1 %. */
export const kind: FaultKind = {
  rule: 'counter_against_sum',
  wanted: { profiles: STEADY, devices: ['full', 'dailyAlone'] },
  plant(site) {
    const { chance, days, flow } = site
    const place = (days[someDay(site)]?.from ?? 0) + chance.int(1, 22)
    const by = (flow[place] as number) * chance.between(5, 50)
    const channel = chance.pick(['standard', 'working'] as const)
    site.counters.set(place, [{ channel, add: by }])
    const varname = channel === 'standard' ? 'reading_value' : 'VNakwork'
    plantedAt(site, {
      rule: 'counter_against_sum',
      ...inHours(varname),
      ...hoursSpan(site, place, place + 1),
      what: `${varname} is ${by.toFixed(0)} m³ ahead of its periods; the threshold is 0.1 %`,
    })
  },
}
