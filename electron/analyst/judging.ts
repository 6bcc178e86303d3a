import { setImmediate as breath, setTimeout as wait } from 'node:timers/promises'
import { inspect } from 'node:util'
import { concludeBook, keepAnswers } from '../analysis/answers/keep-answers.ts'
import { judgeStation } from '../analysis/judge/station.ts'
import { staleStations, type StaleStation } from '../analysis/judge/stale.ts'
import { sharedGround, type Ground } from '../analysis/station/load/ground.ts'
import type { Book } from '../book/index.ts'
import { unwritableCode } from '../book/file/errors.ts'
import type { AtWork } from '../book/threads/messages.ts'
import type { AnalysisState } from '../contract/findings.ts'
import type { GasClock } from '../contract/time/gas-day.ts'
import { HOUR_MS } from '../contract/time/units.ts'
import { MeterbookError } from '../contract/errors.ts'
import { visibleLines } from '../contract/visible.ts'

/** Judges the stations of a book in the background, so that findings are never older than their data for long. */

export interface JudgingParts {
  book: Book
  usual: () => GasClock
  nowMs: () => number
  /** Findings of a station are new; null: of several. */
  tell: (stationId: number | null) => void
}

/** A hint that something has to be judged again: data came, or the ground may have changed. */
export interface Nudge {
  /** Clocks, meanings, thresholds or the reference may have changed. */
  ground?: boolean
  /** Data of these stations came. */
  stationIds?: readonly number[]
}

/** After a change it waits for the next ones. */
const REST_MS = 300
/** A station that tasks of a download still wait for is judged all the same when nothing came for so long. */
const QUIET_MS = 5000
/** To look for what rests takes this share of the thread's time at most. */
const LOOKING_SHARE = 0.1
/** Windows are told of new findings no more often. */
const TELL_MS = 500

export type Judging = ReturnType<typeof createJudging>

export function createJudging({ book, usual, nowMs, tell }: JudgingParts) {
  let ground: Ground | null = null
  let closed = false
  let held = false
  let isWanted = false
  let running: Promise<void> | null = null
  /** The judging round that is running; null between rounds. */
  let round: { total: number; done: number } | null = null
  /** Stations that were judged by another ground when somebody last looked, and not since. */
  let ofOtherGround = new Set<number>()
  /** Stations that could not be judged: not tried again before something changes. */
  const failed = new Set<number>()
  /** Why nothing can be written, since that was last tried: it is said once, and one station is enough to try it. */
  let unwritable: string | null = null
  let toldMs = 0
  let untold = new Set<number>()
  /** When data of a station last came, by the monotonic clock; absent: they rest. */
  const came = new Map<number, number>()
  /** Stations that a download has just brought to their end. */
  const ready = new Set<number>()
  let pausing = new AbortController()
  const pause = (ms: number) => wait(ms, undefined, { signal: pausing.signal }).catch(() => undefined)
  /** Ends a pause. */
  function wake(): void {
    pausing.abort()
    pausing = new AbortController()
  }
  /** Whether no download brings a station more, or has not for a while. */
  function rests(stationId: number): boolean {
    const now = performance.now()
    const atMs = came.get(stationId) ?? now
    const isResting = now - atMs >= QUIET_MS || !book.tasks.isWaitedFor(stationId)
    if (isResting) came.delete(stationId)
    else came.set(stationId, atMs)
    return isResting
  }
  const timer = setInterval(() => nudge(), HOUR_MS)
  timer.unref()

  const groundNow = (): Ground => (ground ??= sharedGround(book, usual()))
  const goesOn = () => !closed && !held
  const options = () => ({ usual: usual(), nowMs: nowMs(), ground: groundNow() })

  function told(stationId: number, atOnce = false): void {
    untold.add(stationId)
    if (atOnce || performance.now() - toldMs >= TELL_MS) tellAll()
  }
  function tellAll(): void {
    if (untold.size === 0) return
    const [only] = untold
    tell(untold.size === 1 && only !== undefined ? only : null)
    untold = new Set()
    toldMs = performance.now()
  }

  /** Judges one station; then a question that has come meanwhile has its turn. False: nothing can be written, of no station. */
  async function judge(stationId: number): Promise<boolean> {
    let canWrite = true
    try {
      const outcome = judgeStation(book, stationId, options())
      ofOtherGround.delete(stationId)
      if (outcome && outcome.judged > 0) {
        told(stationId)
        unwritable = null
      }
    } catch (error) {
      failed.add(stationId)
      const code = unwritableCode(error)
      canWrite = code === null
      if (code === null) console.error(visibleLines(`meterbook: station ${stationId} could not be judged: ${inspect(error)}`))
      else sayUnwritable(code)
    }
    await breath()
    return canWrite
  }

  function sayUnwritable(code: string): void {
    if (code !== unwritable)
      console.error(visibleLines(`meterbook: stations are not judged, because the book cannot be written (${code}).`))
    unwritable = code
  }

  function noteCame(stationId: number): void {
    came.set(stationId, performance.now())
    if (!rests(stationId)) return
    ready.add(stationId)
    wake()
  }

  function findStale(): StaleStation[] {
    book.findings.refresh()
    const found = staleStations(book, groundNow(), nowMs())
    ofOtherGround = new Set(found.flatMap(({ stationId, why }) => (why === 'ground' ? [stationId] : [])))
    return found.filter(({ stationId }) => !failed.has(stationId))
  }

  /** Judges what is stale and rests. Returns in how many ms the next station rests; null: none is coming. */
  async function oneRound(): Promise<number | null> {
    const begunMs = performance.now()
    const resting = findStale().filter(({ stationId }) => rests(stationId))
    for (const stationId of [...came.keys()]) rests(stationId)
    const nextMs = Math.max(REST_MS, (performance.now() - begunMs) / LOOKING_SHARE)
    // Stations that are new or changed come before those whose judgement is only an hour old.
    const sorted = resting.toSorted((a, b) => Number(a.why === 'old') - Number(b.why === 'old'))
    round = { total: sorted.length, done: 0 }
    let canWrite = true
    for (const { stationId } of sorted) {
      if (!goesOn()) return null
      canWrite = await judge(stationId)
      if (!canWrite) break
      round.done++
    }
    round = null
    tellAll()
    if (!canWrite) return null
    if (came.size > 0) return nextMs
    if (!goesOn()) return null
    await keepAnswers(book, { usual: usual(), nowMs: nowMs(), goesOn })
    return null
  }

  async function judgeReady(): Promise<void> {
    for (const stationId of ready) {
      if (!goesOn()) return
      ready.delete(stationId)
      if (!(await judge(stationId))) return
    }
  }

  async function run(): Promise<void> {
    while (isWanted && goesOn()) {
      isWanted = false
      let nextMs: number | null = REST_MS
      while (nextMs !== null && goesOn()) {
        await judgeReady()
        // Who asked for an end while a station was judged has ended no pause.
        if (!goesOn()) return
        await pause(nextMs)
        if (ready.size === 0 && goesOn()) nextMs = await oneRound()
      }
    }
  }
  function nudge(): void {
    if (closed) return
    isWanted = true
    if (held) return
    failed.clear()
    running ??= run()
      .catch((error: unknown) => {
        if (!closed) console.error(visibleLines(`meterbook: judging stopped: ${inspect(error)}`))
      })
      .finally(() => {
        round = null
        running = null
        if (isWanted && goesOn()) nudge()
      })
  }

  /** Nothing is judged until `release`: another connection writes the book. Resolves when the step that is being done has ended. */
  async function hold(): Promise<void> {
    held = true
    wake()
    await running
  }
  function release(): void {
    held = false
    failed.clear()
    ground = null
    nudge()
  }

  function state(): AnalysisState {
    const { stations, judged, behind, judgedAtMs } = book.findings.judgedTotals()
    // As `staleCount`, without a look at every station.
    const stale = Math.min(stations, behind + ofOtherGround.size)
    const total = round || judged > 0 ? stations : 0
    // A round may look again at stations whose data have not changed.
    const left = Math.max(stale, round ? round.total - round.done : 0)
    return { running: round !== null, done: total - Math.min(total, left), total, stale, judgedAtMs }
  }

  return {
    /** Something may have changed. */
    nudge(what: Nudge = {}): void {
      if (what.ground) ground = null
      for (const stationId of what.stationIds ?? []) noteCame(stationId)
      nudge()
    },
    state,
    /** Judges one station now, if it has to be. */
    ensure(stationId: number): void {
      if (held) return
      book.findings.refresh()
      const outcome = judgeStation(book, stationId, options())
      if (outcome && outcome.judged > 0) told(stationId, true)
    },
    /** Every station anew, whatever was known. */
    judgeAll(): void {
      ground = null
      book.findings.forgetRuns()
      nudge()
    },
    hold,
    release,
    /**
     * Judges all that is stale, at once, and keeps all answers: no more data come. Returns the stations that cannot be judged,
     * because records of theirs cannot be read. @throws what judging a station throws else; CANCELLED.
     */
    async finish({ signal, tell: onProgress }: Pick<AtWork, 'signal' | 'tell'>): Promise<number[]> {
      await hold()
      try {
        came.clear()
        ready.clear()
        ground = null
        const unreadable = new Set<number>()
        await concludeBook(book, {
          usual: usual(),
          nowMs: nowMs(),
          goesOn: () => !closed && !signal.aborted,
          unreadable: (stationId) => unreadable.add(stationId),
          progress: onProgress,
        })
        if (closed || signal.aborted) throw new MeterbookError('CANCELLED')
        return [...unreadable]
      } finally {
        release()
      }
    },
    /** Ends with the step that is being done; what was judged so far is kept. */
    async close(): Promise<void> {
      closed = true
      wake()
      clearInterval(timer)
      await running
    },
  }
}
