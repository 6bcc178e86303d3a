import type { Book } from '../../../book/book.ts'

/**
 * Stations in the order in which they should be downloaded: first those whose devices soonest write over what was never
 * fetched, then the others as they were. Where no archive's depth is known nothing changes.
 */
export function leastTimeFirst<Station extends { id: number }>(stations: readonly Station[], book: Pick<Book, 'health'>): Station[] {
  const overwriting = book.health.overwriting()
  if (overwriting.size === 0) return [...stations]
  const known = stations.filter(({ id }) => overwriting.has(id))
  const others = stations.filter(({ id }) => !overwriting.has(id))
  const leftOf = ({ id }: Station) => overwriting.get(id) ?? Infinity
  return [...known.sort((a, b) => leftOf(a) - leftOf(b)), ...others]
}
