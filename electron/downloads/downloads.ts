import { inspect } from 'node:util'
import type { Plan, Progress } from '../contract/downloads.ts'
import { MeterbookError } from '../contract/errors.ts'
import { DIRECTORY_FRESH_MS } from '../contract/time/stale.ts'
import { visibleLines } from '../contract/visible.ts'
import { checkPlan } from './check-plan.ts'
import { createDriver, type DownloadsOptions } from './driver.ts'
import { estimate } from './estimate.ts'
import { gapsPlan } from './gaps.ts'
import { AT_REST } from './progress.ts'
import type { RunHead } from './queue.ts'
import { ranByItself, type RunPlan } from './run-plan.ts'
import { stationOf } from './target.ts'

/**
 * The download queue of one book. A run's plan, tasks and cursors are in the book: whatever ends the program,
 * `takeUp` carries on. Nothing here throws for a fault of the service: it becomes the progress's state and failure.
 */
export function createDownloads(options: DownloadsOptions) {
  const { book, lanes } = options
  const driver = createDriver(options)
  const { queue, cadences, nowMs, progress, dispatch, listeners } = driver
  const runId = (): number | null => driver.run()?.id ?? queue.newestRun()

  function requireWritable(): void {
    if (book.mode !== 'write') throw new MeterbookError('READ_ONLY_BOOK', { file: book.file })
  }

  /**
   * Begins a new run; one that stands still, or that the program began by itself, gives way to it (coverage knows what
   * it fetched). Throws DOWNLOAD_RUNNING when the user's own is under way, READ_ONLY_BOOK, and what checkPlan throws.
   */
  function start(plan: RunPlan): Progress {
    requireWritable()
    checkPlan(plan, book)
    dispatch({ type: 'start', plan })
    return progress()
  }

  /** It planned its stations too long ago to know of exchanges and sessions since: a new run asks for what it lacked. A refresh has read what it has read. */
  const isOld = ({ plan, createdMs }: RunHead): boolean => !plan.refresh && nowMs() - createdMs > DIRECTORY_FRESH_MS

  /** Ends what was left unfinished. */
  function letGo(): void {
    try {
      book.page(() => queue.cancelUnfinished(nowMs()))
    } catch (error) {
      // A full disk, for one: the book is of use as it is, and the next run ends it.
      console.error(visibleLines(`meterbook: a download that was left unfinished could not be ended: ${inspect(error)}`))
    }
  }

  return {
    queue,
    progress,
    start,
    isOld,
    /**
     * Takes up the run that was left unfinished, if there is one (`wanted`: with just this plan, also when it is paused);
     * returns whether there is a run. A trip that ran by itself is not taken up, but gives way: whether it may run now is another's to say.
     */
    takeUp(wanted?: RunPlan): boolean {
      if (book.mode !== 'write' || driver.run()) return driver.run() !== null
      const left = queue.unfinished()
      if (!left || (wanted && !queue.samePlan(left.plan, wanted))) return false
      if (!wanted && !left.paused && ranByItself(left.plan)) {
        letGo()
        return false
      }
      dispatch({ type: 'found', run: { ...left, paused: left.paused && !wanted } })
      return true
    },
    estimate: (plan: Plan) => estimate(plan, book, { nowMs: nowMs(), lanes: lanes(), cadences }),
    /**
     * A new run that asks for exactly what an earlier one asked for, whatever became of that; the newest that anybody asked for where
     * none is named. Throws NO_SUCH_RUN, and what a start throws.
     */
    again: (id?: number): Progress => start(queue.askedFor(id)),
    fetchGaps: (stations: Plan['stations']): Progress => start(gapsPlan(stations, book, nowMs())),
    /** Listens to progress until the returned function is called. */
    listen(listener: (progress: Progress) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    pause(): Progress {
      dispatch({ type: 'pause' })
      return progress()
    },
    resume(): Progress {
      requireWritable()
      dispatch({ type: 'resume' })
      return progress()
    },
    /** The network or the sign-in may be back: a run that waits for it carries on now. */
    nudge: (): void => dispatch({ type: 'nudge' }),
    /** Ends a trip that runs by itself, as if somebody's own download began: it was wanted all the same. */
    giveWay(): void {
      const run = driver.run()
      if (!run || !ranByItself(run.plan) || AT_REST.has(progress().state)) return
      queue.giveWay(run.id)
      dispatch({ type: 'cancel' })
    },
    cancel(): Progress {
      dispatch({ type: 'cancel' })
      return progress()
    },
    /** Failed tasks (all, or these) wait again. */
    retry(taskIds?: number[]): Progress {
      requireWritable()
      const id = runId()
      const run = id === null ? null : queue.run(id)
      if (run) dispatch({ type: 'retry', run, taskIds })
      return progress()
    },
    reorder(taskIds: number[], to: 'front' | 'back'): Progress {
      requireWritable()
      const run = driver.run()
      if (run) {
        queue.reorder(run.id, taskIds, to)
        run.requeue()
      }
      return progress()
    },
    cancelTasks(taskIds: number[]): Progress {
      requireWritable()
      const run = driver.run()
      if (run) {
        queue.cancelTasks(run.id, taskIds, nowMs())
        run.forget(new Set(taskIds))
        driver.changed()
      }
      return progress()
    },
    /** A window of the newest run's tasks. */
    tasks(filter: Parameters<typeof queue.tasks>[1]) {
      const id = runId()
      const open = driver.run()?.current() ?? []
      return id === null
        ? { total: 0, rows: [] }
        : queue.tasks(
            id,
            filter,
            open.map((task) => task.id),
          )
    },
    byStation({ offset, limit }: { offset: number; limit: number }) {
      const id = runId()
      const open = driver.run()?.current() ?? []
      return id === null
        ? { total: 0, rows: [] }
        : queue.byStation(
            id,
            offset,
            limit,
            open.map(({ target }) => stationOf(target)),
          )
    },
    /** Resolves when the run has ended or stands still (paused, signed out, cancelled). */
    async settled(): Promise<Progress> {
      await driver.settled()
      return progress()
    },
    close: driver.close,
  }
}
export type Downloads = ReturnType<typeof createDownloads>
