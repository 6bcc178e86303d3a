import { lacking } from '../analysis/kernel/grids/lacking.ts'
import { isCancelled, isLaneLost, isOffline, isRateLimited, isRefusedForGood, isSpanRefused, ServiceError } from '../service/errors.ts'
import type { Job } from '../service/pool.ts'
import { chunksOf } from './cadence.ts'
import { createCommits } from './commits.ts'
import { markLost, readChunk, type PageStored } from './chunk.ts'
import { expand, type RunParts } from './expansion.ts'
import { failureOf } from './failures.ts'
import { isFormerDevice, noLongerGiven } from './former-device.ts'
import { createLastSession } from './last-session.ts'
import type { Meter } from './meter.ts'
import { cursorsLeft, giveBack, isWorkedAt, openTask, without, type ActiveChunk, type OpenTask } from './open-task.ts'
import { followUps, headOf, requestsOf, type PlacedTarget } from './plan.ts'
import { readCursors } from './read-target.ts'
import { seriesOf } from './sources.ts'
import { createDoubts, refused, taken } from './span-limits.ts'
import { isArchiveTarget, stationOf, type Cursor, type Target } from './target.ts'
import type { Ending } from './transitions.ts'
import { createUnanswered } from './unanswered.ts'
import { createWaitingList, type WaitingTask } from './waiting-list.ts'

/** What stops a whole run until something outside it changes. */
type Obstacle = Extract<Ending, { kind: 'offline' | 'held-off' | 'book' }>

interface RunOptions extends RunParts {
  meter: Meter
  /** After each commit: what changed, and for which station. */
  onCommit: (target: Target) => void
}

/** Where the service does not say how long. */
const RATE_LIMIT_PAUSE_MS = 60_000

/**
 * One run at work: hands out jobs (one chunk each), newest data first, and stores their outcome. Its whole state is in
 * the book, so a new `createRun` with the same id carries on where the last one ended.
 */
export function createRun(options: RunOptions) {
  const { id, plan, createdMs, book, cadences, nowMs, meter, tally } = options
  const open = new Map<number, OpenTask>()
  const waiting = createWaitingList(id, book, open)
  let obstacle: Obstacle | null = null
  const doubts = createDoubts()
  const unanswered = createUnanswered()
  const commit = createCommits(book)
  let stop = new AbortController()
  let pausing = false
  /** Stations are being planned: what follows waits for it. */
  let isExpanding = false

  /** The next chunk to fetch: of tasks at work first, then of the next task in the queue. */
  function next(): Job | undefined {
    if (pausing || obstacle !== null || isExpanding) return undefined
    for (;;) {
      for (const task of open.values()) {
        const cursor = task.waiting.shift()
        if (cursor) return jobOf(task, cursor)
      }
      const row = waiting.first()
      if (!row) return undefined
      if (row.target === null) refuse(row)
      else if (row.target.kind !== 'expand') openRow(row, row.target)
      // It waits for the tasks before it.
      else return open.size > 0 ? undefined : expandJob(row.id, row.target.part ?? 0)
    }
  }

  /** A task that this program did not write fails and is never sent. */
  function refuse(row: WaitingTask): void {
    waiting.takeFirst()
    book.page(() => book.tasks.settle(row.id, 'failed', nowMs(), { code: 'BAD_TASK', data: {} }))
    tally.ended(row.stationId, 'failed', 1)
  }

  function openRow(row: WaitingTask, target: OpenTask['target']): void {
    const task = openTask({ id: row.id, position: row.position, target, waiting: cursorsOf(target, row) })
    waiting.takeFirst()
    if (isWorkedAt(task)) open.set(task.id, task)
    else book.page(() => settle(task))
  }

  /** Chunks that a task still needs: those under way when the program ended, then what coverage lacks, newest first. */
  function cursorsOf(target: OpenTask['target'], { cursors, pages }: WaitingTask): Cursor[] {
    const left = readCursors(cursors, target)
    if (left.length > 0 && (plan.refresh || !isArchiveTarget(target))) return left
    if (!isArchiveTarget(target)) return [{ span: null, page: 1 }]
    const missing = lacking(book.coverage.runs(seriesOf(target), target), target, {
      nowMs: nowMs(),
      lastSessionMs: createLastSession(book, nowMs())(target),
      // A task that was under way when the program ended has already asked for today.
      ...(pages > 0 ? { partialSinceMs: createdMs } : {}),
      ...(plan.refresh ? { fetchedBeforeMs: createdMs } : {}),
    })
    const cadence = cadences.of(target)
    const rest = missing.reverse().flatMap((span) => chunksOf(span, cadence))
    return [...left, ...rest.flatMap((span) => without(span, left)).map((span) => ({ span, page: 1 }))]
  }

  /** The planning of the stations as a job: it needs no lane, but nothing else is handed out meanwhile. */
  function expandJob(expandId: number, part: number): Job {
    return async () => {
      isExpanding = true
      try {
        await expand(expandId, part, { ...options, insert, isStopped: () => pausing || stop.signal.aborted })
      } finally {
        isExpanding = false
        waiting.forget()
      }
    }
  }

  function insert(placed: PlacedTarget[]): void {
    if (placed.length === 0) return
    const rows = placed.map(({ target, position }) => ({
      kind: target.kind,
      target,
      stationId: stationOf(target),
      position,
    }))
    book.tasks.insert(id, rows, nowMs())
    for (const row of rows) tally.planned(row.stationId, requestsOf(row.target, cadences))
    waiting.forget()
  }

  /** A chunk as a job. When its lane is lost the pool starts it again on another one, from the page it had come to. */
  function jobOf(task: OpenTask, first: Cursor): Job {
    const chunk: ActiveChunk = { cursor: first }
    task.active.add(chunk)
    return async (lane, free) => {
      const cursor = chunk.cursor
      if (!cursor || !task.active.has(chunk)) return
      let bytesBefore = lane.bytesReceived
      try {
        await readChunk(task.target, cursor, lane, {
          book,
          cadences,
          commit,
          nowMs,
          seenMs: createdMs,
          signal: stop.signal,
          asked: free,
          retries: doubts.retriesFor(task, cursor),
          stopping: () => pausing || !task.active.has(chunk),
          advance: (page, nextCursor) => {
            const bytes = lane.bytesReceived - bytesBefore
            bytesBefore = lane.bytesReceived
            advance(task, chunk, nextCursor, { ...page, bytes })
          },
        })
        giveBack(task, chunk)
      } catch (error) {
        if (isLaneLost(error)) throw error
        // Without a list of stations there is no rest that could go on: it is waited for.
        const hasRest = task.target.kind !== 'stations' || book.stations.count() > 0
        const isSound = hasRest && isUnanswered(error, cursor) && (await unanswered.isLineSound(lane, task, error, stop.signal))
        failed(task, chunk, error, isSound)
      }
    }
  }

  /** Stores the progress of a page in the page's transaction; with a chunk's last page also its follow-ups and perhaps the task's end. */
  function advance(
    task: OpenTask,
    chunk: ActiveChunk,
    nextCursor: Cursor | null,
    { totalPages, ...page }: PageStored & { bytes: number },
  ): void {
    task.totalPages = totalPages
    const span = chunk.cursor?.span ?? null
    const isOurs = task.active.has(chunk)
    chunk.cursor = nextCursor
    if (nextCursor === null) task.active.delete(chunk)
    book.tasks.advance(task.id, { ...page, cursors: cursorsLeft(task, plan.refresh), nowMs: nowMs() })
    if (nextCursor === null && isOurs) {
      taken(task, span, cadences, doubts)
      const { kind } = task.target
      if (kind === 'energies' || kind === 'equipment_types' || kind === 'stations') insert(followUps(task.target, book))
      if (!isWorkedAt(task)) settle(task)
    }
    meter.add(page)
    options.onCommit(task.target)
  }

  /** @param isSound another question got its answer */
  function failed(task: OpenTask, chunk: ActiveChunk, error: unknown, isSound: boolean): void {
    if (!(error instanceof ServiceError)) {
      obstacle = { kind: 'book', failure: failureOf(error) }
      stop.abort()
      return
    }
    if (isCancelled(error)) return giveBack(task, chunk)
    const { cursor } = chunk
    // A task that was cancelled meanwhile has no active chunks.
    if (!task.active.delete(chunk) || !cursor) return
    const refusal = refused(task, cursor, error, doubts)
    if (refusal === 'halved') return
    if (isUnanswered(error, cursor) && !isSound) {
      task.waiting.unshift(cursor)
      obstacle ??= obstacleOf(error)
      return
    }
    // The line is not to blame: the rest of the task first.
    if (isUnanswered(error, cursor) && !unanswered.isEnough(task, cursor)) return void task.waiting.push(cursor)
    // A device that was taken out: the service has forgotten it, and asking again brings nothing. Said once.
    const isGone = isFormerDevice(book, task.target) && isRefusedForGood(error)
    const lost = refusal === 'hopeless' || isGone ? [cursor, ...task.waiting.splice(0)] : [cursor]
    task.failure ??= isGone ? noLongerGiven(task.target) : failureOf(error)
    book.page(() => {
      for (const { span } of lost) markLost(task.target, span, book, { nowMs: nowMs(), state: isGone ? 'empty' : 'failed' })
      if (!isWorkedAt(task)) settle(task)
    })
    options.onCommit(task.target)
  }

  /** Call inside a transaction: the task's end is committed with its last page. */
  function settle(task: OpenTask): void {
    const state = task.failure === null ? 'done' : 'failed'
    book.tasks.settle(task.id, state, nowMs(), task.failure)
    open.delete(task.id)
    tally.ended(stationOf(task.target), state, requestsOf(task.target, cadences))
  }

  return {
    id,
    plan,
    createdMs,
    next,
    /** Inserts the first tasks of a new run. Call it in the transaction that creates the run. */
    begin: (): void => insert(headOf(plan, book, nowMs())),
    obstacle: (): Obstacle | null => obstacle,
    /** Clears what stopped the run: `next` hands out jobs again. */
    carryOn(): void {
      obstacle = null
      pausing = false
      if (stop.signal.aborted) stop = new AbortController()
    },
    /** Asks for no new pages; those in the air still come in and are kept. */
    pause: (): void => void (pausing = true),
    /** After the pool has ended: chunks whose lanes were all lost wait again. */
    reclaim(): void {
      for (const task of open.values()) for (const chunk of [...task.active]) giveBack(task, chunk)
    },
    /** Gives up the pages in the air too. */
    abort(): void {
      pausing = true
      stop.abort()
    },
    /** After tasks were reordered, retried or cancelled in the book. */
    requeue: waiting.forget,
    /** Tasks at work, for the status line. */
    current: (): { id: number; target: Target; page: number; pages: number | null }[] =>
      [...open.values()].flatMap(({ id: taskId, target, active, totalPages }) => {
        const [chunk] = active
        return chunk ? [{ id: taskId, target, page: chunk.cursor?.page ?? 1, pages: totalPages }] : []
      }),
    /** Drops tasks that were cancelled in the book; their pages in the air still come in and are kept. */
    forget(taskIds: ReadonlySet<number>): void {
      for (const taskId of taskIds) {
        const task = open.get(taskId)
        task?.active.clear()
        task?.waiting.splice(0)
        open.delete(taskId)
      }
      waiting.forget()
    },
  }
}
export type Run = ReturnType<typeof createRun>

/** The network, the service or its patience is away; a span that is merely too long is another thing. */
const isUnanswered = (error: unknown, { span }: Cursor): boolean =>
  (isOffline(error) || isRateLimited(error)) && (span === null || !isSpanRefused(error))

function obstacleOf(error: ServiceError): Obstacle {
  const failure = failureOf(error)
  if (!isRateLimited(error)) return { kind: 'offline', failure }
  return { kind: 'held-off', failure, forMs: Number(error.data['retryAfterMs'] ?? RATE_LIMIT_PAUSE_MS) }
}
