import { inspect } from 'node:util'
import { earlierNow } from '../contract/time/now.ts'
import type { Book } from '../book/book.ts'
import type { Failure } from '../contract/common.ts'
import type { Progress } from '../contract/downloads.ts'
import { MeterbookError } from '../contract/errors.ts'
import { visibleLines } from '../contract/visible.ts'
import { sleepReally } from '../service/cancel.ts'
import type { Connection } from '../service/connection.ts'
import { isOffline, isSignedOut } from '../service/errors.ts'
import type { RunOptions as PoolOptions } from '../service/pool.ts'
import { failureOf } from './failures.ts'
import { createCadences } from './learned.ts'
import { createMeter } from './meter.ts'
import { requestsOf } from './plan.ts'
import { progressOf } from './progress.ts'
import { queueIn, type RunHead } from './queue.ts'
import type { RunPlan } from './run-plan.ts'
import { createRun, type Run } from './run.ts'
import { createTally, NOTHING } from './tally.ts'
import type { Target } from './target.ts'
import { IDLE, transition, type Effect, type Ending, type Event, type State, type Store } from './transitions.ts'

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
  /** Waits between tries while the network is away, ms; the last one again and again. */
  networkRetryMs?: readonly number[]
  /** When further lanes are worth it. */
  judge?: PoolOptions['judge']
}

const RETRY_MS = [2_000, 5_000, 10_000, 30_000]
const TELL_MS = 100

/** Carries out what the transitions say, on the book, the lanes and the clock. */
export function createDriver(options: DownloadsOptions) {
  const { book, clock } = options
  const rules = { patienceMs: options.patienceMs ?? Infinity, retryMs: options.networkRetryMs ?? RETRY_MS }
  const queue = queueIn(book)
  const cadences = createCadences(book)
  const listeners = new Set<(progress: Progress) => void>()
  let state: State = IDLE
  let run: Run | null = null
  let meter = createMeter(clock.monotonicMs)
  let tally = createTally(NOTHING)
  let finishedMs: number | null = null
  /** Pages that had come when the lanes began. */
  let pagesBefore = 0
  const hasMoved = () => meter.totals.pages > pagesBefore
  /** The lanes at work, or the wait for the network. */
  let activity: Promise<void> | null = null
  let waiting: AbortController | null = null
  let telling: NodeJS.Timeout | null = null

  const nowMs = (): number => earlierNow(clock.nowMs(), options.connection()?.serviceNowMs())

  const progress = (): Progress =>
    progressOf({ state, run, meter, tally, finishedMs, lanes: options.connection()?.state.lanes ?? 0, hasMoved: hasMoved() }, queue)

  /** Tells listeners, at most ten times a second; the last word is never lost. */
  function tell(): void {
    if (state.phase === 'closed') return
    telling ??= setTimeout(tellAll, TELL_MS)
  }
  /** Listeners read the book, too, which may be damaged: one that fails keeps no other from hearing. */
  function tellAll(): void {
    telling = null
    const now = progress()
    for (const listener of listeners)
      try {
        listener(now)
      } catch (error) {
        console.error(visibleLines(`meterbook: the progress of a download was not heard: ${inspect(error)}`))
      }
  }

  const tallyStart = (id: number) => queue.tallyOf(id, (target) => (target ? requestsOf(target, cadences) : 1))

  function takeUp({ id, plan, createdMs }: Omit<RunHead, 'paused'>): Run {
    // The book does not say which run a record that was not understood came with.
    const { rejected } = run?.id === id ? meter.totals : { rejected: 0 }
    meter = createMeter(clock.monotonicMs, { ...queue.moved(id), rejected })
    tally = createTally(tallyStart(id))
    finishedMs = null
    run = createRun({
      ...{ id, plan, createdMs, book, cadences, nowMs, meter, tally },
      onCommit: (target) => {
        tell()
        options.onCommit?.(target)
      },
      onPlanned: tell,
    })
    return run
  }

  /** One step. Throws DOWNLOAD_RUNNING, and BookError when the book refuses what is to be stored: then nothing has changed. */
  function dispatch(event: Event): void {
    const step = transition(state, event, rules)
    if ('refused' in step) throw new MeterbookError(step.refused)
    if (step.store !== null) store(step.store)
    const isNew = step.state !== state
    state = step.state
    if (isNew) tell()
    for (const effect of step.effects) carryOut(effect)
  }

  function store(what: Store): void {
    if (typeof what === 'object') return 'begin' in what ? beginRun(what.begin) : requeue(what)
    if (!run) return
    if (what === 'paused' || what === 'active') return queue.setPaused(run.id, what === 'paused')
    const atMs = nowMs()
    if (what === 'done') queue.finish(run.id, atMs)
    else {
      queue.cancelRun(run.id, atMs)
      tally.reset(tallyStart(run.id))
    }
    finishedMs = atMs
  }

  function beginRun(plan: RunPlan): void {
    const atMs = nowMs()
    const before = { run, meter, tally, finishedMs }
    try {
      // All at once: a run that the book has without its first tasks would look as if it were done.
      book.page(() => {
        queue.cancelUnfinished(atMs)
        takeUp({ id: queue.begin(plan, atMs), plan, createdMs: atMs }).begin()
      })
    } catch (error) {
      ;({ run, meter, tally, finishedMs } = before)
      throw error
    }
    before.run?.abort()
  }

  function requeue({ requeue: { id }, taskIds, reopen }: Extract<Store, { requeue: unknown }>): void {
    queue.retry(id, taskIds, { nowMs: nowMs(), reopen })
    if (!reopen) changed()
  }

  /** Tasks of the run were changed in the book. */
  function changed(): void {
    if (!run) return
    tally.reset(tallyStart(run.id))
    run.requeue()
    options.connection()?.wake()
  }

  function carryOut(effect: Effect): void {
    if (typeof effect === 'object') {
      if ('takeUp' in effect) takeUp(effect.takeUp)
      else activity = rest(effect.waitMs)
      return
    }
    switch (effect) {
      case 'begin':
        return begin()
      case 'hold':
        return run?.pause()
      case 'carry-on':
        run?.carryOn()
        return options.connection()?.wake()
      case 'abort':
        return run?.abort()
      case 'reload':
        return reload()
      case 'wake':
        return waiting?.abort()
      case 'stop-waiting': {
        const stopped = waiting
        activity = waiting = null
        stopped?.abort()
      }
    }
  }

  /** Of a book that cannot be read, the run stays as it was last known: why it stands still is told already. */
  function reload(): void {
    try {
      if (run) takeUp(run)
    } catch (error) {
      console.error(visibleLines(`meterbook: a download could not be read anew: ${inspect(error)}`))
    }
  }

  function begin(): void {
    const connection = options.connection()
    if (!run) return
    run.carryOn()
    meter.forgetSpeed()
    if (connection?.state.session === 'signed-in') activity = fetchPages(run, connection)
    else ended({ kind: 'signed-out', failure: failureOfSession(connection) }, false)
  }

  const ended = (ending: Ending, moved: boolean): void =>
    dispatch({ type: 'ended', ending, moved, atMs: clock.monotonicMs(), nowMs: clock.nowMs() })

  async function fetchPages(current: Run, connection: Connection): Promise<void> {
    pagesBefore = meter.totals.pages
    const { totals } = meter
    const before = pagesBefore
    const ending = await endingOf(current, connection)
    const moved = totals.pages > before
    activity = null
    try {
      ended(ending, moved)
    } catch (error) {
      ended({ kind: 'book', failure: failureOf(error) }, moved)
    }
  }

  /** Lets the lanes fetch, until the run has nothing to hand out or something is in the way. */
  async function endingOf(current: Run, connection: Connection): Promise<Ending> {
    try {
      await connection.run(current.next, {
        maxLanes: options.lanes(),
        ...(options.judge ? { judge: options.judge } : {}),
      })
    } catch (error) {
      const failure = failureOf(error)
      if (isSignedOut(error)) return { kind: 'signed-out', failure }
      return { kind: isOffline(error) ? 'offline' : 'book', failure }
    } finally {
      current.reclaim()
    }
    return current.obstacle() ?? { kind: 'through' }
  }

  async function rest(ms: number): Promise<void> {
    const mine = new AbortController()
    waiting = mine
    await sleepReally(ms, mine.signal).catch(() => undefined)
    if (waiting !== mine) return
    activity = waiting = null
    dispatch({ type: 'rested' })
  }

  return {
    queue,
    cadences,
    nowMs,
    progress,
    dispatch,
    changed,
    run: (): Run | null => run,
    listeners,
    /** Resolves when nothing goes on by itself. */
    async settled(): Promise<void> {
      while (activity) await activity
    },
    /** Stops after the pages in the air; the run stays in the book. */
    async close(): Promise<void> {
      dispatch({ type: 'close' })
      while (activity) await activity
      if (telling) clearTimeout(telling)
      listeners.clear()
    },
  }
}

/** Why there is no session, where the service has said so. */
function failureOfSession(connection: Connection | null): Failure | null {
  const reason = connection?.state.reason ?? null
  return reason === null ? null : { code: 'SIGNED_OUT', data: { reason } }
}
