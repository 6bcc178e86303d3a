import { event } from '../events.ts'
import { STEADY } from '../shape.ts'
import { hoursSpan, inHours, plantedAt, someDay, wholeDays } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/** The valve is shut for half a day to three days, and gas flows as ever; the threshold is any. */
export const kind: FaultKind = {
  rule: 'flow_while_shut',
  wanted: { profiles: STEADY },
  plant(site) {
    const { chance, days } = site
    const begins = (days[someDay(site, 4)]?.from ?? 0) + chance.int(0, 23)
    const { from, to } = wholeDays(site, begins, begins + chance.int(12, 72))
    const { fromMs, toMs } = hoursSpan(site, from, to)
    // A day's gas has flowed behind a shut valve for certain where the valve was shut all day.
    const inside = site.device.kind === 'dailyAlone' ? -1 : 1
    site.events.valve = [
      event(fromMs + inside * chance.int(1, 3_000_000), {
        code: '081',
        text: 'Клапан закрыт',
        role: 'valveShut',
        value: '1',
      }),
      event(toMs - inside * chance.int(1, 3_000_000), {
        code: '082',
        text: 'Клапан открыт',
        role: 'valveOpen',
        value: '1',
      }),
    ]
    plantedAt(site, {
      rule: 'flow_while_shut',
      ...inHours('gas_consume'),
      fromMs,
      toMs,
      what: `gas flows for ${to - from} hours behind a shut valve`,
    })
  },
}
