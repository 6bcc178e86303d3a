import { daysSpan, echoAt, hoursSpan, inHours, plantedAt, someDay } from '../spans.ts'
import type { Site } from '../site.ts'
import type { FaultKind } from './kind.ts'

/** One hour's value far from its neighbours: twenty times their usual distance and more; 3.5 is suspect, 7 a failure. */
export const kind: FaultKind = {
  rule: 'spike',
  wanted: { profiles: ['boiler'] },
  plant(site) {
    const { chance, days } = site
    const place = (days[someDay(site)]?.from ?? 0) + chance.int(2, 21)
    const [varname, what] = chance.pick([pressure, temperature, volume])(site, place)
    const span = hoursSpan(site, place, place + 1)
    plantedAt(site, { rule: 'spike', ...inHours(varname), ...span, what })
    echoAt(site, ['unusual_hour'], span, 'so is the volume of the hour, which the device reckons with the value')
    // 0.9 kPa of 2.2 to 4.5 kPa, set points a quarter below and a third above.
    echoAt(site, ['range'], span, 'a spike of low pressure passes a set point', { paddingMs: 0 })
    echoAt(
      site,
      ['conversion'],
      daysSpan(site, place, place + 1),
      'the factor leaves its median with the value; so do the means of the day',
    )
  },
}

type Planting = (site: Site, place: number) => [varname: string, what: string]

/** Noise has ±0.4 % of medium and ±0.12 kPa of low pressure. */
const pressure: Planting = ({ device, chance, pressure: values }, place) => {
  const by = (device.held < 120 ? 0.9 : device.held * 0.12) * chance.pick([-1, 1])
  values[place] = (values[place] as number) + by
  return [
    'P',
    `P is off by ${by.toFixed(2)} kPa for an hour; noise is ±${(device.held < 120 ? 0.12 : device.held * 0.004).toFixed(2)} kPa`,
  ]
}

/** Noise has ±0.5 °C. */
const temperature: Planting = ({ chance, temperature: values }, place) => {
  const by = chance.between(9, 14) * chance.pick([-1, 1])
  values[place] = (values[place] as number) + by
  return ['T', `T is off by ${by.toFixed(1)} °C for an hour; noise is ±0.5 °C`]
}

/** Noise has ±10 %. */
const volume: Planting = ({ chance, flow }, place) => {
  const times = chance.between(5, 7)
  flow[place] = (flow[place] as number) * times
  return ['gas_consume', `an hour's volume is ${times.toFixed(1)} times the usual; noise is ±10 %`]
}
