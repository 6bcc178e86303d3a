import type { Book } from '../book/book.ts'
import type { Plan } from '../contract/downloads.ts'
import { dayAt } from '../contract/time/day.ts'
import { MeterbookError } from '../contract/errors.ts'
import { SESSIONS_ARCHIVE } from '../contract/records.ts'

/**
 * 'Fetch only the gaps': a plan for every archive that was ever asked for of these stations, from its first asked day to
 * today. Coverage then leaves out what is there. Throws NOTHING_CHOSEN when nothing was ever asked for.
 */
export function gapsPlan(stations: Plan['stations'], book: Book, nowMs: number): Plan {
  const asked = book.coverage.asked(stations === 'all' ? undefined : stations)
  const first = asked.map((series) => series.from).toSorted()[0]
  if (first === undefined) throw new MeterbookError('NOTHING_CHOSEN')
  const archives = new Set(asked.map(({ archiveType }) => archiveType))
  const views = new Set(asked.map(({ view }) => view))
  return {
    stations,
    archives: [...archives].map((code) => (code === SESSIONS_ARCHIVE ? 'sessions' : code)),
    views: [...views],
    span: { from: first, to: dayAt(nowMs) },
    refresh: false,
    gaps: true,
  }
}
