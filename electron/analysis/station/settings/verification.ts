import { MONTHS } from '../../../contract/meaning-words.ts'
import type { Day } from '../../../contract/records.ts'
import { addDays, dayAt } from '../../../contract/time/day.ts'
import type { VerificationSource } from '../../../contract/verification-words.ts'
import { zoneClock } from '../../../contract/time/zone.ts'
import type { SettingData, StationData } from '../../kernel/data.ts'
import { itemsOf, momentIn, numberIn } from './values.ts'

/** Until when a device is verified: the one owner of that date, for the rule, the calendar and the heads of reports. */

/** A day until which an instrument of a device is verified. */
interface Verified {
  /** The end of the day, Unix ms. */
  untilMs: number
  day: Day
  from: VerificationSource
  /** The setting that names it, or the last verification; null where it was typed in. */
  item: SettingData | null
}

/** What of a station the day is told by. */
type Told = Pick<StationData, 'settings' | 'gas' | 'typedVerification'>

/**
 * The days, the earliest first: the dates of the next verification in the newest settings; else those of the last one with
 * its interval; else the day that was typed in.
 */
export function verifiedUntil({ settings, gas, typedVerification: typed }: Told): Verified[] {
  const clock = zoneClock(gas.zone)
  const until = (item: SettingData, months: number, from: VerificationSource): Verified[] => {
    const atMs = momentIn(item.value, gas.zone)
    if (atMs === null) return []
    const day = addMonths(clock.dayAt(atMs), months)
    return [{ item, day, untilMs: clock.dayEndMs(day), from }]
  }
  const newest = settings.at(-1)
  const named = newest ? itemsOf(newest, 'nextVerification').flatMap((item) => until(item, 0, 'next')) : []
  const [interval] = newest ? itemsOf(newest, 'verificationInterval') : []
  const months = interval ? monthsOf(interval) : Number.NaN
  const counted = newest && months > 0 ? itemsOf(newest, 'verified').flatMap((item) => until(item, months, 'interval')) : []
  const dates = named.length > 0 ? named : counted
  if (dates.length === 0 && typed) return [{ item: null, day: typed.day, untilMs: clock.dayEndMs(typed.day), from: 'typed' }]
  return dates.sort((a, b) => a.untilMs - b.untilMs)
}

/** An interval in months; a plain number is one of years. */
function monthsOf({ value, unit, channelName }: SettingData): number {
  const number = numberIn(/^[\d.,]+/u.exec(value.trim())?.[0] ?? '')
  const words = `${value} ${unit ?? ''} ${channelName}`
  if (MONTHS.test(words)) return number
  return number * 12
}

/**
 * Adds months to a day: the same day of a later month, or that month's last one. What was verified on 31 January for a
 * month ends with February.
 */
function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = addDays(dayAt(Date.UTC(year, month + Math.round(months), 1)), -1)
  const same = `${last.slice(0, 8)}${String(date).padStart(2, '0')}`
  return same < last ? same : last
}
