import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RunPlan } from '../../../electron/downloads/run-plan.ts'
import {
  IDLE,
  PHASES,
  shownAs,
  transition,
  type Effect,
  type Event,
  type Phase,
  type State,
  type Step,
  type Store,
} from '../../../electron/downloads/transitions.ts'

/**
 * The transitions of a download: every pair of phase and event.
 *
 *     ·                     nothing happens
 *     ✗                     refused: DOWNLOAD_RUNNING
 *     [store] phase: effect what is stored first, the next phase, what is done then
 */
const GRIDS = [
  `
phase       | start                    | start over own                         | own start                | own start over own
idle        | [new run] working: begin | [new run] working: begin               | [new run] working: begin | [new run] working: begin
working     | ✗                        | [new run] next                         | ✗                        | ✗
pausing     | ✗                        | [new run] next                         | ✗                        | ✗
resumed     | ✗                        | [new run] next                         | ✗                        | ✗
paused      | [new run] working: begin | [new run] working: begin               | ✗                        | [new run] working: begin
offline     | ✗                        | [new run] working: stop-waiting, begin | ✗                        | ✗
held-off    | ✗                        | [new run] working: stop-waiting, begin | ✗                        | ✗
signed-out  | [new run] working: begin | [new run] working: begin               | ✗                        | [new run] working: begin
cancelling  | [new run] next           | [new run] next                         | [new run] next           | [new run] next
cancelled   | [new run] working: begin | [new run] working: begin               | [new run] working: begin | [new run] working: begin
next        | ✗                        | [new run] next                         | ✗                        | ✗
next-paused | ✗                        | [new run] next                         | ✗                        | ✗
done        | [new run] working: begin | [new run] working: begin               | [new run] working: begin | [new run] working: begin
closed      | ·                        | ·                                      | ·                        | ·
`,
  `
phase       | found                   | found paused    | retry                            | close
idle        | working: take up, begin | paused: take up | [reopen] working: take up, begin | closed
working     | ·                       | ·               | [requeue] working                | closed: abort
pausing     | ·                       | ·               | [requeue] pausing                | closed: abort
resumed     | ·                       | ·               | [requeue] resumed                | closed: abort
paused      | ·                       | ·               | [reopen] working: take up, begin | closed
offline     | ·                       | ·               | [requeue] offline                | closed: stop-waiting
held-off    | ·                       | ·               | [requeue] held-off               | closed: stop-waiting
signed-out  | ·                       | ·               | [reopen] working: take up, begin | closed
cancelling  | ·                       | ·               | [reopen] next: take up           | closed: abort
cancelled   | ·                       | ·               | [reopen] working: take up, begin | closed
next        | ·                       | ·               | [requeue] next                   | closed: abort
next-paused | ·                       | ·               | [requeue] next-paused            | closed: abort
done        | ·                       | ·               | [reopen] working: take up, begin | closed
closed      | ·                       | ·               | ·                                | ·
`,
  `
phase       | pause                         | resume                     | nudge          | cancel                              | wait over
idle        | ·                             | ·                          | ·              | ·                                   | ·
working     | [paused] pausing: hold        | ·                          | ·              | [cancelled] cancelling: abort       | ·
pausing     | ·                             | [active] resumed: carry-on | ·              | [cancelled] cancelling: abort       | ·
resumed     | [paused] pausing: hold        | ·                          | ·              | [cancelled] cancelling: abort       | ·
paused      | ·                             | [active] working: begin    | ·              | [cancelled] cancelled               | ·
offline     | [paused] paused: stop-waiting | offline: wake              | offline: wake  | [cancelled] cancelled: stop-waiting | working: begin
held-off    | [paused] paused: stop-waiting | held-off: wake             | ·              | [cancelled] cancelled: stop-waiting | working: begin
signed-out  | [paused] paused               | [active] working: begin    | working: begin | [cancelled] cancelled               | ·
cancelling  | ·                             | ·                          | ·              | ·                                   | ·
cancelled   | ·                             | ·                          | ·              | ·                                   | ·
next        | [paused] next-paused          | ·                          | ·              | [cancelled] cancelling: abort       | ·
next-paused | ·                             | [active] next              | ·              | [cancelled] cancelling: abort       | ·
done        | ·                             | ·                          | ·              | ·                                   | ·
closed      | ·                             | ·                          | ·              | ·                                   | ·
`,
  `
phase       | ended through  | ended signed out | ended offline
idle        | ·              | ·                | ·
working     | [done] done    | signed-out       | offline: wait
pausing     | paused         | paused           | paused
resumed     | working: begin | signed-out       | offline: wait
paused      | ·              | ·                | ·
offline     | ·              | ·                | ·
held-off    | ·              | ·                | ·
signed-out  | ·              | ·                | ·
cancelling  | cancelled      | cancelled        | cancelled
cancelled   | ·              | ·                | ·
next        | working: begin | working: begin   | working: begin
next-paused | paused         | paused           | paused
done        | ·              | ·                | ·
closed      | ·              | ·                | ·
`,
  `
phase       | ended held off | ended, patience over | ended by the book
idle        | ·              | ·                    | ·
working     | held-off: wait | paused               | paused: reload
pausing     | paused         | paused               | paused: reload
resumed     | held-off: wait | paused               | paused: reload
paused      | ·              | ·                    | ·
offline     | ·              | ·                    | ·
held-off    | ·              | ·                    | ·
signed-out  | ·              | ·                    | ·
cancelling  | cancelled      | cancelled            | cancelled
cancelled   | ·              | ·                    | ·
next        | working: begin | working: begin       | working: begin
next-paused | paused         | paused               | paused
done        | ·              | ·                    | ·
closed      | ·              | ·                    | ·
`,
]

const RULES = { patienceMs: 1_000, retryMs: [10, 20] }
const plan = (unasked: boolean): RunPlan => ({
  stations: 'all',
  archives: ['hourly'],
  views: ['general'],
  span: { from: '2026-01-01', to: '2026-01-31' },
  refresh: false,
  ...(unasked ? { unasked } : {}),
})
const run = (paused: boolean) => ({ id: 7, plan: plan(false), createdMs: 1, paused })
const failure = { code: 'SAID', data: {} }
const ended = (ending: (Event & { type: 'ended' })['ending']): Event => ({ type: 'ended', ending, moved: false, atMs: 5_000, nowMs: 9_000 })

/** The columns of the table; `isUnasked`: the run at hand is the program's own. */
const COLUMNS: Record<string, { event: Event; isUnasked?: boolean }> = {
  start: { event: { type: 'start', plan: plan(false) } },
  'start over own': { event: { type: 'start', plan: plan(false) }, isUnasked: true },
  'own start': { event: { type: 'start', plan: plan(true) } },
  'own start over own': { event: { type: 'start', plan: plan(true) }, isUnasked: true },
  found: { event: { type: 'found', run: run(false) } },
  'found paused': { event: { type: 'found', run: run(true) } },
  pause: { event: { type: 'pause' } },
  resume: { event: { type: 'resume' } },
  nudge: { event: { type: 'nudge' } },
  cancel: { event: { type: 'cancel' } },
  retry: { event: { type: 'retry', run: run(false), taskIds: undefined } },
  'wait over': { event: { type: 'rested' } },
  'ended through': { event: ended({ kind: 'through' }) },
  'ended signed out': { event: ended({ kind: 'signed-out', failure }) },
  'ended offline': { event: ended({ kind: 'offline', failure }) },
  'ended held off': { event: ended({ kind: 'held-off', failure, forMs: 500 }) },
  'ended, patience over': { event: ended({ kind: 'held-off', failure, forMs: 1_001 }) },
  'ended by the book': { event: ended({ kind: 'book', failure }) },
  close: { event: { type: 'close' } },
}

const stateIn = (phase: Phase, isUnasked = false): State => ({ ...IDLE, phase, isUnasked })
const nameOfStore = (store: Store): string => {
  if (typeof store === 'string') return store
  if ('begin' in store) return 'new run'
  return store.reopen ? 'reopen' : 'requeue'
}
const nameOfEffect = (effect: Effect): string => {
  if (typeof effect === 'string') return effect
  return 'waitMs' in effect ? 'wait' : 'take up'
}
function cellOf(before: State, step: Step): string {
  if ('refused' in step) return '✗'
  const stored = step.store === null ? '' : `[${nameOfStore(step.store)}] `
  const effects = step.effects.length === 0 ? '' : `: ${step.effects.map(nameOfEffect).join(', ')}`
  return step.state === before && stored + effects === '' ? '·' : `${stored}${step.state.phase}${effects}`
}

/** The table as written, by phase and column. */
const TABLE = new Map<string, string>()
for (const grid of GRIDS) {
  const [head = [], ...rows] = grid
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  for (const [phase, ...cells] of rows) cells.forEach((cell, at) => TABLE.set(`${phase} × ${head[at + 1]}`, cell))
}

describe('the table', () => {
  test('has every pair of phase and event, and no other', () => {
    const pairs = PHASES.flatMap((phase) => Object.keys(COLUMNS).map((column) => `${phase} × ${column}`))
    expect([...TABLE.keys()].toSorted()).toEqual(pairs.toSorted())
    const events = new Set(Object.values(COLUMNS).map(({ event }) => event.type))
    const types = {
      start: 0,
      found: 0,
      pause: 0,
      resume: 0,
      nudge: 0,
      cancel: 0,
      retry: 0,
      ended: 0,
      rested: 0,
      close: 0,
    } satisfies Record<Event['type'], 0>
    expect([...events].toSorted()).toEqual(Object.keys(types).toSorted())
  })

  test.each(PHASES)('%s', (phase) => {
    for (const [column, { event, isUnasked }] of Object.entries(COLUMNS)) {
      const before = stateIn(phase, isUnasked)
      expect(`${column}: ${cellOf(before, transition(before, event, RULES))}`).toBe(`${column}: ${TABLE.get(`${phase} × ${column}`)}`)
    }
  })
})

/** The parts that a driver moves, as far as the transitions speak of them. */
interface World {
  state: State
  /** The book's runs, the newest last; the last one is at hand. */
  runs: { state: 'active' | 'paused' | 'cancelled' | 'done'; unasked: boolean }[]
  isInTheAir: boolean
  isWaiting: boolean
}
const isOver = (one: World['runs'][number] | undefined) => one === undefined || one.state === 'done' || one.state === 'cancelled'

function apply(world: World, event: Event): void {
  const before = world.runs.map((one) => ({ ...one }))
  const step = transition(world.state, event, RULES)
  if ('refused' in step) return
  const { store } = step
  const atHand = world.runs.at(-1)
  if (typeof store === 'object' && store !== null && 'begin' in store) {
    for (const one of world.runs) if (!isOver(one)) one.state = 'cancelled'
    world.runs.push({ state: 'active', unasked: store.begin.unasked === true })
  } else if (typeof store === 'object' && store !== null) {
    expect(store.reopen).toBe(isOver(atHand) || ['paused', 'signed-out'].includes(world.state.phase))
    if (atHand && store.reopen) atHand.state = 'active'
  } else if (store !== null && atHand) {
    expect(isOver(atHand), `${store} is stored for a run that is ${atHand.state}`).toBe(false)
    atHand.state = store
  }
  world.state = step.state
  for (const effect of step.effects) {
    if (effect === 'begin') {
      expect(world.isInTheAir || world.isWaiting).toBe(false)
      world.isInTheAir = true
    } else if (effect === 'stop-waiting') world.isWaiting = false
    else if (typeof effect === 'object' && 'waitMs' in effect) world.isWaiting = true
  }
  // A run that has ended in the book is never un-ended, but by a retry of its failed tasks.
  before.forEach((one, at) => {
    if (isOver(one) && event.type !== 'retry') expect(world.runs[at]?.state).toBe(one.state)
  })
  expectSound(world)
}

function expectSound({ state, runs, isInTheAir, isWaiting }: World): void {
  const shown = shownAs(state)
  const atHand = runs.at(-1)
  expect(runs.slice(0, -1).filter((one) => !isOver(one))).toEqual([])
  expect(isWaiting).toBe(shown === 'waiting-for-network')
  if (shown === 'running' || shown === 'pausing') expect(isInTheAir).toBe(true)
  if (state.phase === 'closed') return
  if (shown === 'cancelled' || shown === 'done') expect(atHand?.state).toBe(shown)
  if (shown === 'running' || shown.startsWith('waiting')) expect(atHand?.state).toBe('active')
  if (shown === 'pausing') expect(atHand?.state).toBe('paused')
  if (atHand && !isOver(atHand)) expect(state.isUnasked).toBe(atHand.unasked)
  expect(state.failure === null || ['paused', 'waiting-for-network', 'waiting-for-sign-in'].includes(shown)).toBe(true)
}

test('whatever happens in whatever order: what has ended stays ended, one run at a time is at work, none hangs', () => {
  const names = fc.array(fc.constantFrom(...Object.keys(COLUMNS)), { maxLength: 40 })
  fc.assert(
    fc.property(names, (list) => {
      const world: World = { state: IDLE, runs: [], isInTheAir: false, isWaiting: false }
      for (const name of list) {
        const { event } = COLUMNS[name] ?? { event: { type: 'nudge' } as const }
        if (event.type === 'ended') {
          if (!world.isInTheAir) continue
          world.isInTheAir = false
        } else if (event.type === 'rested') {
          if (!world.isWaiting) continue
          world.isWaiting = false
        } else if (event.type === 'found') {
          if (world.runs.length > 0) continue
          world.runs.push({ state: event.run.paused ? 'paused' : 'active', unasked: false })
        } else if (event.type === 'retry') {
          const atHand = world.runs.at(-1)
          if (!atHand) continue
          apply(world, { ...event, run: { ...event.run, plan: plan(atHand.unasked) } })
          continue
        }
        apply(world, event)
      }
    }),
    { numRuns: 2_000 },
  )
})
