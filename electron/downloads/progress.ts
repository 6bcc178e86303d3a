import type { Progress } from '../contract/downloads.ts'
import type { Meter } from './meter.ts'
import type { queueIn } from './queue.ts'
import type { Run } from './run.ts'
import { NOTHING, type Tally } from './tally.ts'
import { shownAs, stillAway, type State } from './transitions.ts'

/** The progress where there is no run. */
export const NO_DOWNLOAD: Progress = {
  runId: null,
  unasked: false,
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

/** Work on a download goes on: who writes the book otherwise waits. */
export const isUnderWay = ({ state }: Progress): boolean => state === 'running' || state === 'waiting-for-network'

/** States of the queue in which nothing is under way and nothing waits to be carried on. */
export const AT_REST: ReadonlySet<Progress['state']> = new Set(['idle', 'done', 'cancelled'])

/** How many of the tasks at work are named. */
const SHOWN_TASKS = 8

interface AtHand {
  state: State
  run: Run | null
  meter: Meter
  tally: Tally
  finishedMs: number | null
  lanes: number
  /** Pages have come since the lanes began. */
  hasMoved: boolean
}

/** What views are told of a download. */
export function progressOf(
  { state, run, meter, tally, finishedMs, lanes, hasMoved }: AtHand,
  { describe }: Pick<ReturnType<typeof queueIn>, 'describe'>,
): Progress {
  const away = stillAway(state, hasMoved)
  const shown = away ? 'waiting-for-network' : shownAs(state)
  const counts = tally.counts()
  const current = run?.current() ?? []
  const running = Math.min(current.length, counts.waiting)
  return {
    runId: run?.id ?? null,
    unasked: run?.plan.unasked === true,
    state: shown,
    tasks: { ...counts, waiting: counts.waiting - running, running },
    stations: tally.stations(),
    ...meter.totals,
    lanes,
    recordsPerSecond: shown === 'running' ? meter.recordsPerSecond() : 0,
    startedMs: run?.createdMs ?? null,
    finishedMs,
    leftMs: shown === 'running' ? meter.leftMs(tally.requestsLeft()) : null,
    waitsUntilMs: state.waitsUntilMs,
    current: current.slice(0, SHOWN_TASKS).map(({ target, page, pages }) => ({ ...describe(target), page, pages })),
    failure: state.failure ?? away,
  }
}
