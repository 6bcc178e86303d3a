import { expect, test } from 'vitest'
import { ServiceError } from '../../../electron/service/errors.ts'
import type { Lane } from '../../../electron/service/lane.ts'
import { runJobs, type Job, type PoolPort, type RunOptions } from '../../../electron/service/pool.ts'

/** The pool alone, on lanes of paper and a clock that the test holds. */
interface PaperLane extends Lane {
  name: string
  state: 'open' | 'closed'
  isProven: boolean
}

function desk(options: { lanes?: number; maxLanes?: number; openLane?: () => Promise<void> } = {}) {
  let nowMs = 0
  let made = 0
  let maxLanes = options.maxLanes ?? 4
  const events: string[] = []
  let lanes: PaperLane[] = []
  const naps: (() => void)[] = []
  const make = (): PaperLane => {
    const lane: PaperLane = {
      name: `L${++made}`,
      client: `c${made}`,
      state: 'open',
      isProven: true,
      bytesReceived: 0,
      call: () => Promise.reject(new Error('paper')),
      signOut: () => Promise.resolve(true),
      idle: () => Promise.resolve(),
    }
    lanes = [...lanes, lane]
    return lane
  }
  for (let i = 0; i < (options.lanes ?? 1); i++) make()
  const port: PoolPort = {
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    sleep: () => new Promise((resolve) => naps.push(resolve)),
    lanes: () => lanes,
    maxLanes: () => maxLanes,
    signedOut: () => new ServiceError('SIGNED_OUT', { reason: 'NO_PASSWORD' }),
    async openLane() {
      events.push('open')
      await options.openLane?.()
      return make()
    },
    async closeLane(lane) {
      events.push(`close ${(lane as PaperLane).name}`)
      lanes = lanes.filter((other) => other !== lane)
    },
  }
  return {
    port,
    events,
    lanes: () => lanes,
    pass: (ms: number) => (nowMs += ms),
    wakeNaps: () => naps.splice(0).forEach((wake) => wake()),
    setMaxLanes: (count: number) => (maxLanes = count),
    lose(lane: PaperLane) {
      lane.state = 'closed'
      lanes = lanes.filter((other) => other !== lane)
    },
  }
}

/** Jobs that the test finishes by hand. */
function handJobs(names: string[]) {
  const waiting = [...names]
  const log: string[] = []
  const running = new Map<string, { done: () => void; fail: (error: unknown) => void; lane: PaperLane }>()
  const job =
    (name: string): Job =>
    (lane) =>
      new Promise((resolve, reject) => {
        log.push(`${name} on ${(lane as PaperLane).name}`)
        const settle = () => running.delete(name)
        running.set(name, {
          lane: lane as PaperLane,
          done: () => (settle(), resolve()),
          fail: (error) => (settle(), reject(error)),
        })
      })
  return {
    waiting,
    log,
    running,
    next: (): Job | undefined => {
      const name = waiting.shift()
      return name === undefined ? undefined : job(name)
    },
    done: (name: string) => running.get(name)?.done(),
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))
const run = (port: PoolPort, next: () => Job | undefined, options: RunOptions = {}) => {
  const pool = runJobs(port, next, {
    judge: { minMs: 100, minAnswersPerLane: 1, patienceMs: 200, restMs: 60_000 },
    ...options,
  })
  let outcome: unknown = 'running'
  pool.done.then(
    () => (outcome = 'done'),
    (error: unknown) => (outcome = error),
  )
  return { ...pool, outcome: () => outcome }
}

test('an empty queue is done at once', async () => {
  const { port } = desk()
  const pool = run(port, () => undefined)
  await settle()
  expect(pool.outcome()).toBe('done')
})

test('does not finish while jobs run, and notices work that arrives meanwhile', async () => {
  const { port } = desk({ lanes: 2 })
  const jobs = handJobs(['a'])
  const pool = run(port, jobs.next)
  await settle()
  jobs.waiting.push('b')
  pool.wake()
  await settle()
  expect(jobs.log).toEqual(['a on L1', 'b on L2'])
  jobs.done('a')
  await settle()
  expect(pool.outcome()).toBe('running')
  jobs.done('b')
  await settle()
  expect(pool.outcome()).toBe('done')
})

test('opens one lane at a time, while there is backlog and the rate grows', async () => {
  const { port, events, pass } = desk()
  const jobs = handJobs(['a', 'b', 'c', 'd', 'e', 'f'])
  const pool = run(port, jobs.next)
  await settle()
  pass(100)
  pool.answered(1)
  pool.answered(1)
  await settle()
  expect(events).toEqual(['open'])
  expect(jobs.log).toEqual(['a on L1', 'b on L2'])
  pass(100)
  for (let i = 0; i < 4; i++) pool.answered(1)
  await settle()
  expect(events).toEqual(['open', 'open'])
  expect(jobs.log.at(-1)).toBe('c on L3')
})

test('a lane that brings nothing finishes its job, gets nothing new and is closed', async () => {
  const { port, events, pass } = desk()
  const jobs = handJobs(['a', 'b', 'c', 'd', 'e'])
  const pool = run(port, jobs.next)
  await settle()
  pass(100)
  for (let i = 0; i < 10; i++) pool.answered(1)
  await settle()
  expect(jobs.log).toEqual(['a on L1', 'b on L2'])
  pass(200)
  for (let i = 0; i < 20; i++) pool.answered(1)
  await settle()
  expect(events).toEqual(['open'])
  jobs.done('b')
  await settle()
  expect(events).toEqual(['open', 'close L2'])
  jobs.done('a')
  await settle()
  expect(jobs.log).toEqual(['a on L1', 'b on L2', 'c on L1'])
})

test('no lane is opened before every open one was accepted since the last opening', async () => {
  const { port, events, pass, lanes } = desk({ lanes: 2 })
  const jobs = handJobs(['a', 'b', 'c', 'd'])
  const pool = run(port, jobs.next)
  await settle()
  const [, second] = lanes()
  if (second === undefined) throw new Error('no second lane')
  second.isProven = false
  pass(100)
  for (let i = 0; i < 4; i++) pool.answered(1)
  await settle()
  expect(events).toEqual([])
  second.isProven = true
  pool.answered(1)
  await settle()
  expect(events).toEqual(['open'])
})

test('without backlog no lane is opened', async () => {
  const { port, events, pass } = desk({ lanes: 2 })
  const jobs = handJobs(['a'])
  const pool = run(port, jobs.next)
  await settle()
  pass(1000)
  for (let i = 0; i < 10; i++) pool.answered(1)
  await settle()
  expect(events).toEqual([])
})

test('extra lanes are signed out when the queue drains: after a moment while others work, and at the end', async () => {
  const { port, events, wakeNaps } = desk({ lanes: 3 })
  const jobs = handJobs(['a', 'b'])
  const pool = run(port, jobs.next)
  await settle()
  jobs.done('b')
  await settle()
  expect(events).toEqual([])
  wakeNaps()
  await settle()
  expect(events).toEqual(['close L2', 'close L3'])
  jobs.done('a')
  await settle()
  expect(pool.outcome()).toBe('done')
})

test('a lost lane’s job goes to the others', async () => {
  const { port, lose, lanes } = desk({ lanes: 2 })
  const jobs = handJobs(['a', 'b'])
  const pool = run(port, jobs.next)
  await settle()
  const lost = jobs.running.get('b')
  if (lost === undefined) throw new Error('b does not run')
  lose(lost.lane)
  lost.fail(new ServiceError('TOO_MANY_CONNECTIONS'))
  await settle()
  expect(pool.outcome()).toBe('running')
  jobs.done('a')
  await settle()
  expect(jobs.log).toEqual(['a on L1', 'b on L2', 'b on L1'])
  jobs.done('b')
  await settle()
  expect(pool.outcome()).toBe('done')
  expect(lanes()).toHaveLength(1)
})

test('when the last lane is lost, the run says why', async () => {
  const { port, lose } = desk()
  const jobs = handJobs(['a', 'b'])
  const pool = run(port, jobs.next)
  await settle()
  const only = jobs.running.get('a')
  if (only === undefined) throw new Error('a does not run')
  lose(only.lane)
  only.fail(new ServiceError('SIGNED_OUT'))
  await settle()
  expect(pool.outcome()).toMatchObject({ code: 'SIGNED_OUT', data: { reason: 'NO_PASSWORD' } })
  expect(jobs.waiting).toEqual(['b'])
})

test('a job that fails ends the run, after those that are running', async () => {
  const { port } = desk({ lanes: 2 })
  const jobs = handJobs(['a', 'b', 'c'])
  const pool = run(port, jobs.next)
  await settle()
  jobs.running.get('a')?.fail(new ServiceError('UNREACHABLE'))
  await settle()
  expect(pool.outcome()).toBe('running')
  expect(jobs.waiting).toEqual(['c'])
  jobs.done('b')
  await settle()
  expect(pool.outcome()).toMatchObject({ code: 'UNREACHABLE' })
})

test('a next that throws ends the run, too', async () => {
  const { port } = desk()
  const pool = run(port, () => {
    throw new Error('disk')
  })
  await settle()
  expect(pool.outcome()).toMatchObject({ message: 'disk' })
})

test('fewer lanes allowed: those beyond get nothing new and are closed', async () => {
  const { port, events, setMaxLanes } = desk({ lanes: 3 })
  const jobs = handJobs(['a', 'b', 'c', 'd', 'e'])
  const pool = run(port, jobs.next)
  await settle()
  setMaxLanes(1)
  pool.wake()
  jobs.done('b')
  jobs.done('c')
  await settle()
  expect(events.toSorted()).toEqual(['close L2', 'close L3'])
  expect(jobs.running.size).toBe(1)
})

test('a lane that cannot be opened is not tried again at once', async () => {
  const { port, events, pass } = desk({ openLane: () => Promise.reject(new ServiceError('SIGNED_OUT')) })
  const jobs = handJobs(['a', 'b', 'c'])
  const pool = run(port, jobs.next)
  await settle()
  for (let i = 0; i < 5; i++) {
    pass(200)
    pool.answered(1)
    await settle()
  }
  expect(events).toEqual(['open'])
  pass(60_000)
  pool.answered(1)
  await settle()
  expect(events).toEqual(['open', 'open'])
  expect(pool.outcome()).toBe('running')
})
