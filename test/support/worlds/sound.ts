import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../electron/contract/time/units.ts'
import type { Calendar } from './calendar.ts'
import { deviceOf } from './device.ts'
import { clockText, event } from './events.ts'
import { random } from './random.ts'
import { settingsOf } from './settings.ts'
import { SHAPES, type Profile } from './shape.ts'
import type { Site } from './site.ts'

const MOSCOW = { zone: 'Europe/Moscow', contractHour: 10 }
const CLOCKS = [
  MOSCOW,
  MOSCOW,
  { zone: 'Asia/Yekaterinburg', contractHour: 8 },
  { zone: 'Europe/Kaliningrad', contractHour: 0 },
  // Clocks change: gas days of 23 and 25 hours.
  { zone: 'Europe/Berlin', contractHour: 6 },
  { zone: 'Europe/Bucharest', contractHour: 7 },
]

/** Days of hours and of days that a device keeps, as its user has entered them; 70 % is the usual threshold. */
export const DEPTHS = { share: 70, hourlyDepth: 35, dailyDepth: 600 }

export interface Wanted {
  profiles: readonly Profile[]
  pressure?: 'low' | 'medium'
}

/**
 * A station without a fault: noise, a season, week-ends, situations that end and are summed up, clocks that are set by
 * seconds.
 *
 * Noise has bounds, as the accuracy class of an instrument has: by table A's own arithmetic the tails of a normal
 * distribution pass a robust z of 3.5 four times in a year of hours, which would be no planted truth.
 */
export function soundSite(seed: number, index: number, calendar: Calendar, wanted: Wanted): Site {
  const chance = random(seed, index, 3)
  const gas = chance.pick(CLOCKS)
  const profile = chance.pick(wanted.profiles)
  const isShop = profile === 'shop' || profile === 'sundayShop'
  const usual = isShop ? chance.between(3, 9) : chance.between(30, 900)
  const device = deviceOf(chance, usual, wanted.pressure ?? (isShop ? 'low' : chance.pick(['low', 'medium'])))
  const site: Site = {
    index, chance, calendar, gas, profile, device,
    days: calendar.daysOf(gas),
    ...flowOf(seed, index, calendar, gas.zone, profile, usual, device.held),
    factor: new Float64Array(calendar.hourEndMs.length).fill(1),
    lostHours: new Map(), lostDays: new Map(), extras: new Map(), counters: new Map(), dayFactor: new Map(),
    otherHour: null, settings: [], settingChanges: [], events: {}, situations: [],
    sessions: sessionsFor(seed, index, calendar.nowMs),
    hoursAskedToMs: calendar.nowMs,
    entered: chance.chance(0.5) ? { archive_at_risk: DEPTHS } : {},
    faults: [], echoes: [],
  } // oxfmt-ignore
  site.settings = settingsOf(site)
  everyday(site)
  return site
}

function flowOf(
  seed: number,
  index: number,
  { hourEndMs, air, ground, wallOf }: Calendar,
  zone: string,
  profile: Profile,
  usual: number,
  held: number,
): Pick<Site, 'flow' | 'pressure' | 'temperature'> {
  const { next } = random(seed, index, 5)
  const shape = SHAPES[profile]
  const { hour, weekday } = wallOf(zone)
  const length = hourEndMs.length
  const [flow, pressure, temperature] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)]
  const spread = held < 120 ? 0.12 : held * 0.004
  const swell = held < 120 ? 0.04 : held * 0.002
  const noise = profile === 'shop' || profile === 'sundayShop' ? 0.2 : 0.1
  for (let at = 0; at < length; at++) {
    flow[at] =
      usual * shape(hour[at] as number, weekday[at] as number, air[at] as number) * (1 + noise * (next() - 0.5) * 2)
    pressure[at] = held + spread * (next() - 0.5) * 2 + swell * Math.sin(at / 97)
    temperature[at] =
      (ground[at] as number) +
      0.5 * (next() - 0.5) * 2 +
      0.4 * Math.sin((2 * Math.PI * ((hour[at] as number) - 9)) / 24)
  }
  return { flow, pressure, temperature }
}

function sessionsFor(seed: number, index: number, nowMs: number): Site['sessions'] {
  const chance = random(seed, index, 7)
  const everyMs = chance.pick([4, 6, 12, 24]) * HOUR_MS
  return { everyMs, lastMs: Math.round(nowMs - everyMs * chance.between(0.05, 0.9)), tellsNext: chance.chance(0.5) }
}

/** What happens at any station in a year and is no fault. */
function everyday(site: Site): void {
  const { chance, calendar, events, days } = site
  if (chance.chance(0.85)) {
    events.changes = []
    // The server sets the clock by some seconds: within the tolerance of a minute.
    for (let n = chance.int(0, 6); n > 0; n--) {
      const atMs = calendar.nowMs - chance.int(2, 360) * DAY_MS - chance.int(0, 1e7)
      const byMs = chance.int(-20, 20) * 1000
      events.changes.push(
        event(atMs, {
          code: '035',
          text: 'Коррекция времени',
          role: 'clockSet',
          value: clockText(site, atMs),
          more: { OldValue: clockText(site, atMs - byMs) },
        }),
      )
    }
  }
  if (site.device.corrects && chance.chance(0.7)) {
    events.nesht = []
    if (chance.chance(0.8)) events.nesht_svod = []
    const count = chance.int(2, 10)
    for (let n = 0; n < count; n++) {
      // Each in a stretch of the year of its own, so that no two of one kind overlap.
      const day = days[Math.floor(5 + ((days.length - 12) * (n + chance.between(0.1, 0.9))) / count)]
      if (!day) continue
      // Whole minutes, so that a summary in minutes can say the same.
      const fromMs = day.endMs + chance.int(60, 900) * MINUTE_MS
      const toMs = fromMs + chance.int(3, 200) * MINUTE_MS
      const substitutes = false
      site.situations.push({ fromMs, toMs, quantity: 'pressure', name: 'давление выше уставки', substitutes })
      // Two at once: their union is what counts.
      if (chance.chance(0.4))
        site.situations.push({ fromMs: fromMs + 2 * MINUTE_MS, toMs: toMs + 30 * MINUTE_MS, quantity: 'temperature', name: 'температура вне пределов', substitutes }) // oxfmt-ignore
    }
  }
}
