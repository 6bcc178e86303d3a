import { halve, spanDays } from '../contract/time/span.ts'
import type { Span } from '../contract/records.ts'
import { isSpanRefused, type ServiceError } from '../service/errors.ts'
import { chunksOf, learnLimit } from './cadence.ts'
import type { Cadences } from './learned.ts'
import type { OpenTask } from './open-task.ts'
import { isArchiveTarget, type Cursor } from './target.ts'

/**
 * After so many refused single days in a row the length is not to blame: the service does not serve this archive. The
 * rest of the task is given up instead of being asked for day by day.
 */
const HOPELESS_DAYS = 3

/** Repeats of a span that may be too long: asking for its halves is better than asking again. */
const FEW_REPEATS = 1

/**
 * Archives of which the service failed (5xx) to serve a long span and has served none since. The length may be the cause,
 * or the service is in trouble. Either way long spans get few repeats and are halved, down to single days, which get all
 * repeats. So an archive that is never served is found out soon, and a burst of failures costs requests but no day.
 */
export function createDoubts() {
  const doubted = new Set<string>()
  const keyOf = ({ target }: OpenTask) => ('archiveType' in target ? `${target.kind} ${target.archiveType}` : target.kind)
  return {
    longSpanFailed: (task: OpenTask): void => void doubted.add(keyOf(task)),
    spanTaken(task: OpenTask, span: Span | null): void {
      if (span !== null && spanDays(span) > 1) doubted.delete(keyOf(task))
    },
    /** Repeats for a chunk; undefined: the usual number. */
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

/** A refused span is halved until one is accepted. The chunk must have been removed from the task's active ones. */
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
  // Beyond its first page a chunk's length was accepted.
  const others = task.waiting.flatMap((other): Cursor[] =>
    other.span === null || other.page > 1 ? [other] : toPieces(other.span).map((span) => ({ span, page: 1 })),
  )
  task.waiting = [...halves.map((span) => ({ span, page: 1 })), ...others]
  return 'halved'
}

/**
 * A chunk was accepted. If a longer one was refused before, this length is remembered: for good where the refusal blamed
 * the request, until the book is closed where the service only failed (it may have been busy). Call inside a transaction.
 */
export function taken(task: OpenTask, span: Span | null, cadences: Cadences, doubts: Doubts): void {
  doubts.spanTaken(task, span)
  task.refusedDays = 0
  const { hopedDays, target } = task
  if (span === null || hopedDays === null || spanDays(span) < hopedDays || !isArchiveTarget(target)) return
  task.hopedDays = null
  const limited = learnLimit(cadences.of(target), spanDays(span))
  if (task.isLimitSure) cadences.learn(target, limited)
  else cadences.suppose(target, limited)
}
