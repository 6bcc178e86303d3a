import { spreadAround } from '../around.ts'
import { factorOf } from '../device.ts'
import { STEADY } from '../shape.ts'
import { daysSpan, echoAt, hoursSpan, inHours, plantedAt, someDay } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/** A counter falls by what flows in three days or more, and nothing explains it: no event, no other serial number. */
export const kind: FaultKind = {
  rule: 'counter_decrease',
  wanted: { profiles: STEADY, devices: ['full', 'counters', 'dailyAlone'] },
  plant(site) {
    const { chance, days, device } = site
    const place = (days[someDay(site)]?.from ?? 0) + chance.int(1, 22)
    // Far from zero and from any rollover, so that it is neither an exchange nor a rollover.
    // A day's record shows a fall that is more than the day's gas.
    const { mean } = spreadAround(site, place)
    const channel = chance.pick(['standard', 'working'] as const)
    const ofWorking = channel === 'standard' ? factorOf(device, device.held, 10) : 1
    const by = Math.min(device.counterAt / 3, mean * ofWorking * chance.between(72, 400))
    site.counters.set(place, [{ channel, add: -by }])
    const varname = channel === 'standard' ? 'reading_value' : 'VNakwork'
    plantedAt(site, {
      rule: 'counter_decrease',
      ...inHours(varname),
      ...hoursSpan(site, place, place + 1),
      what: `${varname} falls by ${by.toFixed(0)} m³; the threshold is any`,
    })
    echoAt(site, ['counter_against_sum'], daysSpan(site, place, place + 1), "the counter's difference is no sum of its periods either")
  },
}
