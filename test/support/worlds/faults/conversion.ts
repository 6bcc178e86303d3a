import { STEADY } from '../shape.ts'
import { daysSpan, echoAt, hoursSpan, inHours, plantedAt, someDay } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/**
 * For 4 to 9 days the device multiplies by 3 to 7 % more or less than the formula gives (the threshold is 1 %); or its
 * records have neither P nor T, and the factor is 8 to 12 % off its median of 30 days (the threshold is 3 %); or the P of
 * its records, a reading at a moment, is 6 to 12 % off the P that it reckons with.
 *
 * A pressure that rises, and with it the factor, is planted by nobody: the formula holds, and a regulator may be set anew.
 */
export const kind: FaultKind = {
  rule: 'conversion',
  wanted: { profiles: STEADY, pressure: 'medium' },
  plant(site) {
    const { chance, days, factor, device } = site
    const from = (days[someDay(site, 10)]?.from ?? 0) + chance.int(0, 23)
    const to = from + chance.int(4 * 24, 9 * 24)
    const ofFormula = chance.chance(0.7)
    const isSensor = ofFormula && site.moments !== null && chance.chance(0.5)
    const by =
      (isSensor ? chance.between(0.06, 0.12) : ofFormula ? chance.between(0.03, 0.07) : chance.between(0.08, 0.12)) * chance.pick([-1, 1])
    device.tellsState = ofFormula
    if (isSensor && site.moments) {
      const { pressure } = site.moments
      for (let at = from; at < to; at++) pressure[at] = (pressure[at] as number) + by * (site.pressure[at] as number)
    } else factor.fill(1 + by, from, to)
    const span = hoursSpan(site, from, to)
    const off = `${(100 * by).toFixed(1)} % off`
    const what = isSensor
      ? `the record's P is ${off} what the device reckons with; the threshold is 1 %`
      : ofFormula
        ? `the factor is ${off} the formula; the threshold is 1 %`
        : `the factor is ${off} its median; the threshold is 3 %`
    const variant = isSensor ? 'spot P fails' : ofFormula ? (site.moments ? 'formula, spot' : 'formula, means') : 'no P and T'
    plantedAt(site, { rule: 'conversion', variant, ...inHours('gas_consume'), ...span, what })
    if (isSensor) echoAt(site, ['spike'], { fromMs: span.fromMs, toMs: span.fromMs }, 'P of the hours before and behind is another one')
    if (isSensor) echoAt(site, ['spike'], { fromMs: span.toMs, toMs: span.toMs }, 'P of the hours before and behind is another one')
    // The gas day in which it begins or ends is off as a whole.
    echoAt(site, ['conversion'], daysSpan(site, from, to), 'the days of its two ends hold it in part')
  },
}
