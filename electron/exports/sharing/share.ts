import { clockOf } from '../../analysis/station/clock.ts'
import type { Book } from '../../book/index.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { SHARED_ARCHIVES, type SharedArchive } from '../../contract/merge-words.ts'
import { gasDaySpan, type GasClock } from '../../contract/time/gas-day.ts'
import { dayNumberAt } from '../../contract/time/day.ts'

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

/**
 * Writes a book with just this: chosen stations with who and what belongs to them, in a span of gas days. The span is
 * rounded out to whole UTC days, in which coverage counts, so that what the book says of a day is true of the records in it.
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
      from: from === undefined ? null : dayNumberAt(gasDaySpan(from, from, gas).fromMs),
      to: to === undefined ? null : dayNumberAt(gasDaySpan(to, to, gas).toMs),
    }
  }
  const stations = [...new Set(stationIds)].map((id) => {
    if (book.stations.get(id) === undefined) throw new MeterbookError('NO_SUCH_STATION', { id })
    return { id, days: daysOf(id) }
  })
  return book.sharing.shareInto(file, { stations, archives, withoutPersonal }, options)
}
