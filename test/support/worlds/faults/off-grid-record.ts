import { WITH_HOURS } from '../device-kind.ts'
import { MINUTE_MS } from '../../../../electron/contract/time/units.ts'
import { STEADY } from '../shape.ts'
import { hoursSpan, inHours, plantedAt, someDay } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/** One to three records within an hour, each with what has flowed since the hour began. */
export const kind: FaultKind = {
  rule: 'off_grid_record',
  wanted: { profiles: [...STEADY, 'shop'], devices: WITH_HOURS },
  plant(site) {
    const { chance, days } = site
    const place = (days[someDay(site)]?.from ?? 0) + chance.int(0, 22)
    const minutes = [chance.int(4, 18), chance.int(22, 38), chance.int(42, 56)].slice(0, chance.int(1, 3))
    if (site.stamps.extraHour !== null) {
      // The habit is there already: it is what has to be found, once.
      site.echoes = site.echoes.filter(({ rule }) => rule !== 'off_grid_record')
      plantedAt(site, {
        rule: 'off_grid_record',
        variant: 'a habit',
        once: true,
        ...inHours(),
        fromMs: site.calendar.hourEndMs[0] as number,
        toMs: site.calendar.nowMs,
        what: 'a record each day a minute after the hour',
      })
      return
    }
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
