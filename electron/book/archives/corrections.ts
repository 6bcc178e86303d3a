import { dayAt, firstOfMonth } from '../../contract/time/day.ts'
import { believedPart } from '../../contract/time/stamps.ts'
import type { Context } from '../context.ts'
import { metaIn } from '../file/meta.ts'

const KEY = 'reading_corrections'

/**
 * How often records of a month that were in the book already came again with other values, by archive and month (UTC):
 * neither their number nor, within an hour, the time of the fetch tells it. It happens seldom, so one row of `meta` holds it.
 */
export function correctionsIn(book: Pick<Context, 'db' | 'believed'>) {
  const meta = metaIn(book)
  const read = () => meta.get<Record<string, number>>(KEY) ?? {}
  function count(archiveType: string, times: { fromMs: number; toMs: number }, of: string): void {
    const { fromMs, toMs } = believedPart(times, book.believed())
    if (fromMs > toMs) return
    const counts = read()
    for (let day = firstOfMonth(dayAt(fromMs)); day <= dayAt(toMs); day = firstOfMonth(day, 1)) {
      const key = `${archiveType} ${day.slice(0, -3)}${of}`
      counts[key] = (counts[key] ?? 0) + 1
    }
    meta.set(KEY, counts)
  }
  return {
    /** By `archive yyyy-mm`; with OF_SOURCES behind it, how often records of files by cable became the service's. */
    all: read,
    /** Records between these times were corrected. Call it in the page's transaction. */
    note: (archiveType: string, times: { fromMs: number; toMs: number }): void => count(archiveType, times, ''),
    /** Records of files by cable between these times are the service's now, perhaps with other values. */
    noteSources: (archiveType: string, times: { fromMs: number; toMs: number }): void => count(archiveType, times, OF_SOURCES),
  }
}
export const OF_SOURCES = ' sources'
