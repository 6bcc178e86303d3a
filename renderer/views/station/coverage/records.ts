import type { ReadingView, Span } from '../../../../electron/contract/records.ts'
import { dayNumber, dayOf, firstOfMonth } from '../../../../electron/contract/time/day.ts'
import { client } from '../../../client.ts'

/** How many records an archive has of those that are due, in all and by day of UTC, as coverage has days. */
export interface ArchiveRecords {
  archiveType: string
  view: ReadingView
  /** The time that one record covers; null where the archive's rhythm is not known. */
  every: 'hour' | 'day' | 'month' | null
  records: number
  expected: number
  /** The number of the first day of the columns, since 1970-01-01. */
  first: number
  present: Float64Array
  due: Float64Array
}

interface Counts {
  records: number
  expected: number
}

/** The counts of every archive of readings of a station. */
export async function recordsOf(
  question: { stationId: number; equipmentId?: number; timeZone: string; contractHour: number },
  signal: AbortSignal,
): Promise<ArchiveRecords[]> {
  const answers = await client.coverage.records(question, { signal })
  return Promise.all(
    answers.map(async ({ firstDay, days, ...archive }) => {
      const columns = new Float64Array(await days.arrayBuffer())
      const half = columns.length / 2
      const first = firstDay === null ? 0 : dayNumber(firstDay)
      return { ...archive, first, present: columns.subarray(0, half), due: columns.subarray(half) }
    }),
  )
}

/** The counts of one day; of a month's record those of its month. Null where nothing is known of the day. */
export function countsOf({ first, present, due }: ArchiveRecords, day: string): Counts | null {
  const at = dayNumber(day) - first
  const expected = due[at]
  return expected === undefined ? null : { records: present[at] ?? 0, expected }
}

/** The counts of a span; of an archive of months those of the months that begin in it. Null where no rhythm is known. */
export function totalIn({ every, first, present, due }: ArchiveRecords, { from, to }: Span): Counts | null {
  if (every === null) return null
  const total = { records: 0, expected: 0 }
  const end = Math.min(due.length, dayNumber(to) - first + 1)
  for (let at = Math.max(0, dayNumber(from) - first); at < end; at++) {
    // A month's record stands on each of its days.
    if (every === 'month' && dayOf(first + at) !== firstOfMonth(dayOf(first + at))) continue
    total.records += present[at] ?? 0
    total.expected += due[at] ?? 0
  }
  return total
}
