import type { Book } from '../../book/index.ts'
import { isMetered, type HeldBack, type LineCost } from '../../contract/named-trip-words.ts'
import type { FreshState, ListedTrip, NamedTrip } from '../../contract/named-trips.ts'
import { MINUTE_MS } from '../../contract/time/units.ts'
import { failureOf } from '../../downloads/failures.ts'
import { AT_REST } from '../../downloads/progress.ts'
import { countOf, tripPlan } from '../../downloads/trip-plan.ts'
import { clock } from '../clock.ts'
import type { Desk } from '../desk.ts'
import type { ProgramFile } from '../program-file.ts'
import type { ProgramLog } from '../program-log.ts'
import { freshDueMs, type PastRun } from './due.ts'
import { lineCost } from './line-cost.ts'

interface FreshParts {
  desk: Desk
  file: ProgramFile
  programLog: ProgramLog
  /** What the system says of the line. */
  cost?: () => Promise<LineCost>
}

type Fresh = NamedTrip & { fresh: NonNullable<NamedTrip['fresh']> }
interface Due {
  trip: Fresh
  runs: readonly Run[]
  dueMs: number
}
type Run = PastRun & { runId: number }

/** What is due is looked for so often, and whenever a download ends, the account or the line changes, or a trip is said anew. */
const LOOK_MS = MINUTE_MS
/** A trip that could not even begin is tried again after so long. */
const REFUSED_MS = 15 * MINUTE_MS
/** As many runs of a trip as its next one depends on, and more. */
const MOST_RUNS = 8

/**
 * Runs trips that are kept fresh when they are due, as the program's own downloads: never beside another one, never over a line that is
 * known or said to be metered unless the trip may. How often each is run lies in the book, whether this computer does it in the preferences.
 */
export function createKeepFresh({ desk, file, programLog, cost = () => lineCost() }: FreshParts) {
  const stop = new AbortController()
  /** The newest run that an open book had when it was first looked at, and the one that was not over then. */
  const ranBefore = new WeakMap<Book, { newest: number; open: number | null }>()
  let line: LineCost = 'unknown'
  /** Until when a trip that could not begin is left alone, by name; ms of the clock that only goes forward. */
  const refused = new Map<string, number>()
  /** Looked at again and again with the same answer, it is told once. */
  let told = ''
  let looking: Promise<void> | null = null
  let lookAgain = false

  function atOpening(book: Book) {
    const [newest] = book.tasks.runs(1)
    const known = ranBefore.get(book) ?? { newest: newest?.id ?? 0, open: newest?.finishedMs === null ? newest.id : null }
    ranBefore.set(book, known)
    return known
  }

  /** The newest first; `gaveWay`: the newest was ended though it was wanted. */
  function runsOf(book: Book, folded: string): { runs: Run[]; gaveWay: boolean } {
    const { newest, open } = atOpening(book)
    const found = book.tasks.ofTrip(folded, MOST_RUNS)
    return {
      runs: found.map(({ id, createdMs, finishedMs, state, failed }) => ({
        ...{ runId: id, startedMs: createdMs, finishedMs, state, failed },
        // One that was left unfinished and taken up ended since.
        isOfThisStart: id > newest || id === open,
      })),
      gaveWay: found[0]?.gaveWay === true,
    }
  }

  function dueIn(book: Book, nowMs: number): Due[] {
    return book.namedTrips
      .list()
      .filter(isFresh)
      .map((trip) => {
        const { runs, gaveWay } = runsOf(book, trip.folded)
        return { trip, runs, dueMs: freshDueMs(trip.fresh.everyHours, runs, { nowMs, gaveWay }) }
      })
      .sort((a, b) => a.dueMs - b.dueMs)
  }

  /** Why nothing of this book runs by itself now. */
  function heldBack(book: Book, { trip }: Due): HeldBack | null {
    if (!file.preferences().keepFresh) return 'off'
    if (book.mode !== 'write') return 'read-only'
    const { session, line: reach } = desk.accountState()
    if (session !== 'signed-in') return 'signed-out'
    if (reach === 'offline') return 'offline'
    if (!AT_REST.has(desk.progress().state)) return 'busy'
    if (isMetered(costNow()) && !trip.fresh.onMetered) return 'metered'
    if (isEmpty(book, trip)) return 'no-stations'
    return (refused.get(trip.folded) ?? -Infinity) > clock.monotonicMs() ? 'refused' : null
  }
  const costNow = (): LineCost => (file.preferences().meteredLine ? 'said' : line)

  /** A trip whose stations cannot be read is refused as it begins, and keeps no other from running. */
  function isEmpty(book: Book, { stations }: NamedTrip): boolean {
    try {
      return countOf(stations, book) === 0
    } catch {
      return false
    }
  }

  /** What is due first and may run. */
  const nextIn = (book: Book, nowMs: number): Due | undefined =>
    dueIn(book, nowMs).find((due) => due.dueMs <= nowMs && heldBack(book, due) === null)

  /** What runs by itself ends where it may not any more: switched off, or the line has come to cost money. */
  function endWhatMayNot(book: Book): void {
    const { runId } = desk.progress()
    const plan = runId === null ? undefined : desk.downloads().queue.run(runId)?.plan
    if (plan?.trip === undefined) return
    const mayBeMetered = book.namedTrips.named(plan.trip)?.fresh?.onMetered === true
    if (!file.preferences().keepFresh || (isMetered(costNow()) && !mayBeMetered)) desk.downloads().giveWay()
  }

  /** Begins what is due first and may run. What cannot begin is said in the log, and tried again later. */
  async function lookOnce(): Promise<void> {
    const book = desk.bookOrNull()
    if (!book) return tell()
    atOpening(book)
    if (!book.namedTrips.list().some(isFresh)) return tell()
    const isGone = () => desk.bookOrNull() !== book || stop.signal.aborted
    line = await cost()
    if (isGone()) return
    endWhatMayNot(book)
    if (!nextIn(book, desk.nowMs())) return tell()
    // What the download before it brought is told as that one's news: it is judged first. Judging that fails stops no download.
    await desk
      .analyst()
      .ask('finish', null, { signal: stop.signal })
      .catch(() => undefined)
    line = await cost()
    if (isGone()) return
    const nowMs = desk.nowMs()
    const next = nextIn(book, nowMs)
    if (next) {
      try {
        desk.downloads().start({ ...tripPlan(next.trip, book, nowMs), unasked: true })
        programLog.write('info', 'kept-fresh')
      } catch (error) {
        refused.set(next.trip.folded, clock.monotonicMs() + REFUSED_MS)
        lookAgain = true
        programLog.write('warn', 'not-kept-fresh', { code: failureOf(error).code })
      }
    }
    tell()
  }
  /** One look at a time; who asks meanwhile has another one follow. */
  async function look(): Promise<void> {
    if (looking) {
      lookAgain = true
      return looking
    }
    do {
      lookAgain = false
      looking = lookOnce().catch((error: unknown) => programLog.write('warn', 'not-kept-fresh', { code: failureOf(error).code }))
      await looking
    } while (lookAgain && !stop.signal.aborted)
    looking = null
  }

  function tell(): void {
    const { next, ...now } = state()
    // One that is due is so from any moment on.
    const key = JSON.stringify([now, next?.name, next && (next.atMs <= desk.nowMs() ? 'due' : next.atMs)])
    if (key === told) return
    told = key
    desk.changes.publish({ topic: 'trips', stationId: null })
  }

  function state(): FreshState {
    const book = desk.bookOrNull()
    const nowMs = desk.nowMs()
    const due = book ? dueIn(book, nowMs) : []
    const [first] = due
    if (!book || !first) return { trips: 0, running: null, next: null, heldBack: null, lastMs: null, line: costNow() }
    const last = due.flatMap(({ runs }) => runs.find(({ finishedMs }) => finishedMs !== null)?.finishedMs ?? [])
    const { runId, state: is } = desk.progress()
    const running = AT_REST.has(is) ? undefined : due.find(({ runs }) => runs[0]?.runId === runId)
    return {
      trips: due.length,
      running: running?.trip.name ?? null,
      next: { name: first.trip.name, atMs: first.dueMs },
      heldBack: first.dueMs <= nowMs || !file.preferences().keepFresh ? heldBack(book, first) : null,
      lastMs: last.length === 0 ? null : Math.max(...last),
      line: costNow(),
    }
  }

  async function followAccount(): Promise<void> {
    for await (const _ of desk.accountChanges.listen(stop.signal)) void look()
  }
  async function followChanges(): Promise<void> {
    for await (const { topic } of desk.changes.listen(stop.signal)) if (topic === 'preferences') void look()
  }
  async function followDownloads(): Promise<void> {
    let before = ''
    for await (const { runId, state: is } of desk.progressChanges.listen(stop.signal)) {
      const now = `${runId} ${is}`
      if (now !== before) void look()
      before = now
    }
  }
  void followDownloads().catch(() => undefined)
  void followAccount().catch(() => undefined)
  void followChanges().catch(() => undefined)
  const timer = setInterval(() => void look(), LOOK_MS).unref()

  return {
    look,
    state,
    /** The trips of the open book, with how they ran last and when they are due. */
    listed(): ListedTrip[] {
      const book = desk.book()
      const due = new Map(dueIn(book, desk.nowMs()).map(({ trip, dueMs }) => [trip.folded, dueMs]))
      return book.namedTrips.list().map((trip) => {
        const [last] = runsOf(book, trip.folded).runs
        return {
          ...trip,
          stationsNow: countOf(trip.stations, book),
          lastRun: last
            ? { runId: last.runId, state: last.state, startedMs: last.startedMs, finishedMs: last.finishedMs, failed: last.failed }
            : null,
          nextMs: due.get(trip.folded) ?? null,
        }
      })
    },
    async close(): Promise<void> {
      clearInterval(timer)
      stop.abort()
      await looking
    },
  }
}
export type KeepFresh = ReturnType<typeof createKeepFresh>

const isFresh = (trip: NamedTrip): trip is Fresh => trip.fresh !== null
