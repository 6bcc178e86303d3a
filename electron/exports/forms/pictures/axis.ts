import type { Language } from '../../../words/index.ts'
import { addDays } from '../../../contract/time/day.ts'
import { gasDaySpan, type GasClock } from '../../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import { zoneClock } from '../../../contract/time/zone.ts'
import { wordsOf } from '../../../words/program.ts'
import type { PartSpan } from '../part.ts'

interface Tick {
  atMs: number
  label: string
}

const MOST = 9
const STEPS_DAYS = [1, 2, 5, 7, 14, 28, 56, 91, 182, 365, 730] as const
const STEP_HOURS = 3
const HOURS_UP_TO_DAYS = 1

/** Marks of a time axis: beginnings of gas days, of a single day hours. */
export function ticksOf(span: PartSpan, gas: GasClock, language: Language): Tick[] {
  const { wall } = zoneClock(gas.zone)
  if (span.days <= HOURS_UP_TO_DAYS) {
    const count = Math.floor((span.toMs - span.fromMs) / (STEP_HOURS * HOUR_MS))
    return Array.from({ length: count + 1 }, (_, nth) => {
      const atMs = span.fromMs + nth * STEP_HOURS * HOUR_MS
      return { atMs, label: wall(atMs).slice(11, 16) }
    })
  }
  const step = STEPS_DAYS.find((days) => span.days / days <= MOST) ?? Math.ceil(span.days / MOST)
  const isOrdered = wordsOf(language).habits.day === 'yyyy-mm-dd'
  const isLong = span.days > 300
  return Array.from({ length: Math.floor(span.days / step) + 1 }, (_, nth) => {
    const day = addDays(span.from, nth * step)
    const [year = '', month = '', date = ''] = day.split('-')
    const parts = isLong ? [year, month] : [month, date]
    return {
      atMs: gasDaySpan(day, day, gas).fromMs,
      label: isOrdered ? parts.join('-') : parts.toReversed().join('.'),
    }
  })
}
