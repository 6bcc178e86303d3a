import { addDays, dayAt } from '../../../electron/contract/time/day.ts'
import { gasDayAt, type GasClock } from '../../../electron/contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import { isDayOff } from './days-off.ts'
import { weatherOf } from './weather.ts'

/** The hours of a world's year, the same for all stations: places of all columns. */
export interface Calendar {
  nowMs: number
  /** When each hour ends, Unix ms. */
  hourEndMs: Float64Array
  /** °C in each hour. */
  air: Float64Array
  ground: Float64Array
  wallOf: (zone: string) => Wall
  daysOf: (gas: GasClock) => readonly GasDay[]
}

/** What the clock of a place shows when an hour ends: 1 … 24 of a weekday (0: Monday) and of a date, month × 100 + day. */
export interface Wall {
  hour: Uint8Array
  weekday: Uint8Array
  date: Uint16Array
  /** 1 where the country has a day off. */
  dayOff: Uint8Array
}

/** A gas day that is over: hours `from` … `to - 1`; 23 or 25 of them where clocks change. */
export interface GasDay {
  endMs: number
  from: number
  to: number
}

export function calendarOf(seed: number, nowMs: number): Calendar {
  const weather = weatherOf(seed)
  const hours = 366 * 24
  const lastMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  const hourEndMs = Float64Array.from({ length: hours }, (_, at) => lastMs - (hours - 1 - at) * HOUR_MS)
  const walls = new Map<string, Wall>()
  const days = new Map<string, readonly GasDay[]>()
  return {
    nowMs,
    hourEndMs,
    air: hourEndMs.map(weather.airAt),
    ground: hourEndMs.map(weather.groundAt),
    wallOf: (zone) => kept(walls, zone, () => wallOf(hourEndMs, zone)),
    daysOf: (gas) => kept(days, `${gas.zone} ${gas.contractHour}`, () => daysOf(hourEndMs, gas)),
  }
}

function kept<T>(known: Map<string, T>, key: string, make: () => T): T {
  const one = known.get(key) ?? make()
  known.set(key, one)
  return one
}

function wallOf(hourEndMs: Float64Array, zone: string): Wall {
  const clock = zoneClock(zone)
  const hour = new Uint8Array(hourEndMs.length)
  const weekday = new Uint8Array(hourEndMs.length)
  const date = new Uint16Array(hourEndMs.length)
  const dayOff = new Uint8Array(hourEndMs.length)
  hourEndMs.forEach((atMs, at) => {
    const wallMs = clock.wallMs(atMs - HOUR_MS)
    hour[at] = (Math.floor(wallMs / HOUR_MS) % 24) + 1
    weekday[at] = (Math.floor(wallMs / DAY_MS) + 3) % 7
    const day = dayAt(wallMs)
    date[at] = Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10))
    dayOff[at] = isDayOff(zone, day) ? 1 : 0
  })
  return { hour, weekday, date, dayOff }
}

function daysOf(hourEndMs: Float64Array, { zone, contractHour }: GasClock): GasDay[] {
  const clock = zoneClock(zone)
  const first = hourEndMs[0] as number
  const placeAfter = (atMs: number) => Math.round((atMs - first) / HOUR_MS) + 1
  const days: GasDay[] = []
  for (let day = addDays(gasDayAt(first - HOUR_MS, { zone, contractHour }), 1); ; day = addDays(day, 1)) {
    const endMs = clock.hourOfDayMs(addDays(day, 1), contractHour)
    const to = placeAfter(endMs)
    if (to > hourEndMs.length) return days
    days.push({ endMs, from: placeAfter(clock.hourOfDayMs(day, contractHour)), to })
  }
}
