import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../electron/contract/time/units.ts'
import type { Calendar } from './calendar.ts'
import { deviceOf } from './device.ts'
import { DEVICE_KINDS, type DeviceKind } from './device-kind.ts'
import { clockText, event } from './events.ts'
import { gasOf } from './gas.ts'
import { momentsOf } from './noise/moments.ts'
import { EXTRA_AFTER_MS, ON_THE_GRID, stampsOf } from './noise/stamps.ts'
import { random } from './random.ts'
import { settingsOf } from './settings.ts'
import type { Profile } from './shape.ts'
import type { Site } from './site.ts'
import { echoAt } from './spans.ts'

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
  /** Absent: any. */
  devices?: readonly DeviceKind[]
}

/** The share of all stations whose hourly records are stamped off the grid, or that write one more each day. */
const OFF_THE_GRID = 0.35
/** The share of devices archiving P and T whose records hold the values of the moment. */
const SPOT = 0.5
/** The share of devices whose counter has a coarse step. */
const COARSE = 0.35

/**
 * A station without a fault: noise, a season, week-ends, situations that end and are summed up, clocks that are set by
 * seconds.
 *
 * Noise has bounds, as the accuracy class of an instrument has: by the arithmetic of `spike` the tails of a normal
 * distribution pass a robust z of 3.5 four times in a year of hours, which would be no planted truth.
 */
export function soundSite(seed: number, index: number, calendar: Calendar, wanted: Wanted): Site {
  const chance = random(seed, index, 3)
  const gas = chance.pick(CLOCKS)
  const profile = chance.pick(wanted.profiles)
  const isShop = profile === 'shop' || profile === 'sundayShop'
  const usual = isShop ? chance.between(3, 9) : chance.between(30, 900)
  // Chances of their own: what was there before them stays as it was.
  const ownChance = random(seed, index, 50)
  const kind = ownChance.pick(wanted.devices ?? DEVICE_KINDS)
  const device = deviceOf(chance, kind, usual, wanted.pressure ?? (isShop ? 'low' : chance.pick(['low', 'medium'])))
  const { noise, ...gasUsed } = gasOf(seed, index, calendar, gas.zone, profile, usual, device.held)
  const hours = calendar.hourEndMs.length
  const isSpot = ownChance.chance(SPOT)
  if (ownChance.chance(COARSE)) device.volumeStep = coarseStep(gasUsed.flow, isShop)
  const site: Site = {
    index,
    chance,
    calendar,
    gas,
    profile,
    device,
    noise,
    days: calendar.daysOf(gas),
    wall: calendar.wallOf(gas.zone),
    ...gasUsed,
    moments: isSpot ? momentsOf(random(seed, index, 51), hours, device.held) : null,
    factor: new Float64Array(hours).fill(1),
    lostHours: new Map(),
    lostDays: new Map(),
    extras: new Map(),
    counters: new Map(),
    dayFactor: new Map(),
    extrasArePart: ownChance.chance(0.5),
    stamps: ownChance.chance(OFF_THE_GRID) && kind !== 'dailyAlone' ? stampsOf(random(seed, index, 52)) : ON_THE_GRID,
    otherHour: null,
    settings: [],
    settingChanges: [],
    events: {},
    situations: [],
    sessions: sessionsFor(seed, index, calendar.nowMs),
    hoursAskedToMs: calendar.nowMs,
    entered: chance.chance(0.5) ? { archive_at_risk: DEPTHS } : {},
    faults: [],
    echoes: [],
    contract: null,
  }
  site.settings = settingsOf(site)
  everyday(site)
  itsClock(site)
  daysOff(site)
  return site
}

/** 0.01 m³, or 1 m³ where an hour has some of them; a shop's hour has a few, and is rough. */
function coarseStep(flow: Float64Array, isShop: boolean): number {
  const least = flow.reduce((one, other) => (other > 0 && other < one ? other : one), Infinity)
  return isShop || least > 3 ? 1 : 0.01
}

const wholeYear = ({ calendar }: Site) => ({ fromMs: calendar.hourEndMs[0] as number, toMs: calendar.nowMs })

/** What the device's clock does to its records, and what of it is to be told. */
function itsClock(site: Site): void {
  const { stamps, wall, extras } = site
  const { extraHour } = stamps
  if (stamps.mostMs > 0 || extraHour !== null) site.noise.push(stamps.name)
  // The tolerance of a clock is a minute.
  if (stamps.mostMs > MINUTE_MS) echoAt(site, ['device_clock'], wholeYear(site), 'records that are minutes off tell of a clock that is')
  if (extraHour === null) return
  wall.hour.forEach((hour, at) => {
    if (hour === extraHour) extras.set(at, [EXTRA_AFTER_MS])
  })
  echoAt(site, ['off_grid_record'], wholeYear(site), 'an extra record each day is a habit', { once: true })
}

/** Works that rest on a day off are as on a Sunday; nobody has entered the country's days off. */
function daysOff(site: Site): void {
  if (!site.noise.includes('days off')) return
  const { wall, calendar } = site
  const why = 'a day off that nobody has entered'
  const { hourEndMs } = calendar
  for (let at = 0; at < hourEndMs.length; at++) {
    if (wall.dayOff[at] === 0) continue
    const first = at
    while (wall.dayOff[at] === 1) at++
    const days = { fromMs: (hourEndMs[first] as number) - HOUR_MS, toMs: hourEndMs[at - 1] as number }
    // A shop that is shut on Sundays is shut for the days off between them.
    echoAt(site, ['unusual_day', 'zero_use'], days, why, { alarm: true, paddingMs: DAY_MS })
    // Eight days at the new year are more than half of two weeks.
    if (at - first > 4 * 24) echoAt(site, ['level_shift'], days, why, { alarm: true, paddingMs: 14 * DAY_MS })
  }
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
        site.situations.push({
          fromMs: fromMs + 2 * MINUTE_MS,
          toMs: toMs + 30 * MINUTE_MS,
          quantity: 'temperature',
          name: 'температура вне пределов',
          substitutes,
        })
    }
  }
}
