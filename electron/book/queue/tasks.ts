import type { Failure } from '../../contract/common.ts'
import type { TaskState } from '../../contract/downloads.ts'
import type { Context } from '../context.ts'

export type RunState = 'active' | 'paused' | 'done' | 'failed' | 'cancelled'

/** One thing to download. `target` is opaque here: the downloader defines it. Lower positions come first. */
export interface NewTask {
  kind: string
  target: unknown
  stationId: number | null
  position: number
}

/** A task as it stands. */
export interface Task extends NewTask {
  id: number
  state: TaskState
  /** Chunks that are between two pages; opaque here, the downloader defines them. */
  cursors: unknown[]
  pages: number
  records: number
  /** Records new to the book, and records whose values the service has changed since. */
  added: number
  changed: number
  bytes: number
  attempts: number
  failure: Failure | null
}

/** A download as the user asked for it. */
export interface RunRow {
  id: number
  createdMs: number
  plan: unknown
  state: RunState
  finishedMs: number | null
}

/** A run of a trip. */
export interface TripRun extends Omit<RunRow, 'plan'> {
  /** Tasks that failed. */
  failed: number
  /** It was ended for another one, or because it may not run any more: somebody wanted it all the same. */
  gaveWay: boolean
}

/** The result of a committed page. */
export interface PageDone {
  records: number
  bytes: number
  added: number
  changed: number
  cursors: unknown[]
  nowMs: number
}

export interface TaskFilter {
  states?: readonly TaskState[] | undefined
  /** The tasks at work: the table has them as waiting. */
  open?: readonly number[] | undefined
  stationId?: number | undefined
  ids?: readonly number[] | undefined
}

/** Sums over the tasks of one station, or over those of no station. */
export interface StationTotals {
  stationId: number | null
  total: number
  left: number
  done: number
  failed: number
  records: number
  bytes: number
}

type Cells = [
  id: number,
  kind: string,
  target: string,
  stationId: number | null,
  position: number,
  state: TaskState,
  cursors: string,
  pages: number,
  records: number,
  added: number,
  changed: number,
  bytes: number,
  attempts: number,
  code: string | null,
  data: string | null,
]

const TASK = `SELECT id, kind, target, station_id, position, state, cursors, pages, records, added, changed, bytes,
  attempts, error_code, error_data FROM task`
const RUN = 'SELECT id, created_ms AS createdMs, plan, state, finished_ms AS finishedMs FROM run'

/** All SQL that touches `run` and `task`: the download queue, which outlives the program. */
export function tasksIn({ db, atOnce, statement, now }: Context) {
  const addRun = db
    .prepare<[number, string, number], number>(
      "INSERT INTO run (created_ms, plan, state, began_at_ms) VALUES (?, ?, 'active', ?) RETURNING id",
    )
    .pluck()
  const setRun = db.prepare('UPDATE run SET state = ?, finished_ms = ? WHERE id = ? AND finished_ms IS NULL')
  const reopenRun = db.prepare("UPDATE run SET state = 'active', finished_ms = NULL WHERE id = ?")
  const runs = db.prepare<[number], Omit<RunRow, 'plan'> & { plan: string }>(`${RUN} ORDER BY id DESC LIMIT ?`)
  const oneRun = db.prepare<[number], Omit<RunRow, 'plan'> & { plan: string }>(`${RUN} WHERE id = ?`)
  const add = db.prepare(`
    INSERT INTO task (run_id, kind, target, station_id, position, state, updated_ms) VALUES (?, ?, ?, ?, ?, 'waiting', ?)`)
  const next = db.prepare<[number, number], Cells>(`${TASK} WHERE run_id = ? AND state = 'waiting' ORDER BY position LIMIT ?`).raw()
  const hasStation = db
    .prepare<[number, number, number], number>('SELECT 1 FROM task WHERE run_id = ? AND station_id = ? AND position >= ? LIMIT 1')
    .pluck()
  const advance = db.prepare(`
    UPDATE task SET cursors = @cursors, pages = pages + 1, records = records + @records, added = added + @added,
      changed = changed + @changed, bytes = bytes + @bytes,
      updated_ms = @nowMs WHERE id = @id`)
  const addToRun = db.prepare(`
    UPDATE run SET records = records + @records, added = added + @added, changed = changed + @changed
    WHERE id = (SELECT run_id FROM task WHERE id = @id)`)
  const settle = db.prepare(`
    UPDATE task SET state = @state, cursors = '[]', error_code = @code, error_data = @data, attempts = attempts + 1,
      updated_ms = @nowMs WHERE id = @id AND state = 'waiting'`)
  const ends = db
    .prepare<[number], [number | null, number | null]>(
      `SELECT min(position), max(position) FROM task WHERE run_id = ? AND state = 'waiting' AND kind <> 'expand'`,
    )
    .raw()
  const move = db.prepare(`UPDATE task SET position = ? WHERE id = ? AND run_id = ? AND state = 'waiting'`)
  const byState = db.prepare<[number], [TaskState, number]>('SELECT state, count(*) FROM task WHERE run_id = ? GROUP BY state').raw()
  const failureCodes = db
    .prepare<[number], [string | null, number]>(
      `SELECT error_code, count(*) FROM task WHERE run_id = ? AND state = 'failed' GROUP BY error_code ORDER BY count(*) DESC, error_code`,
    )
    .raw()
  const byStation = db.prepare<[number], StationTotals>(`
    SELECT station_id AS stationId, count(*) AS total, sum(state = 'waiting') AS "left",
      sum(state = 'done') AS done, sum(state = 'failed') AS failed, sum(records) AS records, sum(bytes) AS bytes
    FROM task WHERE run_id = ? GROUP BY station_id`)
  const moved = db.prepare<[number], Pick<Task, 'pages' | 'records' | 'added' | 'changed' | 'bytes'>>(`
    SELECT ifnull(sum(pages), 0) AS pages, ifnull(sum(records), 0) AS records, ifnull(sum(added), 0) AS added,
      ifnull(sum(changed), 0) AS changed, ifnull(sum(bytes), 0) AS bytes
    FROM task WHERE run_id = ?`)
  const isWaitedFor = db
    .prepare<[number], number>(
      `SELECT 1 FROM task
       WHERE run_id IN (SELECT id FROM run WHERE state = 'active') AND station_id = ? AND state = 'waiting' LIMIT 1`,
    )
    .pluck()
  const waiting = db.prepare<[number], string>(`SELECT target FROM task WHERE run_id = ? AND state = 'waiting'`).pluck()
  const failed = "(SELECT count(*) FROM task t WHERE t.run_id = run.id AND t.state = 'failed') AS failed"
  const ofTrip = db.prepare<[string, number], Omit<TripRun, 'gaveWay'> & { gaveWay: number }>(`
    SELECT id, created_ms AS createdMs, state, finished_ms AS finishedMs, ${failed},
      state = 'cancelled' AND ifnull(plan ->> '$.gaveWay', 0) AS gaveWay
    FROM run WHERE json_valid(plan) AND plan ->> '$.trip' = ? ORDER BY id DESC LIMIT ?`)
  const giveWay = db.prepare(`
    UPDATE run SET plan = json_set(plan, '$.gaveWay', json('true'))
    WHERE id = ? AND finished_ms IS NULL AND json_valid(plan) AND plan ->> '$.unasked'`)
  const history = db.prepare<
    [number],
    Omit<RunRow, 'plan'> & { plan: string; records: number; added: number; changed: number; failed: number }
  >(`
    SELECT id, created_ms AS createdMs, plan, state, finished_ms AS finishedMs, records, added, changed, ${failed}
    FROM run ORDER BY id DESC LIMIT ?`)
  const window = db
    .prepare<[number], [number, number | null]>(
      `SELECT coalesce(began_at_ms, created_ms), (SELECT min(coalesce(later.began_at_ms, later.created_ms)) FROM run later WHERE later.id > run.id)
       FROM run WHERE id = ?`,
    )
    .raw()
  const added = db.prepare<[number], number>('SELECT added FROM run WHERE id = ?').pluck()
  const clear = db.prepare(`
    DELETE FROM task WHERE state IN ('done', 'cancelled') AND run_id IN (
      SELECT id FROM run WHERE finished_ms IS NOT NULL AND id <> (SELECT max(id) FROM run))`)

  function filtered(runId: number, { states, open = [], stationId, ids }: TaskFilter) {
    const among = (name: string) => `(SELECT value FROM json_each(@${name}))`
    const stored = [...new Set(states?.map((state) => (state === 'running' ? 'waiting' : state)))]
    const conditions = [
      'run_id = @runId',
      // One state is read in order from the index.
      ...(stored.length === 1 ? ['state = @state'] : []),
      ...(states ? [`iif(state = 'waiting' AND id IN ${among('open')}, 'running', state) IN ${among('states')}`] : []),
      ...(stationId === undefined ? [] : ['station_id = @stationId']),
      ...(ids === undefined ? [] : [`id IN ${among('ids')}`]),
    ]
    const [openList, idList] = [open, ids].map((list) => JSON.stringify(list ?? []))
    return {
      where: `WHERE ${conditions.join(' AND ')}`,
      values: {
        runId,
        ...(stored.length === 1 && { state: stored[0] }),
        ...(states && { states: JSON.stringify(states), open: openList }),
        ...(stationId !== undefined && { stationId }),
        ...(ids !== undefined && { ids: idList }),
      },
    }
  }

  return {
    /** A new run, active, with no tasks yet. */
    createRun(plan: unknown, createdMs: number): number {
      const id = addRun.get(createdMs, JSON.stringify(plan), Math.floor(now()))
      if (id === undefined) throw new Error('A run was not added')
      return id
    },
    /** Sets a run's state, with `finishedMs` if it has ended. The state of a finished run never changes. */
    setRunState: (id: number, state: RunState, finishedMs: number | null = null): void => void setRun.run(state, finishedMs, id),
    /** Makes a paused or finished run active again. */
    reopenRun: (id: number): void => void reopenRun.run(id),
    /** The newest runs first. */
    runs: (limit = 100): RunRow[] => runs.all(limit).map(planRead),
    run(id: number): RunRow | undefined {
      const row = oneRun.get(id)
      return row && planRead(row)
    },
    /**
     * The time of a run by this book's clock, Unix ms: from its beginning until the next one's, not included; null: until now. Every
     * moment belongs to one run, so that what is judged after the last page came counts as brought by it. One that began before the
     * clock was set back has no time. Null: there is no such run.
     */
    window(id: number): { fromMs: number; untilMs: number | null } | null {
      const [fromMs, untilMs] = window.get(id) ?? []
      return fromMs === undefined ? null : { fromMs, untilMs: untilMs == null ? null : Math.max(fromMs, untilMs) }
    },
    /** Records of a run that were new to the book. */
    added: (id: number): number => added.get(id) ?? 0,
    /** The newest runs of a trip, by its folded name. */
    ofTrip: (folded: string, limit: number): TripRun[] => ofTrip.all(folded, limit).map((row) => ({ ...row, gaveWay: row.gaveWay === 1 })),
    /** Notes that a run that the program began by itself gives way. Call it before the run ends. */
    giveWay: (id: number): void => void giveWay.run(id),
    /** The newest runs with their results. */
    history: (limit = 100) => history.all(limit).map(planRead),

    /** Queues tasks at their positions. */
    insert: (runId: number, list: readonly NewTask[], nowMs: number): void =>
      atOnce(() => {
        for (const { kind, target, stationId, position } of list) {
          add.run(runId, kind, JSON.stringify(target), stationId, position, nowMs)
        }
      }),
    /** The first waiting tasks. */
    next: (runId: number, limit: number): Task[] => next.all(runId, limit).map(taskOf),
    /** Whether a run has tasks of a station at this position or after it. */
    hasStation: (runId: number, stationId: number, from: number): boolean => hasStation.get(runId, stationId, from) !== undefined,
    /** Whether an active run has tasks of a station that are not done. */
    isWaitedFor: (stationId: number): boolean => isWaitedFor.get(stationId) !== undefined,
    /** The targets of all waiting tasks. */
    waiting: (runId: number): Iterable<unknown> => waiting.all(runId).map(parsed),
    /** A page of a run's tasks in the order of the queue. */
    list: (
      runId: number,
      { offset = 0, limit = -1, ...filter }: TaskFilter & { offset?: number; limit?: number } = {},
    ): { total: number; rows: Task[] } => {
      const { where, values } = filtered(runId, filter)
      return {
        total: statement<number>(`SELECT count(*) FROM task ${where}`, 'pluck').get(values) ?? 0,
        rows: statement<Cells>(`${TASK} ${where} ORDER BY position LIMIT @limit OFFSET @offset`, 'raw')
          .all({ ...values, offset, limit })
          .map(taskOf),
      }
    },

    /** Records a stored page. Call it in that page's transaction. */
    advance: (id: number, { cursors, ...page }: PageDone): void => {
      advance.run({ id, cursors: JSON.stringify(cursors), ...page })
      addToRun.run({ id, records: page.records, added: page.added, changed: page.changed })
    },
    /** Ends a waiting task. Call it in its last page's transaction. A task cancelled meanwhile stays cancelled. */
    settle: (id: number, state: 'done' | 'failed' | 'cancelled', nowMs: number, failure: Failure | null = null): void =>
      void settle.run({
        id,
        state,
        nowMs,
        code: failure?.code ?? null,
        data: failure ? JSON.stringify(failure.data) : null,
      }),
    /** Moves the run's tasks of one state (all, or these) to another and clears their failures. Returns how many. */
    shift(runId: number, from: TaskState, to: TaskState, nowMs: number, ids?: readonly number[]): number {
      const { where, values } = filtered(runId, { states: [from], ids })
      return statement<never>(
        `UPDATE task SET state = @to, updated_ms = @nowMs, error_code = NULL, error_data = NULL, cursors = '[]' ${where}`,
      ).run({ ...values, to, nowMs }).changes
    },
    /** Moves waiting tasks before or after all others that wait, in the given order. */
    reorder: (runId: number, ids: readonly number[], to: 'front' | 'back'): void =>
      atOnce(() => {
        const [first, last] = ends.get(runId) ?? [0, 0]
        const start = to === 'front' ? (first ?? 0) - ids.length : (last ?? 0) + 1
        ids.forEach((id, at) => move.run(start + at, id, runId))
      }),

    /** The number of a run's tasks in each state. */
    counts(runId: number): Record<TaskState, number> {
      const counts: Record<TaskState, number> = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 }
      for (const [state, tasks] of byState.all(runId)) counts[state] = tasks
      return counts
    },
    byStation: (runId: number): StationTotals[] => byStation.all(runId),
    /** What the failed tasks of a run failed with, the commonest first. */
    failureCodes: (runId: number): { code: string; tasks: number }[] =>
      failureCodes.all(runId).map(([code, tasks]) => ({ code: code ?? 'UNKNOWN', tasks })),
    /** Sums over all tasks of a run. */
    moved: (runId: number) => moved.get(runId),

    /** Removes the finished tasks of earlier runs. Failed tasks stay for inspection. */
    clearFinished: (): number => clear.run().changes,
  }
}

/** Parses JSON that may be damaged; undefined if it is invalid. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return undefined
  }
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

function taskOf(cells: Cells): Task {
  const [id, kind, target, stationId, position, state, cursors, pages, records, added, changed, bytes, attempts, code, data] = cells
  return {
    id,
    kind,
    target: parsed(target),
    stationId,
    position,
    state,
    cursors: listed(parsed(cursors)),
    pages,
    records,
    added,
    changed,
    bytes,
    attempts,
    failure: code === null ? null : { code, data: data === null ? {} : ((parsed(data) ?? {}) as Failure['data']) },
  }
}

function planRead<T extends { plan: string }>(row: T): Omit<T, 'plan'> & { plan: unknown } {
  return { ...row, plan: parsed(row.plan) }
}
