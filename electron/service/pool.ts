import { isLaneLost, type ServiceError } from './errors.ts'
import { createJudge, type JudgeOptions } from './judge.ts'
import type { Lane } from './lane.ts'
import type { Clock, Sleep } from './limits.ts'

/**
 * A piece of work that asks one lane for things and stores the answers. When its lane is lost it is started
 * again on another one, so it must go on from what it has stored. It calls `free` once it asks the lane for nothing more: while it
 * stores its last answer, the lane goes on with another job.
 */
export type Job = (lane: Lane, free: () => void) => Promise<void>

export interface RunOptions {
  /** At most this many lanes in this run (and never more than the account's maximum). */
  maxLanes?: number
  judge?: JudgeOptions
}

/** What the pool needs of the account. */
export interface PoolPort {
  clock: Clock
  sleep: Sleep
  lanes(): readonly Lane[]
  maxLanes(): number
  signedOut(): ServiceError
  /** `waiting` aborted: nothing is left for the lane to do, what it waits for before its sign-in is given up. */
  openLane(waiting: AbortSignal): Promise<Lane>
  closeLane(lane: Lane): Promise<void>
}

export interface Pool {
  done: Promise<void>
  wake(): void
  /** An answer of any lane has been received. */
  answered(bytes: number): void
}

/** How long an extra lane without work is kept before it is signed out: the next task is often just being planned. */
const LINGER_MS = 2_000

/**
 * Runs jobs over the account's lanes. Starts with those that are open, opens another only while there is
 * backlog and the judge finds it worth it (one sign-in at a time), signs extra ones out when they have nothing
 * to do. A lost lane's jobs go to the others; when the last lane is lost, the run throws why.
 */
export function runJobs(port: PoolPort, next: () => Job | undefined, options: RunOptions): Pool {
  const judge = createJudge(options.judge)
  /** Lanes that have a job. */
  const busy = new Set<Lane>()
  /** Jobs that store their last answer. */
  let storing = 0
  const returned: Job[] = []
  /** Lanes that brought no gain: they finish their job and get no new one. */
  const retiring = new Set<Lane>()
  const closing = new Set<Promise<void>>()
  let expectsMore = true
  /** The lane that is being opened; aborted, it is not waited for any more. */
  let opening: AbortController | null = null
  let failure: { error: unknown } | null = null
  let lingering = false
  const over = new AbortController()
  let finish: () => void = () => undefined
  let finished = false

  const openLanes = () => port.lanes().filter((lane) => lane.state === 'open')
  const ceiling = () => Math.max(1, Math.min(options.maxLanes ?? Infinity, port.maxLanes()))
  const isStopping = () => failure !== null

  const take = (): Job | undefined => {
    let job: Job | undefined
    try {
      job = returned.shift() ?? next()
    } catch (error) {
      failure ??= { error }
    }
    expectsMore = job !== undefined
    return job
  }

  /** A lost lane is not replaced at once: the service may close the next one, too. */
  const giveBack = (job: Job) => {
    returned.push(job)
    judge.rest(port.clock.monotonicMs())
  }

  const start = (lane: Lane, job: Job) => {
    busy.add(lane)
    let isFree = false
    const free = () => {
      if (isFree) return
      isFree = true
      storing++
      busy.delete(lane)
      pump()
    }
    const work = async () => {
      try {
        await job(lane, free)
      } catch (error) {
        if (isLaneLost(error) && lane.state === 'closed') giveBack(job)
        else failure ??= { error }
      }
      if (isFree) storing--
      else busy.delete(lane)
      pump()
    }
    void work()
  }

  /** A lane without a job, among as many as the ceiling allows. */
  const freeLane = (): Lane | undefined =>
    openLanes()
      .slice(0, ceiling())
      .find((lane) => !busy.has(lane) && !retiring.has(lane))

  const fill = () => {
    for (let lane = freeLane(); lane !== undefined; lane = freeLane()) {
      const job = take()
      if (job === undefined) return
      start(lane, job)
    }
  }

  /** Every job that `next` gave lets expect another. */
  const hasBacklog = () => returned.length > 0 || expectsMore

  const close = (lane: Lane) => {
    const work = port.closeLane(lane).catch(() => undefined)
    closing.add(work)
    void work.then(() => closing.delete(work)).then(pump)
  }

  const open = () => {
    opening = new AbortController()
    void port
      .openLane(opening.signal)
      .then(
        () => undefined,
        // Whatever keeps a further lane from opening, the open ones go on; it is tried again later.
        () => judge.rest(port.clock.monotonicMs()),
      )
      .then(() => {
        opening = null
        pump()
      })
  }

  const adjustLanes = () => {
    const nowMs = port.clock.monotonicMs()
    const lanes = openLanes()
    judge.changed(lanes.length, nowMs)
    const leaving = lanes.filter((lane, at) => (at >= ceiling() || retiring.has(lane)) && !busy.has(lane))
    if (leaving.length > 0) return leaving.forEach(close)
    // While lanes wait for work, the rates say nothing about what a lane is worth.
    if (!hasBacklog()) return judge.restart(nowMs)
    const verdict = judge.verdict(nowMs)
    if (opening !== null || lanes.length > ceiling()) return
    // One lane too many makes the service close another. That must have had time to show before the next one is opened.
    if (verdict === 'open' && lanes.length < ceiling() && lanes.every((lane) => lane.isProven)) open()
    if (verdict === 'close' && lanes.length > 1) retire(lanes[lanes.length - 1])
  }

  const retire = (lane: Lane | undefined) => {
    if (lane === undefined) return
    retiring.add(lane)
    if (!busy.has(lane)) close(lane)
  }

  const linger = () => {
    if (lingering || openLanes().every((lane, at) => at === 0 || busy.has(lane))) return
    lingering = true
    void port
      .sleep(LINGER_MS, over.signal)
      .catch(() => undefined)
      .then(() => {
        lingering = false
        if (finished) return
        fill()
        for (const lane of openLanes().slice(1)) if (!busy.has(lane)) close(lane)
      })
  }

  const pump = () => {
    if (finished) return
    if (!isStopping()) {
      fill()
      if (openLanes().length === 0 && opening === null) failure ??= { error: port.signedOut() }
      else adjustLanes()
    }
    if (busy.size > 0) {
      if (!isStopping() && !expectsMore) linger()
      return
    }
    if (storing > 0) return
    if (opening !== null && (isStopping() || (!expectsMore && returned.length === 0))) opening.abort()
    if (opening !== null || closing.size > 0) return
    const extra = openLanes().slice(1)
    if (extra.length > 0) return extra.forEach(close)
    finished = true
    over.abort()
    finish()
  }

  const done = new Promise<void>((resolve, reject) => {
    finish = () => {
      if (failure !== null) reject(failure.error)
      else resolve()
    }
  })
  queueMicrotask(pump)

  return {
    done,
    wake: pump,
    answered(bytes) {
      judge.answered(bytes)
      if (!finished && !isStopping()) adjustLanes()
    },
  }
}
