import type { Book } from '../book/book.ts'
import { halve, spanDays } from '../contract/time/span.ts'
import type { Span } from '../contract/records.ts'
import { isSpanRefused, type ServiceError } from '../service/errors.ts'
import { chunksOf, learnLimit } from './cadence.ts'
import { cadencesIn } from './learned.ts'
import type { OpenTask } from './open-task.ts'
import { isArchiveTarget, type Cursor } from './target.ts'

/**
 * So many single days refused with nothing taken in between: it is not the length, the service does not give this
 * archive. The rest of the task is then given up instead of being asked for day by day.
 */
const HOPELESS_DAYS = 3

/** How often a span that may well be too long is asked again: its halves are the better question. */
const FEW_REPEATS = 1

/**
 * The archives of a run of which the service failed to give a long span and has given none since. It may be the length,
 * or a bad quarter of an hour: either way long spans are asked for with few repeats and halved, down to single days,
 * which are asked for with all of them. So an archive that is never given is soon known, and a burst of failures costs
 * requests and no day.
 */
export function createDoubts() {
  const doubted = new Set<string>()
  const keyOf = ({ target }: OpenTask) =>
    'archiveType' in target ? `${target.kind} ${target.archiveType}` : target.kind
  return {
    longSpanFailed: (task: OpenTask): void => void doubted.add(keyOf(task)),
    spanTaken(task: OpenTask, span: Span | null): void {
      if (span !== null && spanDays(span) > 1) doubted.delete(keyOf(task))
    },
    /** Repeats for a chunk; undefined: as many as ever. */
    retriesFor: (task: OpenTask, { span }: Cursor): number | undefined =>
      span !== null && spanDays(span) > 1 && doubted.has(keyOf(task)) ? FEW_REPEATS : undefined,
  }
}
export type Doubts = ReturnType<typeof createDoubts>

/**
 * What becomes of a chunk whose span the service refused. `halved`: its halves wait instead. `failed`: a single day,
 * which cannot be halved. `hopeless`: nothing that waits in this task is worth asking for.
 */
export type Refusal = 'no' | 'halved' | 'failed' | 'hopeless'

/** Design §4, 'Faults': a refused span is halved until it is taken. The chunk must have left the task. */
export function refused(task: OpenTask, cursor: Cursor, error: ServiceError, doubts: Doubts): Refusal {
  if (cursor.span === null || !isSpanRefused(error)) return 'no'
  const halves = halve(cursor.span)
  if (!halves) {
    task.refusedDays += 1
    return task.refusedDays < HOPELESS_DAYS ? 'failed' : 'hopeless'
  }
  const days = spanDays(halves[0])
  const status = Number(error.data['status'] ?? 0)
  task.hopedDays = Math.min(task.hopedDays ?? days, days)
  task.isLimitSure = status >= 400 && status < 500
  if (!task.isLimitSure) doubts.longSpanFailed(task)
  const toPieces = (span: Span) => chunksOf(span, { recordsPerDay: 0, maxDays: days })
  // A chunk that stands at a later page has been taken at its length.
  const others = task.waiting.flatMap((other): Cursor[] =>
    other.span === null || other.page > 1 ? [other] : toPieces(other.span).map((span) => ({ span, page: 1 })),
  )
  task.waiting = [...halves.map((span) => ({ span, page: 1 })), ...others]
  return 'halved'
}

/**
 * A chunk was taken. If a longer one was refused before, its length is remembered: for good where the refusal named
 * the request, for this program's life where the service only failed (it may have been busy). Call inside a transaction.
 */
export function taken(task: OpenTask, span: Span | null, book: Book, doubts: Doubts): void {
  doubts.spanTaken(task, span)
  task.refusedDays = 0
  const { hopedDays, target } = task
  if (span === null || hopedDays === null || spanDays(span) < hopedDays || !isArchiveTarget(target)) return
  task.hopedDays = null
  const cadences = cadencesIn(book)
  const limited = learnLimit(cadences.of(target), spanDays(span))
  if (task.isLimitSure) cadences.learn(target, limited)
  else cadences.suppose(target, limited)
}
