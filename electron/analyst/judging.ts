import { setImmediate as breath, setTimeout as wait } from 'node:timers/promises'
import { inspect } from 'node:util'
import { keepConsumption } from '../analysis/answers/consumption/keep-all.ts'
import { inSlices, judgeStation } from '../analysis/judge/slices.ts'
import { groundOf, type Ground } from '../analysis/station/load/ground.ts'
import { staleStations, type StaleStation } from '../analysis/judge/stale.ts'
import { healthOfAll } from '../analysis/answers/health/keep.ts'
import type { Book } from '../book/index.ts'
import type { AnalysisState } from '../contract/findings.ts'
import type { GasClock } from '../contract/time/gas-day.ts'
import { HOUR_MS } from '../contract/time/units.ts'
import { visibleLines } from '../contract/visible.ts'

/** Judges the stations of a book in the background, so that findings are never older than their data for long. */

export interface JudgingParts {
  book: Book
  usual: () => GasClock
  nowMs: () => number
  /** Findings of a station are new; null: of several. */
  tell: (stationId: number | null) => void
}

/** What somebody wants to be looked at. */
export interface Nudge {
  /** Clocks, meanings, thresholds or the reference may have changed. */
  ground?: boolean
  /** Data of this station came. */
  stationId?: number | undefined
}

/** After a change it waits for the next ones. */
const REST_MS = 300
/** A station whose data have not changed for so long is taken for downloaded, though the download goes on elsewhere. */
const QUIET_MS = 2000
/** Windows are told of new findings no more often. */
const TELL_MS = 500

export type Judging = ReturnType<typeof createJudging>

export function createJudging({ book, usual, nowMs, tell }: JudgingParts) {
  let ground: Ground | null = null
  let closed = false
  let held = false
  let isWanted = false
  let running: Promise<void> | null = null
  /** Of the round that goes on. */
  let round: { total: number; done: number } | null = null
  /** Stations that could not be judged: not tried again before something changes. */
  const failed = new Set<number>()
  let toldMs = 0
  let untold = new Set<number>()
  /** When data of a station last came, by the monotonic clock; absent: they rest. */
  const came = new Map<number, number>()
  const timer = setInterval(() => nudge(), HOUR_MS)
  timer.unref()

  const groundNow = (): Ground => (ground ??= groundOf(book, usual()))
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

  async function judge(stationId: number): Promise<void> {
    try {
      const outcome = await judgeStation(book, stationId, options(), { goesOn })
      if (outcome && outcome.judged > 0) told(stationId)
    } catch (error) {
      if (!goesOn()) return
      failed.add(stationId)
      console.error(visibleLines(`meterbook: station ${stationId} could not be judged: ${inspect(error)}`))
    }
  }

  async function findStale(): Promise<StaleStation[]> {
    book.findings.refresh()
    const found: StaleStation[] = []
    const steps = (function* () {
      for (const some of staleStations(book, groundNow(), nowMs())) {
        found.push(...some)
        yield
      }
    })()
    await inSlices(steps, { goesOn })
    return found.filter(({ stationId }) => !failed.has(stationId))
  }

  /** Judges what is stale and rests. Returns in how many ms the next station rests; null: none is coming. */
  async function oneRound(): Promise<number | null> {
    const stale = await findStale()
    const now = performance.now()
    for (const [stationId, atMs] of came) if (now - atMs >= QUIET_MS) came.delete(stationId)
    const resting = stale.filter(({ stationId }) => !came.has(stationId))
    // What nobody has judged yet or what has changed comes before what is only an hour old.
    const sorted = resting.toSorted((a, b) => Number(a.why === 'old') - Number(b.why === 'old'))
    round = { total: sorted.length, done: 0 }
    for (const { stationId } of sorted) {
      if (!goesOn()) return null
      await judge(stationId)
      round.done++
      await breath()
    }
    round = null
    tellAll()
    if (came.size > 0) return Math.max(REST_MS, QUIET_MS - (now - Math.min(...came.values())))
    if (!goesOn()) return null
    await healthOfAll(book, { usual: usual(), nowMs: nowMs(), goesOn })
    await keepConsumption(book, book.stations.ids(), { usual: usual(), nowMs: nowMs(), goesOn })
    return null
  }

  async function run(): Promise<void> {
    while (isWanted && goesOn()) {
      isWanted = false
      await wait(REST_MS)
      for (;;) {
        if (!goesOn()) return
        const nextMs = await oneRound()
        if (nextMs === null) break
        await wait(nextMs)
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

  function state(): AnalysisState {
    const { stations, judged, stale, judgedAtMs } = book.findings.judgedTotals()
    const total = round || judged > 0 ? stations : 0
    return { running: round !== null, done: total - Math.min(total, stale), total, stale, judgedAtMs }
  }

  return {
    /** Something may have changed. */
    nudge(what: Nudge = {}): void {
      if (what.ground) ground = null
      if (what.stationId !== undefined) came.set(what.stationId, performance.now())
      nudge()
    },
    state,
    /** Judges one station now, if it has to be. */
    async ensure(stationId: number): Promise<void> {
      if (held) return
      book.findings.refresh()
      const outcome = await judgeStation(book, stationId, options(), { goesOn })
      if (outcome && outcome.judged > 0) told(stationId, true)
    },
    /** Every station anew, whatever was known. */
    judgeAll(): void {
      ground = null
      book.findings.forgetRuns()
      nudge()
    },
    /** Nothing is judged until `release`: another connection writes the book. Resolves when the step that is being done has ended. */
    async hold(): Promise<void> {
      held = true
      await running
    },
    release(): void {
      held = false
      failed.clear()
      ground = null
      nudge()
    },
    /** Ends with the step that is being done; what was judged so far is kept. */
    async close(): Promise<void> {
      closed = true
      clearInterval(timer)
      await running
    },
  }
}
