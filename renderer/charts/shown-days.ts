import { recordPeriod } from '../../electron/contract/archives.ts'
import type { Span } from '../../electron/contract/records.ts'
import { addDays, dayNumber, dayNumberAt } from '../../electron/contract/time/day.ts'
import { gasDayAt, type GasClock, type TimeSpan } from '../../electron/contract/time/gas-day.ts'
import { DAY_MS } from '../../electron/contract/time/units.ts'
import { zoneClock } from '../../electron/contract/time/zone.ts'

/** An archive, with the stamp of its newest record, Unix ms. */
export interface StampedArchive {
  archiveType: string
  lastMs: number | null
}

/**
 * The days of coverage whose records a span shows; null for none. A record of a day or a month is kept under the day of
 * its stamp, which is mostly the day after the one that it covers.
 */
export function shownDays(span: TimeSpan, archive: StampedArchive, gas: GasClock): Span | null {
  const covers = recordPeriod(archive.archiveType)
  const stamped = (covers === 'day' || covers === 'month') && archive.lastMs !== null
  const days = stamped ? stampDays(span, archive.lastMs ?? 0, gas) : halfDays(span, gas.zone)
  return days.from <= days.to ? days : null
}

/** The days of the stamps in a span. Every stamp is taken to lie as far from the gas day it closes as the newest one does. */
function stampDays(span: TimeSpan, lastMs: number, gas: GasClock): Span {
  // The book takes the day of a record in UTC, because the service does not say in which zone its days are.
  const later = dayNumberAt(lastMs) - dayNumber(gasDayAt(lastMs - 1, gas))
  return { from: addDays(gasDayAt(span.fromMs, gas), later), to: addDays(gasDayAt(span.toMs, gas), later - 1) }
}

/** The service's days are in a zone of its own, so a day counts when at least half of it is shown. */
function halfDays({ fromMs, toMs }: TimeSpan, zone: string): Span {
  const { dayAt } = zoneClock(zone)
  return { from: dayAt(fromMs + DAY_MS / 2), to: dayAt(toMs - DAY_MS / 2) }
}
