import type { Book, StationRow } from '../../../book/index.ts'
import { recordPeriod } from '../../../contract/archives.ts'
import type { Day } from '../../../contract/records.ts'
import { addDays } from '../../../contract/time/day.ts'
import { gasDayAt, gasDaySpan, type GasClock, type TimeSpan } from '../../../contract/time/gas-day.ts'
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

/** The gas days of a source, and those that were asked for after them. */
export function rangeUntilAsked(source: ConsumptionSource, askedTo: Day | null, gas: GasClock): TimeSpan {
  const range = rangeOf(source, gas)
  if (askedTo === null || range.toMs <= range.fromMs) return range
  return { fromMs: range.fromMs, toMs: Math.max(range.toMs, gasDaySpan(askedTo, askedTo, gas).toMs) }
}

/** A station's ledger, whole, of what was read of it. `gas`: the days that it is counted in. */
export function wholeLedger(
  book: Book,
  station: StationRow,
  source: ConsumptionSource,
  { ground, gas, nowMs }: { ground: Ground; gas: GasClock; nowMs: number },
): Ledger {
  return ledgerOf(source, rangeUntilAsked(source, askedToDay(book, station, { ground, gas, nowMs }), gas), gas)
}
