import type { Book, ReadingKey, StationRow } from '../../../book/index.ts'
import { hourEnds, isHourEnd } from '../../../book/completeness/hour-ends.ts'
import type { GasClock } from '../../../contract/time/gas-day.ts'
import { deviceSource, mayHaveBetween } from '../load/consumption.ts'
import { sharedGround } from '../load/ground.ts'

/**
 * Stamps of the records of an archive that lie between the hours and count in no sum, because their hours hold them
 * already or nobody can say: decided once for a device, as its consumption is. Those that are parts of their hours count.
 * @param device the row of a station's life that the archive is of
 * @param usual the clock of whoever asks, for a station and a book that say nothing of theirs
 */
export function leftOutOf(
  book: Book,
  device: StationRow,
  key: ReadingKey,
  { usual, nowMs }: { usual: GasClock; nowMs: number },
): ReadonlySet<number> {
  if (!mayHaveBetween(book, key)) return NONE
  const source = deviceSource(book, device, { ground: sharedGround(book, usual), nowMs })
  const hourly = typeof source === 'string' ? null : source.hourly
  if (!hourly?.between || hourly.between.are === 'part') return NONE
  const { minute } = hourly
  const stampsMs = book.readings.stamps(key)
  const ends = hourEnds(stampsMs, minute)
  return new Set(stampsMs.filter((_, row) => !isHourEnd(ends[row] as number, minute)))
}
const NONE: ReadonlySet<number> = new Set()
