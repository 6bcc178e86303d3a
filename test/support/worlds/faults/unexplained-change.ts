import { DAY_MS } from '../../../../electron/contract/time/units.ts'
import { event } from '../events.ts'
import { PROFILES } from '../shape.ts'
import { CHECK_MS } from '../settings.ts'
import { plantedAt } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/** A setting differs and no event tells of it; or an event tells of a change and the settings stay as they were. */
export const kind: FaultKind = {
  rule: 'unexplained_change',
  wanted: { profiles: PROFILES.filter((one) => one !== 'heating') },
  plant(site) {
    const { chance, calendar, events } = site
    events.changes ??= []
    site.settingChanges = []
    const atMs = calendar.nowMs - chance.int(70, 290) * DAY_MS + chance.int(0, 1e6)
    const name = chance.pick(['Наибольший расход Qmax', 'Верхний предел температуры'])
    const setting = site.settings.find(({ channelName }) => channelName === name)
    if (!setting) throw new RangeError('no setting')
    const value = setting.value.replace(/^(\d+)/u, (whole) => String(Number(whole) * 2))
    if (chance.chance(0.6)) {
      // An event of the time around would explain it: the server has set no clock then, either.
      events.changes = events.changes.filter((one) => Math.abs(one.atMs - atMs) > 2 * CHECK_MS)
      site.settingChanges.push({ atMs, channelName: setting.channelName, value })
      const [before, after] = around(atMs, calendar.hourEndMs[0] as number)
      plantedAt(site, {
        rule: 'unexplained_change',
        fromMs: before,
        toMs: after,
        what: `${setting.channelName}: ${setting.value} → ${value} without an event`,
        slackDays: 3,
      })
    } else {
      events.changes.push(
        event(atMs, {
          code: '031',
          text: `Изменение параметра: ${setting.channelName}`,
          role: 'settingChanged',
          quantity: setting.meaning.quantity,
          value,
          more: { OldValue: setting.value },
        }),
      )
      const [before, after] = around(atMs, calendar.hourEndMs[0] as number)
      plantedAt(site, {
        rule: 'unexplained_change',
        fromMs: before,
        toMs: after,
        what: `an event says ${setting.channelName}: ${setting.value} → ${value}; the settings stay`,
        slackDays: 3,
      })
    }
  },
}

/** Checks are a month apart (settings.ts), so what happened between two of them lies within a month on either side. */
const around = (atMs: number, firstMs: number): [number, number] => [Math.max(firstMs, atMs - CHECK_MS), atMs + CHECK_MS]
