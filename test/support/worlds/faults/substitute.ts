import { MINUTE_MS } from '../../../../electron/contract/time/units.ts'
import { holdStill } from '../around.ts'
import { STEADY } from '../shape.ts'
import { substituteOf } from '../settings.ts'
import { daysSpan, echoAt, hoursSpan, inHours, plantedAt, someDay, wholeDays } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/**
 * Three to 48 hours of the substitute pressure or temperature: three times the hour at least. Some devices tell of it by
 * a situation too; of some no substitute is known, and the situation alone tells.
 */
export const kind: FaultKind = {
  rule: 'substitute',
  wanted: { profiles: STEADY },
  plant(site) {
    const { chance, days } = site
    const begins = (days[someDay(site, 3)]?.from ?? 0) + chance.int(0, 23)
    const { from, to } = wholeDays(site, begins, begins + chance.int(3, 48))
    const how = chance.pick(['value', 'value', 'both', 'situation'])
    const isPressure = chance.chance(0.6)
    holdStill(site, isPressure ? 'pressure' : 'temperature', from, to)
    const quantity = isPressure ? 'pressure' : 'temperature'
    for (let at = from; at < to; at++) {
      if (isPressure) site.pressure[at] = substituteOf(site)
      else site.temperature[at] = 22
    }
    const span = hoursSpan(site, from, to)
    if (how !== 'value') {
      site.events.nesht ??= []
      site.events.nesht_svod ??= []
      // Others at the same time would be paired with it by any reader: they say the same of another quantity.
      site.situations = site.situations.filter(({ fromMs, toMs }) => toMs < span.fromMs || fromMs > span.toMs)
      site.situations.push({
        fromMs: span.fromMs + MINUTE_MS,
        toMs: span.toMs - MINUTE_MS,
        quantity,
        name: `отказ датчика ${quantity}`,
        substitutes: true,
      })
    }
    if (how === 'situation') site.settings = site.settings.filter(({ meaning }) => meaning.role !== 'substitute')
    plantedAt(site, {
      rule: 'substitute',
      ...inHours(isPressure ? 'P' : 'T'),
      ...span,
      what: `${to - from} hours of the substitute (${how}); the threshold is 1 h`,
    })
    echoAt(site, ['frozen'], span, 'a substitute does not move')
    echoAt(site, ['spike'], span, 'the value before and behind it is another one')
    echoAt(site, ['conversion'], daysSpan(site, from, to), 'the device reckons with it, and the factor leaves its median')
  },
}
