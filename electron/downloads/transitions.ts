import type { Failure } from '../contract/common.ts'
import type { Progress } from '../contract/downloads.ts'
import type { RunHead } from './queue.ts'
import type { RunPlan } from './run-plan.ts'

/**
 * What may happen to a download, and what then. Pure: the driver (driver.ts) carries the effects out. Every pair of phase
 * and event stands in one table in test/unit/downloads/transitions.test.ts.
 */

/** Where a download stands. */
export const PHASES = [
  /** No run is at hand. */
  'idle',
  /** The lanes are fetching. */
  'working',
  /** A pause was asked for: the pages in the air still come in. */
  'pausing',
  /** The pause was taken back before those pages were in. */
  'resumed',
  'paused',
  /** The network or the service is away: tried again by itself. */
  'offline',
  /** The service asked for a pause (429): kept, whatever the network does, unless the user says otherwise. */
  'held-off',
  /** No lane is signed in: carries on after a sign-in. */
  'signed-out',
  /** Cancelled in the book; the pages in the air still come in. */
  'cancelling',
  'cancelled',
  /** A new run waits for the lanes: pages of the one before it are still in the air. */
  'next',
  /** As `next`, and then it is to pause. */
  'next-paused',
  'done',
  /** The program ends, or the book is closed. What is unfinished stays so in the book. */
  'closed',
] as const
export type Phase = (typeof PHASES)[number]

export interface State {
  phase: Phase
  /** The run was begun by the program itself: it gives way to the user's. */
  isUnasked: boolean
  failure: Failure | null
  /** Since when nothing has come in (monotonic ms), and how often it was tried since; null while all is well. */
  away: { sinceMs: number; tries: number; failure: Failure } | null
  /** When a pause that the service asked for is over, Unix ms of this computer. */
  waitsUntilMs: number | null
}

/** Why the lanes have stopped. `through`: there was nothing (more) to hand out. */
export type Ending =
  | { kind: 'through' }
  | { kind: 'signed-out'; failure: Failure | null }
  | { kind: 'offline'; failure: Failure }
  | { kind: 'held-off'; failure: Failure; forMs: number }
  /** The book could not be read or written, or the program is at fault. */
  | { kind: 'book'; failure: Failure }

export type Event =
  | { type: 'start'; plan: RunPlan }
  /** An unfinished run was found in the book. */
  | { type: 'found'; run: RunHead }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'cancel' }
  /** The line or the session has changed. */
  | { type: 'nudge' }
  /** Failed tasks of a run (all, or these) are to wait again. */
  | { type: 'retry'; run: RunHead; taskIds: number[] | undefined }
  /** No page is in the air any more. `moved`: some came in since the lanes began. */
  | { type: 'ended'; ending: Ending; moved: boolean; atMs: number; nowMs: number }
  /** A wait is over, or was cut short. */
  | { type: 'rested' }
  | { type: 'close' }

/** Written before the state changes: when the book refuses it, nothing has changed. */
export type Store =
  /** A new run; what was unfinished is cancelled, and its pages in the air are given up. */
  | { begin: RunPlan }
  /** Failed tasks wait again. `reopen`: and their run with them, which is the only way out of a run's end. */
  | { requeue: RunHead; taskIds: number[] | undefined; reopen: boolean }
  | 'paused'
  | 'active'
  | 'cancelled'
  | 'done'

export type Effect =
  /** The lanes begin to fetch. */
  | 'begin'
  /** No new page is asked for. */
  | 'hold'
  /** Pages are asked for again by lanes that are still at work. */
  | 'carry-on'
  /** The pages in the air are given up. */
  | 'abort'
  /** This run of the book becomes the one at hand. */
  | { takeUp: RunHead }
  /** The run is read anew from the book: memory may be ahead of a transaction that was rolled back. */
  | 'reload'
  /** Cuts a wait short. */
  | 'wake'
  /** Forgets a wait: it does not end in `rested`. */
  | 'stop-waiting'
  | { waitMs: number }

export type Step =
  | { state: State; store: Store | null; effects: readonly Effect[] }
  /** A start while another download is under way. */
  | { refused: 'DOWNLOAD_RUNNING' }

export interface Rules {
  /** A run that nothing has come in for stands still after this long, ms. */
  patienceMs: number
  /** Waits between tries while the network is away, ms; the last one again and again. */
  retryMs: readonly number[]
}

export const IDLE: State = { phase: 'idle', isUnasked: false, failure: null, away: null, waitsUntilMs: null }

const phases = (...list: Phase[]): ReadonlySet<Phase> => new Set(list)

/** The lanes are at work, for this run or for the one before it. */
const IN_THE_AIR = phases('working', 'pausing', 'resumed', 'cancelling', 'next', 'next-paused')
const WAITING = phases('offline', 'held-off')
/** Goes on without anybody's help, if only to its pause. */
const UNDER_WAY = phases('working', 'pausing', 'resumed', 'offline', 'held-off', 'next', 'next-paused')
const STANDS_STILL = phases('paused', 'signed-out')
/** A pause was asked for already. */
const HELD = phases('paused', 'pausing', 'next-paused')
/** There is nothing to pause or to cancel. */
const OVER = phases('idle', 'cancelling', 'cancelled', 'done', 'closed')

/** What views are told. */
const SHOWN = {
  idle: 'idle',
  working: 'running',
  pausing: 'pausing',
  resumed: 'running',
  paused: 'paused',
  offline: 'waiting-for-network',
  'held-off': 'waiting-for-network',
  'signed-out': 'waiting-for-sign-in',
  cancelling: 'cancelled',
  cancelled: 'cancelled',
  next: 'running',
  'next-paused': 'pausing',
  done: 'done',
  closed: 'idle',
} as const satisfies Record<Phase, Progress['state']>

export const shownAs = ({ phase }: State): Progress['state'] => SHOWN[phase]

/**
 * The failure that took the network away, while it is tried again and no page has come yet: people are still told that
 * it is away.
 */
export const stillAway = ({ phase, away }: State, hasMoved: boolean): Failure | null =>
  phase === 'working' && !hasMoved ? (away?.failure ?? null) : null

export function transition(state: State, event: Event, rules: Rules): Step {
  const { phase } = state
  const isInTheAir = IN_THE_AIR.has(phase)
  const stopWaiting: Effect[] = WAITING.has(phase) ? ['stop-waiting'] : []
  if (phase === 'closed') return stay(state)
  switch (event.type) {
    case 'start':
      if (mustNotStart(state, event.plan)) return { refused: 'DOWNLOAD_RUNNING' }
      if (isInTheAir) return to('next', event.plan, [], { begin: event.plan })
      return to('working', event.plan, [...stopWaiting, 'begin'], { begin: event.plan })
    case 'found':
      if (phase !== 'idle') return stay(state)
      return event.run.paused
        ? to('paused', event.run.plan, [{ takeUp: event.run }])
        : to('working', event.run.plan, [{ takeUp: event.run }, 'begin'])
    case 'pause':
      if (OVER.has(phase) || HELD.has(phase)) return stay(state)
      if (phase === 'next') return to('next-paused', state, [], 'paused')
      if (isInTheAir) return to('pausing', state, ['hold'], 'paused')
      return to('paused', state, stopWaiting, 'paused')
    case 'resume':
      if (STANDS_STILL.has(phase)) return to('working', state, ['begin'], 'active')
      if (phase === 'pausing') return to('resumed', state, ['carry-on'], 'active')
      if (phase === 'next-paused') return to('next', state, [], 'active')
      return WAITING.has(phase) ? stay(state, ['wake']) : stay(state)
    case 'nudge':
      if (phase === 'signed-out') return to('working', state, ['begin'])
      return phase === 'offline' ? stay(state, ['wake']) : stay(state)
    case 'cancel':
      if (OVER.has(phase)) return stay(state)
      if (isInTheAir) return to('cancelling', state, ['abort'], 'cancelled')
      return to('cancelled', state, stopWaiting, 'cancelled')
    case 'retry': {
      const { run, taskIds } = event
      const store = { requeue: run, taskIds, reopen: !UNDER_WAY.has(phase) }
      // A run that is about to pause must not come back by itself.
      if (!store.reopen) return stay(state, [], store)
      return isInTheAir ? to('next', run.plan, [{ takeUp: run }], store) : to('working', run.plan, [{ takeUp: run }, 'begin'], store)
    }
    case 'ended':
      return isInTheAir ? ended(state, event, rules) : stay(state)
    case 'rested':
      return WAITING.has(phase) ? to('working', state, ['begin'], null, { away: state.away }) : stay(state)
    case 'close':
      return to('closed', state, isInTheAir ? ['abort'] : stopWaiting)
  }
}

/** The program's own run gives way to the user's, never the other way round; a user's run gives way while it stands still. */
function mustNotStart({ phase, isUnasked }: State, plan: RunPlan): boolean {
  if (UNDER_WAY.has(phase)) return !isUnasked || plan.unasked === true
  return STANDS_STILL.has(phase) && !isUnasked && plan.unasked === true
}

function ended(state: State, event: Event & { type: 'ended' }, rules: Rules): Step {
  const { ending } = event
  switch (state.phase) {
    case 'cancelling':
      return to('cancelled', state)
    case 'next':
      return to('working', state, ['begin'])
    case 'next-paused':
      return to('paused', state)
    case 'pausing':
      return ending.kind === 'book' ? brokenBy(ending, state) : to('paused', state)
    case 'resumed':
      // The lanes may have stopped only because of the pause that was taken back.
      return ending.kind === 'through' ? to('working', state, ['begin']) : obstructed(state, ending, event, rules)
    default:
      return ending.kind === 'through' ? to('done', state, [], 'done') : obstructed(state, ending, event, rules)
  }
}

function obstructed(
  state: State,
  ending: Exclude<Ending, { kind: 'through' }>,
  { moved, atMs, nowMs }: Event & { type: 'ended' },
  { patienceMs, retryMs }: Rules,
): Step {
  const { kind, failure } = ending
  if (kind === 'signed-out') return to('signed-out', state, [], null, { failure })
  if (kind === 'book') return brokenBy(ending, state)
  const { sinceMs, tries } = moved || !state.away ? { sinceMs: atMs, tries: 0 } : state.away
  // The length of a pause that the service asks for is known: one that is longer than the patience is not begun.
  const orderedMs = kind === 'held-off' ? ending.forMs : 0
  if (atMs - sinceMs + orderedMs > patienceMs) return to('paused', state, [], null, { failure })
  const waitMs = orderedMs || (retryMs[tries] ?? retryMs.at(-1) ?? 0)
  return to(kind, state, [{ waitMs }], null, {
    failure,
    away: { sinceMs, tries: tries + 1, failure },
    waitsUntilMs: orderedMs > 0 ? nowMs + orderedMs : null,
  })
}

const brokenBy = ({ failure }: { failure: Failure }, state: State): Step => to('paused', state, ['reload'], null, { failure })

const stay = (state: State, effects: Effect[] = [], store: Store | null = null): Step => ({ state, store, effects })

const to = (
  phase: Phase,
  of: State | RunPlan,
  effects: Effect[] = [],
  store: Store | null = null,
  facts: Partial<Pick<State, 'failure' | 'away' | 'waitsUntilMs'>> = {},
): Step => {
  const isUnasked = 'phase' in of ? of.isUnasked : of.unasked === true
  return { state: { ...IDLE, isUnasked, phase, ...facts }, store, effects }
}
