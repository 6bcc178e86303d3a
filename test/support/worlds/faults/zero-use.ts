import { daysSpan, echoAt, hoursSpan, inHours, plantedAt, someDay, wholeDays, DAY_MS } from '../spans.ts'
import { STEADY } from '../shape.ts'
import type { FaultKind } from './kind.ts'

/**
 * Zeros where gas has flowed in every hour so far: two to six days (twice the 24 h at least), or, where a device tells of
 * hours, 7 to 20 hours (from 6 hours where the station's own history at that time of day has none).
 */
export const kind: FaultKind = {
  rule: 'zero_use',
  wanted: { profiles: STEADY },
  plant(site) {
    const { chance, days, flow } = site
    const isShort = site.device.kind !== 'dailyAlone' && chance.chance(0.5)
    const begins = (days[someDay(site, 7)]?.from ?? 0) + chance.int(0, 23)
    const { from, to } = wholeDays(site, begins, begins + (isShort ? chance.int(7, 20) : chance.int(48, 140)))
    flow.fill(0, from, to)
    const span = hoursSpan(site, from, to)
    plantedAt(site, {
      rule: 'zero_use',
      variant: isShort ? '7 to 20 hours' : 'days',
      ...inHours('gas_consume'),
      ...span,
      what: `${to - from} hours of zeros where there were none before`,
    })
    echoAt(site, ['unusual_hour', 'spike'], span, 'zeros are unusual hours, and the first and the last are far from a neighbour')
    echoAt(site, ['unusual_day'], daysSpan(site, from, to), 'days of zeros are less than half of the usual')
    if (!isShort) echoAt(site, ['level_shift'], span, 'a week of zeros is a lower week', { paddingMs: 14 * DAY_MS })
  },
}
