import type { Book, StationRow } from '../../../book/index.ts'
import type { FoundOfRule } from '../../../book/findings/findings.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { spansTogether } from '../../kernel/amounts/joined.ts'

/**
 * When a device counted with a substitute: as situations tell it, or as the rule found by its values. Whoever says for how
 * long, on paper, in a file or in the kept consumption, asks here.
 */

/** The valid findings of the rule, by time. */
export const substituteFindings = (book: Book, { id }: Pick<StationRow, 'id'>): FoundOfRule[] => book.findings.ofRule(id, 'substitute')

/** The rule's verdict on a station, as text: where it differs, the time with a substitute is another. */
export const substituteVerdict = (book: Book, station: Pick<StationRow, 'id'>): string =>
  isJudged(book, station)
    ? substituteFindings(book, station)
        .map(({ fromMs, toMs }) => `${fromMs}-${toMs ?? ''}`)
        .join(' ')
    : 'unknown'

const isJudged = (book: Book, { id }: Pick<StationRow, 'id'>): boolean => book.findings.hasEvaluated(id, 'substitute')

/**
 * Stretches without overlaps, ascending; what lasts ends at `nowMs`.
 * @param situations those in which a substitute was in use, by the log
 * @returns null where neither the log nor the rule can tell: no situation speaks of one, and the rule judged no channel
 */
export function substituteStretches(
  book: Book,
  station: Pick<StationRow, 'id'>,
  { situations, nowMs }: { situations: readonly TimeSpan[]; nowMs: number },
): TimeSpan[] | null {
  const canTell = isJudged(book, station)
  if (!canTell && situations.length === 0) return null
  const found = canTell ? substituteFindings(book, station) : []
  const all = [...situations, ...found.map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs ?? nowMs }))]
  return spansTogether(all)
}
