import { WITH_HOURS } from '../device-kind.ts'
import { holdStill } from '../around.ts'
import { stepped, shownPressure, truePressure } from '../device.ts'
import { STEADY } from '../shape.ts'
import { echoAt, hoursSpan, inHours, plantedAt, someDay } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/** P or T stands still, or moves by one digit, for 10 to 80 hours while gas flows: 6 are suspect, 24 a failure. */
export const kind: FaultKind = {
  rule: 'frozen',
  wanted: { profiles: STEADY, devices: WITH_HOURS },
  plant(site) {
    const { chance, days, device } = site
    const from = (days[someDay(site, 4)]?.from ?? 0) + chance.int(0, 23)
    const to = from + chance.pick([chance.int(10, 18), chance.int(30, 80)])
    const isPressure = chance.chance(0.5)
    const moves = chance.chance(0.5)
    holdStill(site, isPressure ? 'pressure' : 'temperature', from, to)
    for (let at = from; at < to; at++) {
      const digit = moves && chance.chance(0.5) ? 1 : 0
      if (isPressure) {
        const held = shownPressure(device, site.pressure[from] as number)
        // The first value stays as it is: one more digit there would make two.
        site.pressure[at] = truePressure(device, at === from ? held : held + digit * device.pressureStep)
      } else {
        const held = stepped(site.temperature[from] as number, 0.01)
        site.temperature[at] = at === from ? held : held + digit * 0.01
      }
    }
    const varname = isPressure ? 'P' : 'T'
    const span = hoursSpan(site, from, to)
    plantedAt(site, {
      rule: 'frozen',
      ...inHours(varname),
      ...span,
      what: `${varname} moves by ${moves ? 'one digit at most' : 'nothing'} for ${to - from} hours; the threshold is 6 h`,
    })
    // Where T stood still while the season went on, its first hour afterwards is a step.
    echoAt(site, ['spike'], span, 'the value before and behind it is another one')
  },
}
