import { clockOf } from '../../analysis/station/clock.ts'
import type { Book } from '../../book/index.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { SHARED_ARCHIVES, type SharedArchive } from '../../contract/merge-words.ts'
import { closedDay, NEAR_AFTER_MS, NEAR_BEFORE_MS } from '../../book/completeness/hour-ends.ts'
import { recordPeriod } from '../../contract/archives.ts'
import type { Day } from '../../contract/records.ts'
import { addDays, dayNumberAt } from '../../contract/time/day.ts'
import { gasDaySpan, type GasClock, type TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time/units.ts'

/** What of a book is given away. */
export interface ShareChoice {
  stationIds: readonly number[]
  /** Gas days, both included; all there is when absent. */
  from?: string | undefined
  to?: string | undefined
  /** All when absent. */
  archives?: readonly SharedArchive[] | undefined
  /** Leaves out the account's name, phones, contacts, tax numbers and contract numbers; and notes, photographs and texts that could hold them. */
  withoutPersonal?: boolean | undefined
  /** The clock of stations and books that say nothing of theirs. */
  usual: GasClock
}

/** The stamps of a station's archives of hours or days between two moments. */
const stampsIn = (book: Book, id: number, every: 'hour' | 'day', range: TimeSpan): number[] =>
  book.stations
    .devices(id)
    .flatMap(({ equipmentId, time }) => book.readings.archives(equipmentId, time))
    .filter(({ archiveType }) => recordPeriod(archiveType) === every)
    .flatMap((archive) => [...book.readings.stamps(archive, range)])

/** How far back the record before a span is looked for first, days: nearly always one is there. */
const NEAR_DAYS = 32

/** The newest record before a moment; null: the archives of the station begin later. */
function recordBefore(book: Book, id: number, atMs: number): number | null {
  for (const fromMs of [atMs - NEAR_DAYS * DAY_MS, 0]) {
    const stamps = (['hour', 'day'] as const).flatMap((every) => stampsIn(book, id, every, { fromMs, toMs: atMs - 1 }))
    if (stamps.length > 0) return stamps.reduce((newest, stamp) => Math.max(newest, stamp))
  }
  return null
}

/**
 * When the first of the records begins that the numbers of a gas day are made of: counters begin with those that end with the day
 * before. Where there are none an earlier record says that the archive had begun, so that what is missing is missing in the part, too.
 */
function firstOf(book: Book, id: number, day: Day, gas: GasClock): number {
  const { fromMs } = gasDaySpan(day, day, gas)
  const before = { fromMs: fromMs - DAY_MS, toMs: fromMs }
  const days = stampsIn(book, id, 'day', before).filter((atMs) => closedDay(atMs, gas).day === addDays(day, -1))
  const ends = [...days, ...stampsIn(book, id, 'hour', { fromMs: fromMs - NEAR_BEFORE_MS, toMs: fromMs })]
  return ends.length > 0 ? Math.min(fromMs, ...ends) : (recordBefore(book, id, fromMs) ?? fromMs)
}

/**
 * When the last of them ends: a device may close a day of its own later than the gas day that it is of, and where the last record
 * is missing, the counter of the next one tells it.
 */
function lastOf(book: Book, id: number, day: Day, gas: GasClock): number {
  const { fromMs, toMs } = gasDaySpan(day, day, gas)
  const days = stampsIn(book, id, 'day', { fromMs: fromMs + HOUR_MS, toMs: toMs + 2 * DAY_MS }).sort((a, b) => a - b)
  const own = days.filter((atMs) => closedDay(atMs, gas).day === day)
  const hours = stampsIn(book, id, 'hour', { fromMs: toMs - NEAR_BEFORE_MS, toMs: toMs + HOUR_MS + NEAR_AFTER_MS })
  const isThere = hours.some((atMs) => atMs < toMs + NEAR_AFTER_MS)
  const next = own.length > 0 ? own : days.filter((atMs) => closedDay(atMs, gas).day > day).slice(0, 1)
  return Math.max(toMs, ...next, ...(isThere ? [] : hours))
}

/**
 * Writes a book with just this: chosen stations with who and what belongs to them, in a span of gas days. The span is
 * rounded out to the records that its days are made of and to whole UTC days, in which coverage counts, so that what the book
 * says of a day is true of the records in it.
 * Findings, health and consumption are not carried: whoever opens the book has them computed from what is in it.
 * Throws NO_SUCH_STATION, NOTHING_CHOSEN, SPAN_REVERSED, DISK_FULL, FOLDER_GONE, FILE_NOT_WRITABLE, CANCELLED; nothing is left behind.
 */
export async function shareBook(
  book: Book,
  choice: ShareChoice,
  file: string,
  options: { signal?: AbortSignal | undefined; tell?: ((done: number, total: number | null) => void) | undefined } = {},
): Promise<{ bytes: number; bookId: string; stations: number }> {
  const { stationIds, from, to, archives = SHARED_ARCHIVES, withoutPersonal = false, usual } = choice
  if (stationIds.length === 0) throw new MeterbookError('NOTHING_CHOSEN')
  if (from !== undefined && to !== undefined && from > to) throw new MeterbookError('SPAN_REVERSED', { from, to })
  const daysOf = (id: number) => {
    if (from === undefined && to === undefined) return null
    const gas = clockOf(book, [id], usual)
    return {
      from: from === undefined ? null : dayNumberAt(firstOf(book, id, from, gas)),
      to: to === undefined ? null : dayNumberAt(lastOf(book, id, to, gas)),
    }
  }
  const stations = [...new Set(stationIds)].map((id) => {
    if (book.stations.get(id) === undefined) throw new MeterbookError('NO_SUCH_STATION', { id })
    return { id, days: daysOf(id) }
  })
  return book.sharing.shareInto(file, { stations, archives, withoutPersonal }, options)
}
