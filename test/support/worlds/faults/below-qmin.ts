import { WITH_HOURS } from '../device-kind.ts'
import { daysSpan, echoAt, hoursSpan, inHours, plantedAt, someDay } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/** Three to ten hours at 0.4 to 0.7 of Qmin. */
export const kind: FaultKind = {
  rule: 'below_qmin',
  wanted: { profiles: ['boiler', 'plant'], devices: WITH_HOURS },
  plant(site) {
    const { chance, days, flow, settings } = site
    const qmin = Number(settings.find(({ meaning }) => meaning.role === 'qmin')?.value.replace(',', '.'))
    const from = (days[someDay(site)]?.from ?? 0) + chance.int(1, 12)
    const to = from + chance.int(3, 10)
    for (let at = from; at < to; at++) flow[at] = qmin * chance.between(0.4, 0.7)
    const span = hoursSpan(site, from, to)
    plantedAt(site, {
      rule: 'below_qmin',
      ...inHours('Vwork'),
      ...span,
      what: `${to - from} hours at 0.4 to 0.7 of Qmin ${qmin} m³/h`,
    })
    echoAt(site, ['unusual_hour', 'spike'], span, 'an eighth of the least that ever flows is unusual too')
    echoAt(site, ['unusual_day'], daysSpan(site, from, to), 'up to ten such hours may halve the day')
    echoAt(site, ['conversion'], span, 'so little gas is few steps of the volume, and the factor that they imply is as rough')
  },
}
