import type { Book } from '../book/book.ts'
import type { Plan } from '../contract/downloads.ts'
import { MeterbookError } from '../contract/errors.ts'
import { chooseArchives } from './archives.ts'

/**
 * Refuses a plan that makes no sense. Throws SPAN_REVERSED, NOTHING_CHOSEN, UNKNOWN_ARCHIVE, NO_SUCH_STATION
 * (only when the book already has a station list to judge by).
 */
export function checkPlan(plan: Plan, book: Book): void {
  if (plan.span.from > plan.span.to) throw new MeterbookError('SPAN_REVERSED', { ...plan.span })
  if (plan.archives.length === 0 || (plan.stations !== 'all' && plan.stations.length === 0)) {
    throw new MeterbookError('NOTHING_CHOSEN')
  }
  chooseArchives(plan.archives)
  if (plan.stations === 'all' || book.stations.count() === 0) return
  const unknown = plan.stations.find((id) => book.stations.get(id) === undefined)
  if (unknown !== undefined) throw new MeterbookError('NO_SUCH_STATION', { id: unknown })
}
