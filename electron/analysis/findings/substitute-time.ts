import type { Book, StationRow } from '../../book/index.ts'
import type { FindingRow } from '../../contract/findings.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { beforeOf } from './judged-station.ts'

/** When a device counted with a substitute: as situations tell it, or as the rule found by its values. */

/** The valid findings of the rule, by time. */
export const substituteFindings = (book: Book, { id }: Pick<StationRow, 'id'>): FindingRow[] =>
  book.findings
    .ofStation(id)
    .filter(({ rule, state }) => rule === 'substitute' && state !== 'wrong')
    .toSorted((a, b) => a.fromMs - b.fromMs)

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
  const run = book.findings.run(station.id)
  const isJudged = ((run && beforeOf(run)?.runs.substitute?.evaluated) ?? []).length > 0
  if (!isJudged && situations.length === 0) return null
  const found = isJudged ? substituteFindings(book, station) : []
  const all = [...situations, ...found.map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs ?? nowMs }))]
  const union: TimeSpan[] = []
  for (const { fromMs, toMs } of all.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = union.at(-1)
    if (last && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs)
    else union.push({ fromMs, toMs })
  }
  return union
}
