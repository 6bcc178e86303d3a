import { aroundHours, spreadAround } from '../around.ts'
import { WITH_HOURS } from '../device-kind.ts'
import { daysSpan, echoAt, hoursSpan, inHours, plantedAt, someDay } from '../spans.ts'
import { STEADY } from '../shape.ts'
import type { Site } from '../site.ts'
import type { FaultKind } from './kind.ts'

/** One hour's value far from its neighbours: fifteen times their usual distance and more; 3.5 is suspect, 7 a failure. */
export const kind: FaultKind = {
  rule: 'spike',
  wanted: { profiles: STEADY, devices: WITH_HOURS },
  plant(site) {
    const { chance, days } = site
    const place = (days[someDay(site)]?.from ?? 0) + chance.int(2, 21)
    const [varname, what] = chance.pick([pressure, temperature, volume])(site, place)
    const span = hoursSpan(site, place, place + 1)
    plantedAt(site, { rule: 'spike', ...inHours(varname), ...span, what })
    echoAt(site, ['unusual_hour'], span, 'so is the volume of the hour, which the device reckons with the value')
    echoAt(site, ['unusual_day'], daysSpan(site, place, place + 1), 'six hours of gas in one may double a day')
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

/** Noise has ±0.4 % of medium and ±0.12 kPa of low pressure, of a moment ±3.5 % and ±0.25 kPa. */
const pressure: Planting = ({ device, chance, moments, pressure: values }, place) => {
  const low = moments ? 1.6 : 0.9
  const by = (device.held < 120 ? low : device.held * 0.15) * chance.pick([-1, 1])
  values[place] = (values[place] as number) + by
  return ['P', `P is off by ${by.toFixed(2)} kPa for an hour; noise is ±${(device.held < 120 ? 0.12 : device.held * 0.004).toFixed(2)} kPa`]
}

/** Noise has ±0.5 °C, of a moment ±2 °C. */
const temperature: Planting = ({ chance, temperature: values }, place) => {
  const by = chance.between(11, 16) * chance.pick([-1, 1])
  values[place] = (values[place] as number) + by
  return ['T', `T is off by ${by.toFixed(1)} °C for an hour; noise is ±0.5 °C`]
}

/** Twice the most of the hours around, four mean hours and fifteen times the usual jump beyond. */
const volume: Planting = (site, place) => {
  const { most } = aroundHours(site, place, place + 1)
  const { mean, jump } = spreadAround(site, place)
  const value = (Math.max(most * 2, most + 15 * jump) + 4 * mean) * site.chance.between(1, 1.3)
  site.flow[place] = value
  return [
    'gas_consume',
    `an hour of ${value.toFixed(0)} m³, those around have ${most.toFixed(0)} at most; the usual jump is ${jump.toFixed(1)}`,
  ]
}
