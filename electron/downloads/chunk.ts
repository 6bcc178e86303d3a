import { judgeDays, NO_SESSION } from '../analysis/kernel/grids/lacking.ts'
import type { Book } from '../book/book.ts'
import { uncovered } from '../contract/time/runs.ts'
import { spanDays } from '../contract/time/span.ts'
import type { Setting, Span } from '../contract/records.ts'
import { ServiceError } from '../service/errors.ts'
import type { Lane } from '../service/lane.ts'
import { learnRecords } from './cadence.ts'
import type { Commits } from './commits.ts'
import type { Cadences } from './learned.ts'
import { overlapOf } from './overlap.ts'
import { createLastSession } from './last-session.ts'
import { seriesOf, sourceOf, type Answer, type SourceContext } from './sources.ts'
import { fetchedKeyOf, isArchiveTarget, type Cursor, type Target } from './target.ts'

/** A chunk whose records shifted while it was read is read again, so many times at most. */
const PASSES = 3
/** More empty pages in a row that still name a next one mean that the service goes in circles. */
const EMPTY_PAGES = 3

/** What a page brought, and how many pages the service counts in its list (for progress only). */
export interface PageStored {
  records: number
  added: number
  changed: number
  rejected: number
  totalPages: number | null
}

export interface ChunkContext extends SourceContext {
  cadences: Cadences
  commit: Commits
  signal: AbortSignal
  /** Repeats of the chunk's first page; the account's limit by default. */
  retries?: number | undefined
  /** The chunk's last answer has come: nothing more is asked for. */
  asked?: () => void
  /** True when the run is to stop after the page it is waiting for. */
  stopping(): boolean
  /**
   * Stores what belongs to a page beside its records, in the same transaction: counters, and the chunk's cursor, which
   * is null when the chunk is done.
   */
  advance(page: PageStored, next: Cursor | null): void
}

/**
 * Reads the pages of one chunk from its cursor on. Each page is committed whole: records, cursor and coverage in one
 * transaction. When records shifted between pages (one came twice), the chunk is read again until a pass shows no shift.
 * Throws ServiceError and BookError with everything before it kept.
 */
export async function readChunk(
  target: Exclude<Target, { kind: 'expand' }>,
  cursor: Cursor,
  lane: Lane,
  context: ChunkContext,
): Promise<void> {
  const { book } = context
  const source = sourceOf(target, context)
  const days = daysAlready(target, cursor, book)
  const lastSessionMs = sessionBefore(target, cursor, context)
  let pages = createPages()
  let { page, held = [] } = cursor
  // Beyond its first page the span's length was accepted.
  const ask = (number: number, before: readonly Setting[]) =>
    source({
      lane,
      page: number,
      span: cursor.span,
      held: before,
      signal: context.signal,
      ...(number === 1 ? { retries: context.retries } : {}),
    })
  let coming: Promise<Answer> | null = null
  for (let pass = 1; ;) {
    const answer: Answer = await (coming ?? ask(page, held))
    // An answer that arrives after the run was called off is dropped; the page is fetched again later.
    if (context.signal.aborted) throw new ServiceError('CANCELLED')
    for (const day of answer.days) days.add(day)
    const shifted = pages.note(answer, page)
    const last = answer.nextPage === null
    const again = last && shifted && pass < PASSES
    const nextPage = again ? 1 : answer.nextPage
    held = again ? [] : (answer.held ?? [])
    // The next page is on its way while this one is stored.
    coming = nextPage === null || context.stopping() ? null : ask(nextPage, held)
    if (coming) coming.catch(() => undefined)
    else context.asked?.()
    await context.commit(() => {
      const stored = answer.store()
      if (answer.rejected.length > 0) book.rejected.put(resourceOf(target), answer.rejected, context.nowMs())
      if (last && !again) finish(target, cursor, { days, records: pages.records(), lastSessionMs }, context)
      context.advance(
        { ...stored, records: answer.records, rejected: answer.rejected.length, totalPages: answer.totalPages },
        nextPage === null ? null : { span: cursor.span, page: nextPage, lastSessionMs, ...(held.length > 0 ? { held } : {}) },
      )
    }, context.signal)
    if (nextPage === null || coming === null) return
    if (again) {
      pass += 1
      pages = createPages()
    }
    page = nextPage
  }
}

/** What is known of the pages of one pass over a list. */
function createPages() {
  const seen = new Set<string | number>()
  /** Keys of the page before. */
  let before: (string | number)[] = []
  let shifted = false
  let records = 0
  let empty = 0
  return {
    /** Records of the pass so far. */
    records: (): number => records,
    /**
     * Takes a page. True once records are known to have shifted between pages: one came twice, or a page that was
     * announced is empty. Throws PAGE_LOOP for pages that bring nothing new and announce more.
     */
    note(answer: Answer, page: number): boolean {
      records += answer.records
      const isMore = answer.nextPage !== null
      const isEmpty = answer.records === 0 && answer.rejected.length === 0
      empty = isEmpty ? empty + 1 : 0
      if (isMore && empty > EMPTY_PAGES) throw new ServiceError('PAGE_LOOP', { page })
      if (isEmpty && page > 1) shifted = true
      if (!isMore && seen.size === 0) return shifted
      const { keys } = answer
      const known = keys.filter((key) => seen.has(key)).length
      if (isMore && known > 0 && known === keys.length) throw new ServiceError('PAGE_LOOP', { page })
      if (answer.mayRepeat ? overlapOf(before, keys) > 0 : known > 0) shifted = true
      before = keys
      for (const key of keys) seen.add(key)
      return shifted
    },
  }
}

/** Days for which pages read before a restart have brought records. */
function daysAlready(target: Target, cursor: Cursor, book: Book): Set<number> {
  if (cursor.page === 1 || cursor.span === null || !isArchiveTarget(target)) return new Set()
  return new Set(book.coverage.daysWithRecords(seriesOf(target), cursor.span))
}

/**
 * The device's last session that was known before the chunk's first page was asked for. A session that comes while the
 * chunk is read may bring records that belong on pages already read, so a later session must not settle these days. A
 * chunk without this note settles no day.
 */
function sessionBefore(target: Target, cursor: Cursor, { book, nowMs }: ChunkContext): number | null {
  if (!isArchiveTarget(target)) return null
  if (cursor.lastSessionMs !== undefined) return cursor.lastSessionMs
  return cursor.page === 1 ? createLastSession(book, nowMs())(target) : NO_SESSION
}

/** Stores what the chunk's last page settles: the coverage of its days, or the time at which a list was complete. */
function finish(
  target: Target,
  cursor: Cursor,
  read: { days: ReadonlySet<number>; records: number; lastSessionMs: number | null },
  context: ChunkContext,
): void {
  const { book, cadences, nowMs } = context
  if (cursor.span === null || !isArchiveTarget(target)) {
    book.meta.set(fetchedKeyOf(target), nowMs())
    return
  }
  const fetchedAtMs = nowMs()
  book.coverage.mark(seriesOf(target), cursor.span, {
    fetchedAtMs,
    state: { ofDay: judgeDays(read.days, { fetchedAtMs, lastSessionMs: read.lastSessionMs }) },
  })
  if (cursor.page !== 1 || spanDays(cursor.span) < 2) return
  const learned = learnRecords(cadences.of(target), cursor.span, read.records)
  if (learned) cadences.learn(target, learned)
}

/** The chunk could not be fetched: those of its days that no answer covers are marked as failed. Call inside a transaction. */
export function markLost(
  target: Target,
  span: Span | null,
  book: Book,
  { nowMs, state }: { nowMs: number; state: 'failed' | 'empty' },
): void {
  if (span === null || !isArchiveTarget(target)) return
  const key = seriesOf(target)
  for (const part of uncovered(book.coverage.runs(key, span), span)) {
    book.coverage.mark(key, part, { fetchedAtMs: nowMs, state })
  }
}

/** The name under which rejected records are kept: the service's own words. */
function resourceOf(target: Target): string {
  if (target.kind === 'readings' || target.kind === 'events') return `channel_data ${target.archiveType}`
  if (target.kind === 'settings') return 'channel_data settings'
  return target.kind === 'sessions' ? 'seances' : target.kind
}
