import { daysSpan, echoAt, hoursSpan, inHours, plantedAt, someDay } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/**
 * For 4 to 9 days the device multiplies by 3 to 7 % more or less than the formula gives (the threshold is 1 %), or its
 * pressure is 8 to 12 % higher, and with it the factor (3 % off the median of 30 days).
 */
export const kind: FaultKind = {
  rule: 'conversion',
  wanted: { profiles: ['boiler', 'plant'], pressure: 'medium' },
  plant(site) {
    const { chance, days, factor, pressure } = site
    const from = (days[someDay(site, 10)]?.from ?? 0) + chance.int(0, 23)
    const to = from + chance.int(4 * 24, 9 * 24)
    const ofFormula = chance.chance(0.5)
    const by = ofFormula ? chance.between(0.03, 0.07) * chance.pick([-1, 1]) : chance.between(0.08, 0.12)
    for (let at = from; at < to; at++) {
      if (ofFormula) factor[at] = 1 + by
      else pressure[at] = (pressure[at] as number) * (1 + by)
    }
    const span = hoursSpan(site, from, to)
    plantedAt(site, {
      rule: 'conversion',
      ...inHours('gas_consume'),
      ...span,
      what: ofFormula
        ? `the factor is ${(100 * by).toFixed(1)} % off the formula; the threshold is 1 %`
        : `P and the factor are ${(100 * by).toFixed(1)} % off the median; the threshold is 3 %`,
    })
    if (!ofFormula) echoAt(site, ['spike'], span, 'the first and the last value are far from a neighbour')
    // The gas day in which it begins or ends is off as a whole.
    echoAt(site, ['conversion'], daysSpan(site, from, to), 'the days of its two ends hold it in part')
  },
}
