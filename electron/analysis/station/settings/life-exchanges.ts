import type { Book, StationRow } from '../../../book/index.ts'
import type { Verbatim } from '../../../contract/records.ts'
import type { GasClock, TimeSpan } from '../../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import { sharedGround } from '../load/ground.ts'
import { loadStation } from '../load/load.ts'
import { exchangesOf, SERIAL_MS, type Exchange } from './exchanges.ts'

/** Every exchange of a station's life: those that its devices logged, and those that other devices in the directory tell of. */

/** By time. One that both tell of is one, with what each knows. */
export function lifeExchanges(book: Book, station: StationRow, { usual, nowMs }: { usual: GasClock; nowMs: number }): Exchange[] {
  const life = book.stations.life(station.id)
  const ground = sharedGround(book, usual)
  const logged = life.flatMap((device) => {
    // No readings: the log and the settings alone tell of an exchange.
    const data = loadStation(book, station.id, nowMs, { usual, ground, device, range: { fromMs: nowMs, toMs: nowMs } })
    return data ? exchangesOf(data) : []
  })
  const seams = life.flatMap((after, at): Exchange[] => {
    const before = life[at - 1]
    if (!before || after.time?.sinceMs == null) return []
    return [
      {
        atMs: after.time.afterMs ?? after.time.sinceMs,
        // Put in at once: it is a moment, and no time without a device.
        sinceMs: after.time.sinceMs === after.time.afterMs ? null : after.time.sinceMs,
        serialBefore: textOf(before.equipmentSerialNumber),
        serialAfter: textOf(after.equipmentSerialNumber),
        counterBefore: null,
        counterAfter: null,
      },
    ]
  })
  for (const seam of seams) {
    const own = logged.filter(({ atMs }) => atMs >= (seam.sinceMs ?? seam.atMs) - SERIAL_MS && atMs <= seam.atMs + SERIAL_MS)
    for (const { counterBefore, counterAfter } of own) {
      seam.counterBefore ??= counterBefore
      seam.counterAfter ??= counterAfter
    }
  }
  const isAlone = ({ atMs }: Exchange) =>
    !seams.some((seam) => atMs >= (seam.sinceMs ?? seam.atMs) - SERIAL_MS && atMs <= seam.atMs + SERIAL_MS)
  return [...seams, ...logged.filter(isAlone)].sort((a, b) => a.atMs - b.atMs)
}

const textOf = (serial: Verbatim): string | null => (serial === null || serial === '' ? null : String(serial))

/** What a counter showed at a record. */
export interface CounterRecord {
  /** Its stamp, Unix ms. */
  atMs: number
  value: number
}

/** A counter at an exchange: what the message says or, where it says nothing that may be, the nearest record. */
export interface ShownCounter {
  value: number
  /** Unix ms of the record; null: the message says it. */
  recordMs: number | null
}

export interface ExchangeRow extends Exchange {
  last: ShownCounter | null
  first: ShownCounter | null
}

/** An exchange belongs to every span that some of it lies in. */
const touchesSpan = ({ sinceMs, atMs }: Exchange, { fromMs, toMs }: TimeSpan): boolean => atMs >= fromMs && (sinceMs ?? atMs) < toMs

/** Hours in which nothing was metered, to the hour; 0: it is a moment. */
export const unmeteredHours = ({ sinceMs, atMs }: Pick<Exchange, 'sinceMs' | 'atMs'>): number =>
  sinceMs === null ? 0 : Math.round((atMs - sinceMs) / HOUR_MS)

interface AroundCounter {
  around: (atMs: number) => { before: CounterRecord | null; after: CounterRecord | null }
}

/** Exchanges with the counters on both sides; of a span, those within it. */
export const withCounters = (exchanges: readonly Exchange[], counter: AroundCounter | null, span?: TimeSpan): ExchangeRow[] =>
  exchanges
    .filter((exchange) => !span || touchesSpan(exchange, span))
    .map((exchange) => {
      const { atMs, sinceMs, counterBefore, counterAfter } = exchange
      const before = counter?.around(sinceMs ?? atMs).before ?? null
      const after = counter?.around(atMs).after ?? null
      return {
        ...exchange,
        // A counter only grows: what the message says cannot lie behind the records around it.
        last: shown(counterBefore, before, (said, record) => said >= record),
        first: shown(counterAfter, after, (said, record) => said <= record),
      }
    })

function shown(said: number | null, record: CounterRecord | null, mayBe: (said: number, record: number) => boolean): ShownCounter | null {
  if (said !== null && (record === null || mayBe(said, record.value))) return { value: said, recordMs: null }
  return record && { value: record.value, recordMs: record.atMs }
}
