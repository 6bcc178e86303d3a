import type { Calendar } from './calendar.ts'
import { addNoise } from './noise/index.ts'
import { random } from './random.ts'
import { SHAPES, type Profile } from './shape.ts'
import type { Site } from './site.ts'

/** The share of works resting on Sundays that rest on days off too. */
const KEEPS_DAYS_OFF = 0.6
const RESTING: readonly Profile[] = ['fiveDays', 'sundayShop']

/** The gas of a sound station, hour by hour: how much, of what pressure, how warm. */
export function gasOf(
  seed: number,
  index: number,
  { hourEndMs, air, ground, wallOf }: Calendar,
  zone: string,
  profile: Profile,
  usual: number,
  held: number,
): Pick<Site, 'flow' | 'pressure' | 'temperature' | 'noise'> {
  const { next } = random(seed, index, 5)
  const shape = SHAPES[profile]
  const keepsDaysOff = RESTING.includes(profile) && random(seed, index, 39).chance(KEEPS_DAYS_OFF)
  const wall = keepsDaysOff ? withDaysOff(wallOf(zone)) : wallOf(zone)
  const { hour, weekday } = wall
  const length = hourEndMs.length
  const [flow, pressure, temperature] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)]
  const spread = held < 120 ? 0.12 : held * 0.004
  const swell = held < 120 ? 0.04 : held * 0.002
  const noise = profile === 'shop' || profile === 'sundayShop' ? 0.2 : 0.1
  for (let at = 0; at < length; at++) {
    const today = weekday[at] as number
    // Some hour of the evening before, whichever way clocks change at night.
    const before = weekday[at - (hour[at] as number) - 6] ?? (today + 6) % 7
    flow[at] = usual * shape(hour[at] as number, today, air[at] as number, before) * (1 + noise * (next() - 0.5) * 2)
    pressure[at] = held + spread * (next() - 0.5) * 2 + swell * Math.sin(at / 97)
    temperature[at] = (ground[at] as number) + 0.5 * (next() - 0.5) * 2 + 0.4 * Math.sin((2 * Math.PI * ((hour[at] as number) - 9)) / 24)
  }
  const names = addNoise(seed, index, { flow, wall, profile })
  return { flow, pressure, temperature, noise: keepsDaysOff ? ['days off', ...names] : names }
}

/** A day off counts as a Sunday. */
const withDaysOff = <W extends ReturnType<Calendar['wallOf']>>(wall: W): W => ({
  ...wall,
  weekday: wall.weekday.map((day, at) => (wall.dayOff[at] === 1 ? 6 : day)),
})
