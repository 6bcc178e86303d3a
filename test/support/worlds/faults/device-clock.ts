import { DAY_MS, MINUTE_MS } from '../../../../electron/contract/time/units.ts'
import { clockText, event } from '../events.ts'
import { PROFILES } from '../shape.ts'
import { echoAt, plantedAt } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/** The clock is set by 3 to 50 minutes (the tolerance is one): the old and the new time, or the minutes, are in the event. */
export const kind: FaultKind = {
  rule: 'device_clock',
  wanted: { profiles: PROFILES.filter((one) => one !== 'heating') },
  plant(site) {
    const { chance, calendar, events } = site
    const place = calendar.hourEndMs.length - 24 * chance.int(25, 300)
    const startMs = calendar.hourEndMs[place - 1] as number
    const atMs = startMs + chance.int(10, 50) * MINUTE_MS
    const minutes = chance.int(3, 50) * chance.pick([-1, 1])
    events.changes = (events.changes ?? []).filter((one) => Math.abs(one.atMs - atMs) > 5 * DAY_MS)
    const told = chance.chance(0.6)
      ? { value: clockText(site, atMs), more: { OldValue: clockText(site, atMs - minutes * MINUTE_MS) } }
      : { value: String(minutes), unit: 'мин' }
    events.changes.push(event(atMs, { code: '035', text: 'Коррекция времени', role: 'clockSet', ...told }))
    plantedAt(site, {
      rule: 'device_clock',
      fromMs: atMs - MINUTE_MS * 60,
      toMs: atMs + MINUTE_MS * 60,
      what: `the clock is set by ${minutes} minutes; the tolerance is 60 s`,
    })
    if (chance.chance(0.4)) {
      site.extras.set(place, [atMs - startMs])
      echoAt(
        site,
        ['off_grid_record'],
        { fromMs: startMs, toMs: startMs },
        'the device writes an extra record when its clock is set (table A)',
        { paddingMs: 60 * MINUTE_MS },
      )
    }
  },
}
