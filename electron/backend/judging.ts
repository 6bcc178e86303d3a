import { setImmediate as breath, setTimeout as wait } from 'node:timers/promises'
import { inspect } from 'node:util'
import { keepConsumption } from '../analysis/consumption/keep-all.ts'
import { inSlices, judgeStation, type Pause } from '../analysis/findings/judge-stations.ts'
import { groundOf, type Ground } from '../analysis/findings/load/ground.ts'
import { staleStations, type StaleStation } from '../analysis/findings/stale.ts'
import { healthOfAll } from '../analysis/health/keep.ts'
import type { Book } from '../book/index.ts'
import type { AnalysisState } from '../contract/findings.ts'
import type { GasClock } from '../contract/time/gas-day.ts'
import { HOUR_MS, MINUTE_MS } from '../contract/time/units.ts'
import { visibleLines } from '../contract/visible.ts'

/** Judges the stations of the open book in the background, so that findings are never older than their data for long. */

export interface JudgingParts {
  book: Book
  usual: () => GasClock
  nowMs: () => number
  /** A download is running: it comes first. */
  isBusy: () => boolean
  /** How long a round waits for a download to end, ms; absent: ten minutes. */
  patienceMs?: number
  /** Findings of a station are new; null: of several. */
  tell: (stationId: number | null) => void
}

/** While a download runs, judging takes one part of its time and leaves this many. */
const PARTS_LEFT = 14
/** After a change it waits for the next ones. */
const REST_MS = 300
/** A station whose data have not changed for so long is taken for downloaded, though the download goes on elsewhere. */
const QUIET_MS = 2000
/** A download of a year of a few hundred stations takes less. */
const PATIENCE_MS = 10 * MINUTE_MS
/** Windows are told of new findings no more often. */
const TELL_MS = 500

export type Judging = ReturnType<typeof createJudging>

export function createJudging({ book, usual, nowMs, isBusy, patienceMs = PATIENCE_MS, tell }: JudgingParts) {
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
  /** When data of a station last came, by the monotonic clock: those that nobody has judged while a download runs. */
  const came = new Map<number, number>()
  const timer = setInterval(() => nudge(), HOUR_MS)
  timer.unref()

  const groundNow = (): Ground => (ground ??= groundOf(book, usual()))
  const goesOn = () => !closed && !held
  const pause: Pause = (workedMs) => (isBusy() ? wait(workedMs * PARTS_LEFT) : breath())

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
    const options = { usual: usual(), nowMs: nowMs(), ground: groundNow() }
    const outcome = await judgeStation(book, stationId, options, { pause, goesOn })
    if (outcome && outcome.judged > 0) told(stationId)
  }

  /**
   * While a download runs, each station is judged once, as soon as its data rest: who waits for the first download sees
   * what it brings. Whatever comes to it later is judged at the download's end.
   */
  async function judgeEarly(): Promise<void> {
    book.findings.refresh()
    const quietMs = performance.now() - QUIET_MS
    const ready = [...came].filter(([, atMs]) => atMs <= quietMs).map(([stationId]) => stationId)
    ready.forEach((stationId) => came.delete(stationId))
    for (const stationId of ready) {
      if (!goesOn() || !isBusy()) return
      if (book.findings.run(stationId)) continue
      round = { total: ready.length, done: 0 }
      // What fails here is tried again at the download's end, and told there.
      await judge(stationId).catch(() => undefined)
      tellAll()
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
    await inSlices(steps, { pause, goesOn })
    return found.filter(({ stationId }) => !failed.has(stationId))
  }

  async function oneRound(): Promise<void> {
    const stale = await findStale()
    if (!goesOn() || stale.length === 0) return
    // What nobody has judged yet or what has changed comes before what is only an hour old.
    const sorted = stale.toSorted((a, b) => Number(a.why === 'old') - Number(b.why === 'old'))
    round = { total: sorted.length, done: 0 }
    for (const { stationId } of sorted) {
      if (!goesOn()) return
      try {
        await judge(stationId)
      } catch (error) {
        if (!goesOn()) return
        failed.add(stationId)
        console.error(visibleLines(`meterbook: station ${stationId} could not be judged: ${inspect(error)}`))
      }
      round.done++
      // Many small stations make one slice together.
      await pauseNow()
    }
  }
  /** Health and consumption of the stations whose data have changed. A download comes first: they are asked for again then. */
  async function keep(): Promise<void> {
    const quietly = () => {
      const isQuiet = goesOn() && !isBusy()
      if (!isQuiet) isWanted = true
      return isQuiet
    }
    if (!quietly()) return
    const asked = { usual: usual(), nowMs: nowMs(), goesOn: quietly }
    await healthOfAll(book, asked)
    await keepConsumption(book, book.stations.ids(), asked)
  }
  let workedMs = performance.now()
  async function pauseNow(): Promise<void> {
    const now = performance.now()
    if (now - workedMs < 5) return
    await pause(Math.min(now - workedMs, 50))
    workedMs = performance.now()
  }

  async function run(): Promise<void> {
    while (isWanted && goesOn()) {
      isWanted = false
      await wait(REST_MS)
      // A round over a book that a download is filling would be made again at once: the download comes first. One that
      // has no end for a long time is judged beside, in a small part of its time.
      for (const untilMs = performance.now() + patienceMs; isBusy() && goesOn() && performance.now() < untilMs;) {
        await judgeEarly()
        round = null
        await wait(REST_MS)
      }
      came.clear()
      if (!goesOn()) return
      await oneRound()
      round = null
      await keep()
      tellAll()
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
    /** Something may have changed. `ground`: clocks, meanings, thresholds or the reference; `stationId`: data of one. */
    nudge(what: { ground?: boolean; stationId?: number | undefined } = {}): void {
      if (what.ground) ground = null
      if (what.stationId !== undefined) came.set(what.stationId, performance.now())
      nudge()
    },
    state,
    /** Judges one station now, if it has to be. */
    async ensure(stationId: number): Promise<void> {
      if (held) return
      book.findings.refresh()
      const options = { usual: usual(), nowMs: nowMs(), ground: groundNow() }
      const outcome = await judgeStation(book, stationId, options, { goesOn })
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
