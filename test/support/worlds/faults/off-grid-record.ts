import { MINUTE_MS } from '../../../../electron/contract/time/units.ts'
import { STEADY } from '../shape.ts'
import { hoursSpan, inHours, plantedAt, someDay } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/** One to three records within an hour, each with what has flowed since the hour began. */
export const kind: FaultKind = {
  rule: 'off_grid_record',
  wanted: { profiles: [...STEADY, 'shop'] },
  plant(site) {
    const { chance, days } = site
    const place = (days[someDay(site)]?.from ?? 0) + chance.int(0, 22)
    const minutes = [chance.int(4, 18), chance.int(22, 38), chance.int(42, 56)].slice(0, chance.int(1, 3))
    site.extras.set(
      place,
      minutes.map((one) => one * MINUTE_MS + chance.int(0, 59) * 1000),
    )
    plantedAt(site, {
      rule: 'off_grid_record',
      ...inHours(),
      ...hoursSpan(site, place, place + 1),
      what: `${minutes.length} records between two hours; the threshold is any`,
    })
  },
}
