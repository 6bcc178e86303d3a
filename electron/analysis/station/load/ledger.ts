import type { Book, StationRow } from '../../../book/index.ts'
import { recordPeriod } from '../../../contract/archives.ts'
import type { Day } from '../../../contract/records.ts'
import { addDays } from '../../../contract/time/day.ts'
import { gasDayAt, gasDaySpan, type GasClock, type TimeSpan } from '../../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import { ledgerOf, type Ledger } from '../../kernel/amounts/ledger.ts'
import { rangeOf } from '../../kernel/amounts/range.ts'
import type { ConsumptionSource } from '../../kernel/amounts/source.ts'
import type { Ground } from './ground.ts'
import { judgedArchives } from './views.ts'

/** Which gas days the ledger of a station has, whoever makes it. */

/**
 * The last gas day whose records were all asked for and are due by now: what a silent station does not send is missing until
 * then, and not only until its last record.
 */
export function askedToDay(
  book: Book,
  device: StationRow,
  { ground, gas, nowMs }: { ground: Ground; gas: GasClock; nowMs: number },
): Day | null {
  const judged = judgedArchives(book, device, ground.meanings(device.equipmentTypeId))
  const ends = judged.flatMap((archive) => {
    const every = recordPeriod(archive.archiveType)
    if (every !== 'hour' && every !== 'day') return []
    const views = [archive, archive.other].flatMap((view) => view ?? [])
    return views.flatMap((view) => book.completeness.dueBounds(view, gas, nowMs).span?.toMs ?? [])
  })
  return ends.length === 0 ? null : addDays(gasDayAt(Math.min(Math.max(...ends), nowMs), gas), -1)
}

/**
 * The time in which hours of a source are due, or there: from its first record to the end of the last gas day that has a
 * record or was asked for; of the gas day that runs the hours that have been.
 */
export function rangeUntilAsked(
  source: ConsumptionSource,
  askedTo: Day | null,
  { gas, nowMs }: { gas: GasClock; nowMs: number },
): TimeSpan {
  const range = rangeOf(source, gas)
  if (range.toMs <= range.fromMs) return range
  const toMs = askedTo === null ? range.toMs : Math.max(range.toMs, gasDaySpan(askedTo, askedTo, gas).toMs)
  // A record may name an hour that the clock here has not reached.
  const lastMs = Math.max(...[source.hourly, source.daily, source.monthly].map((one) => one?.timesMs.at(-1) ?? -Infinity))
  return { fromMs: range.fromMs, toMs: Math.min(toMs, Math.max(hourBegunAt(nowMs, gas), lastMs)) }
}

/** The end of the last hour that is over, counted from the beginning of its gas day. */
export function hourBegunAt(nowMs: number, gas: GasClock): number {
  const today = gasDayAt(nowMs, gas)
  const { fromMs } = gasDaySpan(today, today, gas)
  return fromMs + Math.floor((nowMs - fromMs) / HOUR_MS) * HOUR_MS
}

/** A station's ledger, whole, of what was read of it. `gas`: the days that it is counted in. */
export function wholeLedger(
  book: Book,
  station: StationRow,
  source: ConsumptionSource,
  { ground, gas, nowMs }: { ground: Ground; gas: GasClock; nowMs: number },
): Ledger {
  return ledgerOf(source, rangeUntilAsked(source, askedToDay(book, station, { ground, gas, nowMs }), { gas, nowMs }), gas)
}
