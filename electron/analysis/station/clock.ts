import type { Book } from '../../book/index.ts'
import { clockFor, NO_WISH, type ClockWish, type StationClock } from '../../contract/time/gas-clock.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'

/**
 * The clock that these stations' records are counted in: what was asked for by name, else that of the one station, or what
 * the book says where there are several, for one file or screen has one clock.
 */
export function clockOf(
  book: Pick<Book, 'clocks'>,
  stationIds: readonly number[],
  usual: GasClock,
  asked: ClockWish = NO_WISH,
): StationClock {
  const [only, second] = stationIds
  const own = only !== undefined && second === undefined ? book.clocks.ofStation(only) : NO_WISH
  return clockFor(own, book.clocks.ofBook(), usual, asked)
}
