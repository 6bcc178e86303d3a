import type { z } from 'zod'
import type { Book } from '../book/book.ts'
import type { Task, TaskState } from '../contract/downloads.ts'
import { MeterbookError } from '../contract/errors.ts'
import { SESSIONS_ARCHIVE, SETTINGS_ARCHIVE } from '../contract/records.ts'
import { readTarget } from './read-target.ts'
import { partsOf, runPlanSchema, wholeOf, type RunPlan } from './run-plan.ts'
import type { TallyStart } from './tally.ts'
import type { Target } from './target.ts'

export interface RunHead {
  id: number
  plan: RunPlan
  createdMs: number
  paused: boolean
}

/** The queue in the book: runs, their plans and tasks, in the contract's words. */
export function queueIn(book: Book) {
  const { tasks } = book

  function headOf(row: ReturnType<typeof tasks.runs>[number] | undefined): RunHead | null {
    const plan = runPlanSchema.safeParse(row?.plan)
    if (!row || !plan.success) return null
    return { id: row.id, plan: plan.data, createdMs: row.createdMs, paused: row.state === 'paused' }
  }
  const unfinishedRows = () => tasks.runs(20).filter((row) => row.finishedMs === null)

  /** A damaged page of stations keeps nobody from seeing how far the download is: such a name is not known. */
  function nameOf(stationId: number): string | null {
    try {
      return book.stations.get(stationId)?.name ?? null
    } catch {
      return null
    }
  }

  /** What a task is, in the contract's words. */
  function describe(target: Target) {
    const stationId = 'stationId' in target ? target.stationId : null
    return {
      kind: target.kind,
      stationId,
      stationName: stationId === null ? null : nameOf(stationId),
      archiveType: archiveTypeOf(target),
      view: target.kind === 'readings' ? target.view : null,
      from: 'from' in target ? target.from : null,
      to: 'to' in target ? target.to : null,
    }
  }

  /** A task whose target cannot be read is described by its row. */
  function describeRow({ kind, stationId }: { kind: string; stationId: number | null }, target: Target | null) {
    if (target) return describe(target)
    return { kind, stationId, stationName: null, archiveType: null, view: null, from: null, to: null }
  }

  return {
    describe,
    /** A new run without tasks. Call it in the transaction that inserts its first ones. */
    begin(plan: RunPlan, nowMs: number): number {
      tasks.clearFinished()
      return tasks.createRun(plan, nowMs)
    },
    run: (id: number): RunHead | null => headOf(tasks.run(id)),
    newestRun: (): number | null => tasks.runs(1)[0]?.id ?? null,
    /**
     * What a run asked for, to ask for it again as somebody's own wish; of the newest that somebody asked for where none is named.
     * Throws NO_SUCH_RUN.
     */
    askedFor(id?: number): RunPlan {
      const heads = id === undefined ? tasks.runs().map(headOf) : [headOf(tasks.run(id))]
      const head = heads.find((one) => one !== null && (id !== undefined || !one.plan.unasked))
      if (!head) throw new MeterbookError('NO_SUCH_RUN')
      const { unasked: _, ...plan } = head.plan
      return plan
    },
    /** The run that was under way or paused when the program ended. */
    unfinished: (): RunHead | null => headOf(unfinishedRows()[0]),
    samePlan: (a: RunPlan, b: RunPlan): boolean => canonical(a) === canonical(b),
    setPaused: (id: number, paused: boolean): void => tasks.setRunState(id, paused ? 'paused' : 'active'),
    finish: (id: number, nowMs: number): void => tasks.setRunState(id, 'done', nowMs),
    cancelRun(id: number, nowMs: number): void {
      book.page(() => {
        tasks.shift(id, 'waiting', 'cancelled', nowMs)
        tasks.setRunState(id, 'cancelled', nowMs)
      })
    },
    cancelUnfinished(nowMs: number): void {
      for (const row of unfinishedRows()) {
        tasks.giveWay(row.id)
        this.cancelRun(row.id, nowMs)
      }
    },
    giveWay: (id: number): void => tasks.giveWay(id),
    /** Failed tasks wait again; `reopen` also takes up a run that is paused or over. */
    retry(id: number, taskIds: number[] | undefined, { nowMs, reopen }: { nowMs: number; reopen: boolean }): void {
      book.page(() => {
        tasks.shift(id, 'failed', 'waiting', nowMs, taskIds)
        if (reopen) tasks.reopenRun(id)
      })
    },
    reorder: (id: number, taskIds: number[], to: 'front' | 'back'): void => tasks.reorder(id, taskIds, to),
    cancelTasks: (id: number, taskIds: number[], nowMs: number): void => void tasks.shift(id, 'waiting', 'cancelled', nowMs, taskIds),

    /** How much a run has fetched so far. */
    moved: (id: number) => tasks.moved(id),
    tallyOf(id: number, requestsOf: (target: Target | null) => number): TallyStart {
      const { running, ...counts } = tasks.counts(id)
      const waiting = counts.waiting + running
      const total = waiting + counts.done + counts.failed + counts.cancelled
      let requestsLeft = 0
      for (const target of tasks.waiting(id)) requestsLeft += requestsOf(readTarget(target))
      const stations = tasks
        .byStation(id)
        .flatMap(({ stationId, total: all, left }) => (stationId === null ? [] : [{ stationId, total: all, left }]))
      return { counts: { ...counts, waiting, total }, stations, requestsLeft }
    },

    /** A window of a run's tasks; those at work now (`open`) show as running. */
    tasks(
      id: number,
      filter: {
        states?: readonly TaskState[] | undefined
        stationId?: number | undefined
        offset: number
        limit: number
      },
      open: readonly number[],
    ): { total: number; rows: Task[] } {
      const found = tasks.list(id, { ...filter, open })
      const working = new Set(open)
      return {
        total: found.total,
        rows: found.rows.map(({ target, cursors: _, position: __, ...task }) => ({
          ...task,
          ...describeRow(task, readTarget(target)),
          state: task.state === 'waiting' && working.has(task.id) ? 'running' : task.state,
        })),
      }
    },

    /** Stations at work now (`open`), then those that are begun, those that wait and those that are over. */
    byStation(id: number, offset: number, limit: number, open: readonly (number | null)[]) {
      const working = new Set(open)
      const rank = ({ stationId, total, left }: { stationId: number | null; total: number; left: number }) => {
        if (left === 0) return 3
        if (working.has(stationId)) return 0
        return left < total ? 1 : 2
      }
      const rows = tasks.byStation(id).toSorted((a, b) => rank(a) - rank(b) || (a.stationId ?? 0) - (b.stationId ?? 0))
      return {
        total: rows.length,
        rows: rows.slice(offset, offset + limit).map(({ left, ...row }) => ({
          ...row,
          stationName: row.stationId === null ? null : nameOf(row.stationId),
        })),
      }
    },

    history: () =>
      tasks.history().flatMap((row) => {
        const head = headOf(row)
        if (!head) return []
        const { id, state, createdMs, finishedMs, records, added, changed, failed } = row
        return [
          {
            runId: id,
            plan: wholeOf(head.plan),
            unasked: head.plan.unasked === true,
            parts: partsOf(head.plan).length,
            state,
            startedMs: createdMs,
            finishedMs,
            records,
            added,
            changed,
            failed,
          },
        ]
      }),
  }
}

const canonicalPlan = runPlanSchema.transform((plan) => ({
  ...plan,
  archives: plan.archives.toSorted(),
  views: plan.views.toSorted(),
  stations: plan.stations === 'all' ? plan.stations : plan.stations.toSorted((a, b) => a - b),
})) satisfies z.ZodType

const canonical = (plan: RunPlan): string => JSON.stringify(canonicalPlan.parse(plan))

function archiveTypeOf(target: Target): string | null {
  if (target.kind === 'readings' || target.kind === 'events') return target.archiveType
  if (target.kind === 'settings') return SETTINGS_ARCHIVE
  return target.kind === 'sessions' ? SESSIONS_ARCHIVE : null
}
