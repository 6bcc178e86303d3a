import { STEADY } from '../shape.ts'
import { daysSpan, echoAt, hoursSpan, inDays, inHours, plantedAt, someDay } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/** One to thirty hours, or one or two days, that the service was asked for and does not have; the device counted on. */
export const kind: FaultKind = {
  rule: 'missing_record',
  wanted: { profiles: [...STEADY, 'shop'] },
  plant(site) {
    const { chance, days } = site
    const at = someDay(site, 2)
    const day = days[at]
    if (!day) throw new RangeError('no day')
    const { kind } = site.device
    if (kind === 'hourlyVolumes' || (kind !== 'dailyAlone' && chance.chance(0.7))) {
      const from = day.from + chance.int(0, 23)
      const to = from + chance.pick([1, 1, 2, 5, chance.int(6, 30)])
      for (let place = from; place < to; place++) site.lostHours.set(place, 'empty')
      plantedAt(site, {
        rule: 'missing_record',
        ...inHours(),
        ...hoursSpan(site, from, to),
        what: `${to - from} hours are not there; the threshold is any`,
      })
      echoAt(site, ['hours_against_day'], daysSpan(site, from, to), 'the hours that are left are no whole day')
    } else {
      const count = chance.int(1, 2)
      for (let place = at; place < at + count; place++) site.lostDays.set(place, 'empty')
      const to = days[at + count - 1]?.to ?? day.to
      plantedAt(site, {
        rule: 'missing_record',
        ...inDays(),
        ...daysSpan(site, day.from, to),
        what: `${count} daily records are not there; the threshold is any`,
      })
    }
  },
}
