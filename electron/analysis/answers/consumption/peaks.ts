import { setImmediate as breath } from 'node:timers/promises'
import type { Book } from '../../../book/index.ts'
import type { ConsumptionPeaks } from '../../../contract/consumption.ts'
import type { Day } from '../../../contract/records.ts'
import { gasDaySpan, type GasClock } from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import { withoutNoise } from '../../../contract/units.ts'
import { READ_BEFORE_DAYS } from '../../kernel/amounts/counts.ts'
import { hoursOf } from '../../kernel/amounts/hours.ts'
import { ownerAmounts, type OwnerPart } from '../../kernel/limits/owner-amounts.ts'
import { loadSource } from '../../station/load/consumption.ts'
import { sharedGround } from '../../station/load/ground.ts'
import { spanOf } from './amounts.ts'
import { ledgerOfStation } from './keep.ts'

export interface PeaksQuestion {
  stationIds: readonly number[]
  from?: Day | undefined
  to?: Day | undefined
  gas: GasClock
  /** The clock of the preferences. */
  usual: GasClock
  nowMs: number
}

/** Of more stations no hours are put together: their records would have to be read whole. */
const MOST_STATIONS = 50

/**
 * The hour and the gas day of a span in which most was used, all stations together: screens, forms and the command line say
 * these. A day of which hours are unknown counts with what is known, and says how many; an hour is the sum of the stations
 * that have a number of it. m³ of standard volume, of working volume where a station counts no other.
 * @returns null for the hour where no hour has a number of its own, null for the day where no station knows one whole, and
 * null for both where nothing was used
 */
export async function peaksOf(book: Book, question: PeaksQuestion): Promise<ConsumptionPeaks> {
  const { gas, usual, nowMs, stationIds } = question
  const ground = sharedGround(book, usual)
  const span = spanOf(book, { ...question, by: 'day' }, ground)
  if (!span) return { hour: null, day: null, hoursOf: 0 }
  const withHours = stationIds.length <= MOST_STATIONS
  const { fromMs, toMs } = gasDaySpan(span.from, span.to, gas)
  const parts: OwnerPart[] = []
  for (const id of stationIds) {
    const station = book.stations.get(id)
    if (!station) continue
    const ledger = ledgerOfStation(book, station, { ground, nowMs, gas, span })
    await breath()
    if (typeof ledger === 'string') continue
    const source = withHours ? loadSource(book, station, { ground, nowMs, fromMs: fromMs - READ_BEFORE_DAYS * DAY_MS }) : null
    const hourly = source === null || typeof source === 'string' ? null : source.hourly && hoursOf(source.hourly, source.breaksMs)
    parts.push({ ledger, hours: hourly })
  }
  const { hours } = ownerAmounts(parts, gas, ground.daysOff)
  const day = greatestDay(parts, span)
  let most = -1
  for (let at = 0; at < hours.fromMs.length; at++) {
    const beganMs = hours.fromMs[at] as number
    if (beganMs < fromMs || beganMs + HOUR_MS > toMs) continue
    if ((hours.m3[at] as number) > (most < 0 ? 0 : (hours.m3[most] as number))) most = at
  }
  return {
    hour: most < 0 ? null : { fromMs: hours.fromMs[most] as number, m3: hours.m3[most] as number },
    day: day && { ...day, ...gasDaySpan(day.day, day.day, gas) },
    hoursOf: parts.filter((part) => part.hours !== null).length,
  }
}

interface UsedDay {
  day: Day
  m3: number
  unknown: number
}

/** Null where no day is known whole at any station, or nothing was used. */
function greatestDay(parts: readonly OwnerPart[], { from, to }: { from: Day; to: Day }): UsedDay | null {
  const days = new Map<Day, UsedDay>()
  let isAnyWhole = false
  for (const { ledger } of parts)
    for (const { day, m3, unknown } of ledger.days) {
      if (m3 === null || day < from || day > to) continue
      const one = days.get(day) ?? { day, m3: 0, unknown: 0 }
      days.set(day, { day, m3: one.m3 + m3, unknown: one.unknown + unknown })
      isAnyWhole ||= unknown === 0
    }
  if (!isAnyWhole) return null
  let most: UsedDay | null = null
  for (const one of days.values()) if (one.m3 > (most?.m3 ?? 0)) most = one
  return most && { ...most, m3: withoutNoise(most.m3) }
}
