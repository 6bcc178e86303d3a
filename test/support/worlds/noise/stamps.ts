import { MINUTE_MS } from '../../../../electron/contract/time/units.ts'
import type { Random } from '../random.ts'

/** How far from the full hour a device's hourly records are stamped, and at what minute it writes one more each day. */
export interface Stamps {
  name: string
  /** Milliseconds that an hour's record is stamped after the hour's end; negative: before it. Five minutes at most. */
  offsetMs: (place: number) => number
  /** The largest of them either way, ms. */
  mostMs: number
  /** The hour of the place (1 … 24) within which there is another record each day, a minute after it begins; null: none. */
  extraHour: number | null
}

export const ON_THE_GRID: Stamps = { name: 'exact', offsetMs: () => 0, mostMs: 0, extraHour: null }

const HOURS_A_DAY = 24

/** Stamps of a device whose clock is not quite right, or whose reader comes at the same minute each day. */
export function stampsOf(chance: Random): Stamps {
  const kind = chance.pick(['jitter', 'steady', 'drift', 'extra', 'extra'] as const)
  if (kind === 'extra') return { ...ON_THE_GRID, name: 'extra record', extraHour: chance.pick([9, 9, 9, 8, 13]) }
  if (kind === 'jitter') {
    const most = chance.int(5, 50)
    const seconds = Float64Array.from({ length: 997 }, () => chance.int(-most, most) * 1000)
    return { ...ON_THE_GRID, name: kind, mostMs: most * 1000, offsetMs: (place) => seconds[place % 997] as number }
  }
  if (kind === 'steady') {
    const byMs = chance.int(2, 295) * chance.pick([-1, 1]) * 1000
    return { ...ON_THE_GRID, name: kind, mostMs: Math.abs(byMs), offsetMs: () => byMs }
  }
  // A clock that goes wrong by seconds a day and is set right when it is off by some minutes.
  const aDay = chance.between(1, 6) * chance.pick([-1, 1]) * 1000
  const mostMs = chance.int(1, 4) * MINUTE_MS
  const days = Math.abs(mostMs / aDay)
  const offsetMs = (place: number) => Math.round((((place / HOURS_A_DAY) % days) * aDay) / 1000) * 1000
  return { ...ON_THE_GRID, name: kind, mostMs, offsetMs }
}

/** After the beginning of its hour, ms. */
export const EXTRA_AFTER_MS = MINUTE_MS
