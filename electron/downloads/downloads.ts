import type { Book } from '../book/book.ts'
import type { Failure } from '../contract/common.ts'
import type { Plan, Progress } from '../contract/downloads.ts'
import { MeterbookError } from '../contract/errors.ts'
import { earlierNow } from '../contract/time/now.ts'
import type { Connection } from '../service/connection.ts'
import { sleepReally } from '../service/cancel.ts'
import { isCancelled, isOffline, isSignedOut } from '../service/errors.ts'
import type { RunOptions as PoolOptions } from '../service/pool.ts'
import { failureOf } from './failures.ts'
import { createMeter } from './meter.ts'
import { estimate } from './estimate.ts'
import { gapsPlan } from './gaps.ts'
import { checkPlan } from './check-plan.ts'
import { createRun, type Run } from './run.ts'
import { queueIn } from './queue.ts'
import { createTally, NOTHING } from './tally.ts'
import { requestsOf } from './plan.ts'
import type { RunPlan } from './run-plan.ts'
import { stationOf, type Target } from './target.ts'

export interface DownloadsOptions {
  book: Book
  /** The signed-in account; null while there is none (a book opened for review, or signed out). */
  connection: () => Connection | null
  clock: { nowMs(): number; monotonicMs(): number }
  lanes: () => number
  /** After each commit. */
  onCommit?: (target: Target) => void
  /** When the network fails: the window waits for it, a scheduled download gives up after this long. */
  patienceMs?: number
  /** With 2, a chunk is stored while the next one travels: a little faster, but a kill may cost two pages a lane instead of one. */
  jobsPerLane?: 1 | 2
  /** Waits between tries while the network is away, ms; the last one again and again. */
  networkRetryMs?: readonly number[]
  /** When further lanes are worth it. */
  judge?: PoolOptions['judge']
}

const RETRY_MS = [2_000, 5_000, 10_000, 30_000]
const TELL_MS = 100

type State = Progress['state']
/** States of a run that is over, or about to be, while the last pages may still be coming in. */
const ENDING: ReadonlySet<State> = new Set(['waiting-for-sign-in', 'cancelled', 'done'])

/** States of a run that is over for good: nothing but a new start or a retry leads out of them. */
const OVER: ReadonlySet<State> = new Set(['cancelled', 'done'])

/** The progress where there is no run. */
export const NO_DOWNLOAD: Progress = {
  runId: null,
  state: 'idle',
  tasks: { ...NOTHING.counts, running: 0 },
  stations: { total: 0, done: 0 },
  ...{ pages: 0, records: 0, added: 0, changed: 0, rejected: 0, bytes: 0 },
  lanes: 0,
  recordsPerSecond: 0,
  startedMs: null,
  finishedMs: null,
  leftMs: null,
  waitsUntilMs: null,
  current: [],
  failure: null,
}

/**
 * The download queue of one book. A run's plan, tasks and cursors are in the book: whatever ends the program,
 * `takeUp` carries on. Nothing here throws for a fault of the service: it becomes the progress's state and failure.
 */
export function createDownloads(options: DownloadsOptions) {
  const { book, clock } = options
  const retryMs = options.networkRetryMs ?? RETRY_MS
  const queue = queueIn(book)
  const listeners = new Set<(progress: Progress) => void>()
  let run: Run | null = null
  let state: State = 'idle'
  let failure: Failure | null = null
  let meter = createMeter(clock.monotonicMs)
  let tally = createTally(NOTHING)
  let startedMs: number | null = null
  let finishedMs: number | null = null
  let waitsUntilMs: number | null = null
  let driving: Promise<void> | null = null
  /** A new run waits for the pages of the cancelled one to come in. */
  let isNextWaiting = false
  /** A pause was taken back while pages were still coming in. */
  let isPauseTakenBack = false
  let wakeUp: (() => void) | null = null
  let telling: NodeJS.Timeout | null = null
  let closed = false

  const nowMs = () => earlierNow(clock.nowMs(), options.connection()?.serviceNowMs())

  function progress(): Progress {
    const counts = tally.counts()
    const current = run?.current() ?? []
    const running = Math.min(current.length, counts.waiting)
    return {
      runId: run?.id ?? null,
      state,
      tasks: { ...counts, waiting: counts.waiting - running, running },
      stations: tally.stations(),
      ...meter.totals,
      lanes: options.connection()?.state.lanes ?? 0,
      recordsPerSecond: state === 'running' ? meter.recordsPerSecond() : 0,
      startedMs,
      finishedMs,
      leftMs: state === 'running' ? meter.leftMs(tally.requestsLeft()) : null,
      waitsUntilMs: state === 'waiting-for-network' ? waitsUntilMs : null,
      current: current.slice(0, 8).map(({ target, page, pages }) => ({ ...queue.describe(target), page, pages })),
      failure,
    }
  }

  /** Tells listeners, at most ten times a second; the last word is never lost. */
  function tell(): void {
    telling ??= setTimeout(() => {
      telling = null
      const now = progress()
      for (const listener of listeners) listener(now)
    }, TELL_MS)
  }

  function become(next: State, why: Failure | null = null): void {
    state = next
    failure = why
    tell()
  }

  const tallyStart = (id: number) => queue.tallyOf(id, (target) => (target ? requestsOf(target, book) : 1))

  function takeOn(id: number, plan: RunPlan, createdMs: number): Run {
    // The book does not say which run a record that was not understood came with.
    const { rejected } = run?.id === id ? meter.totals : { rejected: 0 }
    meter = createMeter(clock.monotonicMs, { ...queue.moved(id), rejected })
    tally = createTally(tallyStart(id))
    startedMs = createdMs
    finishedMs = null
    return createRun({
      id,
      plan,
      createdMs,
      book,
      nowMs,
      meter,
      tally,
      onCommit: (target) => {
        tell()
        options.onCommit?.(target)
      },
      onPlanned: tell,
    })
  }

  function drive(): void {
    const current = run
    if (!current) return
    isNextWaiting = driving !== null
    if (isNextWaiting) return
    isPauseTakenBack = false
    current.carryOn()
    driving = work(current).finally(() => {
      driving = null
      if (isNextWaiting && !closed) {
        isNextWaiting = false
        if (state === 'pausing') become('paused')
        else if (state === 'running') drive()
      }
      tell()
    })
  }

  /** Works at the run until it is done or something that only the user can change is in the way. */
  async function work(current: Run): Promise<void> {
    let offlineSinceMs: number | null = null
    for (let tries = 0; !closed;) {
      const connection = options.connection()
      if (!connection || connection.state.session === 'signed-out') return become('waiting-for-sign-in', failure)
      become('running')
      const pagesBefore = meter.totals.pages
      const lost = await attempt(connection, current)
      if (run !== current || closed || state === 'cancelled') return
      if (meter.totals.pages > pagesBefore) {
        tries = 0
        offlineSinceMs = null
      }
      if (state === 'pausing') return become('paused')
      if (isPauseTakenBack) {
        isPauseTakenBack = false
        continue
      }
      if (lost && isSignedOut(lost)) return become('waiting-for-sign-in', failureOf(lost))
      const obstacle = lost ? obstacleOf(lost) : current.obstacle()
      if (obstacle === null) return finish(current)
      if (obstacle.kind === 'book') {
        // What the run holds in memory may be ahead of a transaction that was rolled back: it is read anew on resume.
        run = takeOn(current.id, current.plan, startedMs ?? nowMs())
        return become('paused', obstacle.failure)
      }
      offlineSinceMs ??= clock.monotonicMs()
      // A pause that the service asks for is known beforehand: who has not the patience for it need not begin it.
      const orderedMs = obstacle.kind === 'rate-limited' ? obstacle.forMs : 0
      if (clock.monotonicMs() - offlineSinceMs + orderedMs > (options.patienceMs ?? Infinity))
        return become('paused', obstacle.failure)
      waitsUntilMs = orderedMs > 0 ? clock.nowMs() + orderedMs : null
      become('waiting-for-network', obstacle.failure)
      await restOrWake(orderedMs || (retryMs[tries] ?? retryMs.at(-1) ?? 0))
      tries += 1
      meter.forgetSpeed()
      if (run !== current || stopped()) return
      current.carryOn()
    }
  }

  /** One spell of the pool; resolves to the error that ended it, if one did. */
  async function attempt(connection: Connection, current: Run): Promise<unknown> {
    try {
      await connection.run(current.next, {
        maxLanes: options.lanes(),
        jobsPerLane: options.jobsPerLane ?? 1,
        ...(options.judge ? { judge: options.judge } : {}),
      })
      return null
    } catch (error) {
      return isCancelled(error) ? null : error
    } finally {
      current.reclaim()
    }
  }

  function obstacleOf(error: unknown) {
    const kind = isOffline(error) ? ('offline' as const) : ('book' as const)
    return { kind, failure: failureOf(error) }
  }

  /** True when a pause or cancel came while the run was waiting. */
  function stopped(): boolean {
    if (state === 'pausing') become('paused')
    return state === 'paused' || state === 'cancelled' || closed
  }

  function finish(current: Run): void {
    finishedMs = nowMs()
    queue.finish(current.id, 'done', finishedMs)
    become('done')
  }

  async function restOrWake(ms: number): Promise<void> {
    const woken = new AbortController()
    wakeUp = () => woken.abort()
    await sleepReally(ms, woken.signal).catch(() => undefined)
    wakeUp = null
  }

  function requireWritable(): void {
    if (book.mode !== 'write') throw new MeterbookError('READ_ONLY_BOOK', { file: book.file })
  }

  /**
   * Begins a new run; one that was left unfinished, or that the program began by itself, gives way to it (coverage
   * knows what it fetched). Throws DOWNLOAD_RUNNING when the user's own is at work, READ_ONLY_BOOK, and what checkPlan throws.
   */
  function start(plan: RunPlan): Progress {
    requireWritable()
    checkPlan(plan, book)
    if (driving && !ENDING.has(state)) {
      if (!run?.plan.unasked || plan.unasked) throw new MeterbookError('DOWNLOAD_RUNNING')
      cancel()
    }
    const atMs = nowMs()
    // All at once: a run that the book has without its first tasks would look as if it were done.
    run = book.page(() => {
      queue.cancelUnfinished(atMs)
      const begun = takeOn(queue.begin(plan, atMs), plan, atMs)
      begun.begin()
      return begun
    })
    become('running')
    drive()
    return progress()
  }

  function cancel(): Progress {
    if (run && !OVER.has(state)) {
      const ended = run
      ended.abort()
      finishedMs = nowMs()
      queue.cancelRun(ended.id, finishedMs)
      tally.reset(tallyStart(ended.id))
      become('cancelled')
      wakeUp?.()
    }
    return progress()
  }

  /** Takes up the run that was left unfinished, if there is one; returns whether there was. */
  function takeUp(wanted?: RunPlan): boolean {
    if (book.mode !== 'write' || run) return run !== null
    const left = queue.unfinished()
    if (!left || (wanted && !queue.samePlan(left.plan, wanted))) return false
    run = takeOn(left.id, left.plan, left.createdMs)
    if (left.paused && !wanted) become('paused')
    else drive()
    return true
  }

  return {
    progress,
    start,
    takeUp,
    estimate: (plan: Plan) => estimate(plan, book, { nowMs: nowMs(), lanes: options.lanes() }),
    fetchGaps: (stations: Plan['stations']): Progress => start(gapsPlan(stations, book, nowMs())),
    /** Listens to progress until the returned function is called. */
    listen(listener: (progress: Progress) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    pause(): Progress {
      if (run && !OVER.has(state) && (driving || state === 'waiting-for-sign-in')) {
        queue.setPaused(run.id, true)
        run.pause()
        become(driving ? 'pausing' : 'paused')
        wakeUp?.()
      }
      return progress()
    },
    resume(): Progress {
      requireWritable()
      if (run && !driving && ['paused', 'waiting-for-sign-in', 'waiting-for-network'].includes(state)) {
        queue.setPaused(run.id, false)
        drive()
      } else if (run && state === 'pausing') {
        queue.setPaused(run.id, false)
        isPauseTakenBack = true
        run.carryOn()
        become('running')
        options.connection()?.wake()
      } else wakeUp?.()
      return progress()
    },
    /** The network or the sign-in is back: a run that waits for it carries on now. A pause that the service asked for stays. */
    nudge(): void {
      if (state === 'waiting-for-sign-in' && run && !driving) drive()
      else if (failure?.code !== 'RATE_LIMITED') wakeUp?.()
    },
    cancel,
    /** Failed tasks (all, or these) wait again. */
    retry(taskIds?: number[]): Progress {
      requireWritable()
      const id = run?.id ?? queue.newestRun()
      if (id === null) return progress()
      // Of a run at work the state in the book stays: one that is about to pause must not come back by itself.
      const goesOn = driving !== null && !ENDING.has(state)
      queue.retry(id, taskIds, { nowMs: nowMs(), reopen: !goesOn })
      return goesOn ? requeued(id) : reloaded(id)
    },
    reorder(taskIds: number[], to: 'front' | 'back'): Progress {
      requireWritable()
      if (run) queue.reorder(run.id, taskIds, to)
      run?.requeue()
      return progress()
    },
    cancelTasks(taskIds: number[]): Progress {
      requireWritable()
      if (run) {
        queue.cancelTasks(run.id, taskIds, nowMs())
        run.forget(new Set(taskIds))
        tally.reset(tallyStart(run.id))
        if (driving) options.connection()?.wake()
      }
      return progress()
    },
    /** A window of the newest run's tasks. */
    tasks(filter: Parameters<typeof queue.tasks>[1]) {
      const id = run?.id ?? queue.newestRun()
      return id === null ? { total: 0, rows: [] } : queue.tasks(id, filter, run?.current().map((task) => task.id) ?? [])
    },
    byStation({ offset, limit }: { offset: number; limit: number }) {
      const id = run?.id ?? queue.newestRun()
      const open = run?.current().map(({ target }) => stationOf(target)) ?? []
      return id === null ? { total: 0, rows: [] } : queue.byStation(id, offset, limit, open)
    },
    queue,
    /** Resolves when the run has ended or stands still (paused, signed out, cancelled). */
    async settled(): Promise<Progress> {
      while (driving) await driving
      return progress()
    },
    /** Stops after the pages in the air; the run stays in the book. */
    async close(): Promise<void> {
      closed = true
      run?.abort()
      wakeUp?.()
      while (driving) await driving
      if (telling) clearTimeout(telling)
      listeners.clear()
    },
  }

  /** Tasks of a run at work were changed in the book: it goes on by itself. */
  function requeued(id: number): Progress {
    tally.reset(tallyStart(id))
    run?.requeue()
    options.connection()?.wake()
    return progress()
  }

  /** A run whose tasks were changed in the book is taken up anew. */
  function reloaded(id: number): Progress {
    const row = queue.run(id)
    if (!row) return progress()
    run = takeOn(id, row.plan, row.createdMs)
    become('running')
    drive()
    return progress()
  }
}
export type Downloads = ReturnType<typeof createDownloads>
