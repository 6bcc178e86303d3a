import { KPA, shownPressure, truePressure } from '../device.ts'
import { daysSpan, echoAt, hoursSpan, inHours, plantedAt, someDay, wholeDays } from '../spans.ts'
import type { Site } from '../site.ts'
import type { FaultKind } from './kind.ts'

/** Some hours beyond a device's limit or set point, by 5 % of it at least. */
export const kind: FaultKind = {
  rule: 'range',
  wanted: { profiles: ['boiler', 'plant'] },
  plant(site) {
    const { chance, days } = site
    const begins = (days[someDay(site)]?.from ?? 0) + chance.int(1, 12)
    const { from, to } = wholeDays(site, begins, begins + chance.int(2, 9))
    // A day's volume does not tell the flow of its hours.
    const kinds = site.device.kind === 'dailyAlone' ? [pressure, temperature] : [pressure, temperature, working]
    const [varname, what] = chance.pick(kinds)(site, from, to)
    const span = hoursSpan(site, from, to)
    plantedAt(site, { rule: 'range', ...inHours(varname), ...span, what })
    echoAt(site, ['spike', 'unusual_hour', 'conversion'], span, 'values so far off stand out, and the device reckons with them')
    echoAt(site, ['unusual_day', 'conversion'], daysSpan(site, from, to), "the day's volume and means hold these hours")
  },
}

type Planting = (site: Site, from: number, to: number) => [varname: string, what: string]

/** Limits are 0.5 and 1.6 of what the regulator holds, set points 0.75 and 1.3 (settings.ts). */
const pressure: Planting = ({ chance, device, pressure: values }, from, to) => {
  const times = chance.pick([0.4, 0.65, 1.42, 1.8])
  const shown = shownPressure(device, device.held)
  const fine = device.pressureStep * KPA[device.pressureUnit as keyof typeof KPA]
  for (let at = from; at < to; at++) values[at] = truePressure(device, shown * times) + fine * chance.between(-8, 8)
  return ['P', `P at ${times} of the usual: ${times > 1.6 || times < 0.5 ? 'limits' : 'set points'} are 0.5 and 1.6, 0.75 and 1.3 of it`]
}

const temperature: Planting = ({ chance, temperature: values }, from, to) => {
  const degrees = chance.pick([-52, 71])
  for (let at = from; at < to; at++) values[at] = degrees + chance.between(-1, 1)
  return ['T', `T at ${degrees} °C; the limits are -40 and 60 °C`]
}

const working: Planting = ({ chance, flow, settings }, from, to) => {
  let most = 0
  for (const one of flow) most = Math.max(most, one)
  const qmax = settings.find(({ meaning }) => meaning.role === 'qmax')
  if (qmax) qmax.value = String(Math.ceil(most * 1.3))
  for (let at = from; at < Math.min(to, from + 3); at++) flow[at] = most * chance.between(1.6, 1.9)
  return ['Vwork', 'Vwork of an hour at 1.6 to 1.9 of the largest; Qmax is 1.3 of it']
}
