import { aroundHours, spreadAround } from '../around.ts'
import { WITH_HOURS } from '../device-kind.ts'
import { STEADY } from '../shape.ts'
import { daysSpan, echoAt, hoursSpan, inHours, plantedAt, someDay } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/**
 * Two to four hours that the station does not do by itself. High: half as much again as the most of the hours around
 * (around.ts), and above the mean by 4.5 times the distance of its quartiles (3.5 is the threshold) and by a whole mean
 * hour. Low, where no hour around is below 0.7 of the mean: a fifth of the least.
 */
export const kind: FaultKind = {
  rule: 'unusual_hour',
  wanted: { profiles: STEADY, devices: WITH_HOURS },
  plant(site) {
    const { chance, days, flow } = site
    const from = (days[someDay(site)]?.from ?? 0) + chance.int(2, 18)
    const to = from + chance.int(2, 4)
    const { least, most } = aroundHours(site, from, to)
    const { mean, quartiles } = spreadAround(site, from)
    const isLow = least > 0.7 * mean && chance.chance(0.6)
    const high = Math.max(most * 1.5, mean + quartiles * 4.5, most + mean) * chance.between(1, 1.4)
    const value = isLow ? least * 0.2 : high
    for (let at = from; at < to; at++) flow[at] = value * chance.between(0.97, 1.03)
    const span = hoursSpan(site, from, to)
    plantedAt(site, {
      rule: 'unusual_hour',
      ...inHours('gas_consume'),
      ...span,
      what: `${to - from} hours of ${value.toFixed(1)} m³ where those around have ${least.toFixed(1)} to ${most.toFixed(1)}`,
    })
    echoAt(site, ['unusual_day'], daysSpan(site, from, to), 'four such hours may double a day')
    echoAt(site, ['spike'], span, 'the first and the last of them are far from a neighbour')
  },
}
