import { balanceOfBranch, type BalanceQuestion } from '../analysis/answers/balance/balance.ts'
import { amountsOf, type AmountsQuestion } from '../analysis/answers/consumption/amounts.ts'
import { peaksOf, type PeaksQuestion } from '../analysis/answers/consumption/peaks.ts'
import { partsOf, stationsMeant, type Whose } from '../analysis/answers/consumption/parts.ts'
import { limitsOf, type LimitsQuestion } from '../analysis/answers/limits/limits.ts'
import { limitsOnCharts } from '../analysis/answers/limits/on-charts.ts'
import { stationIn } from '../analysis/answers/directory.ts'
import { fleetChanges, type ChangesQuestion } from '../analysis/answers/changes/fleet-changes.ts'
import { broughtBy, digestOfRun } from '../analysis/answers/digest/brought.ts'
import { digestOf } from '../analysis/answers/digest/digest.ts'
import { stationDevices, stationExchanges } from '../analysis/answers/devices.ts'
import { linesOf, overlayOf } from '../analysis/answers/overlay/overlay.ts'
import { sparklinesOf, type SparklinesQuestion } from '../analysis/answers/overlay/sparklines.ts'
import type { OverlayQuestion } from '../analysis/answers/overlay/usual.ts'
import { meterReadingsIn, typedReading } from '../analysis/answers/meter-readings.ts'
import { stationHoles, stationSums, type HolesAsked, type StationSumsAsked } from '../analysis/answers/station-seen.ts'
import { refutedIn, sumsOf, type SumsAsked } from '../analysis/answers/readings/readings.ts'
import { stationFindings } from '../analysis/answers/findings/station-findings.ts'
import { fleetOf } from '../analysis/answers/fleet/fleet.ts'
import { dailySparklines } from '../analysis/answers/fleet/sparklines.ts'
import { verificationCalendar, type CalendarAsked } from '../analysis/answers/verifications.ts'
import { tripStops } from '../analysis/answers/fleet/trip.ts'
import { chosenVisits, type VisitFilter } from '../analysis/answers/fleet/visits.ts'
import { valveOf } from '../analysis/answers/situations/valve-spans.ts'
import { healthRow } from '../analysis/answers/health/health-row.ts'
import { healthOfAll } from '../analysis/answers/health/keep.ts'
import type { AtWork } from '../book/threads/messages.ts'
import type { Book } from '../book/index.ts'
import type { Brought } from '../contract/downloads.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { MeterNumbers } from '../contract/meter-reading.ts'
import type { GasClock } from '../contract/time/gas-day.ts'
import type { Judging, Nudge } from './judging.ts'

/** By which clock something is asked: the clock of the preferences, and now as the desk dates what it downloads. */
export interface AskedAt {
  usual: GasClock
  nowMs: number
}

/** What is asked of the analyst: the question itself and its clock. */
export interface Asked<Input> {
  input: Input
  at: AskedAt
}

interface Analyst {
  book: Book
  judging: Judging
  /** Takes over the clock that was last asked by. */
  setClock: (at: AskedAt) => void
}

/** All that the analyst answers: what is concluded from data. Each throws NO_SUCH_STATION where it names a station. */
export function questionsOf({ book, judging, setClock }: Analyst) {
  return {
    nudge({ input, at }: Asked<Nudge>): void {
      setClock(at)
      judging.nudge(input)
    },
    hold: (_: null) => judging.hold(),
    release: (_: null) => judging.release(),
    state: (_: null) => judging.state(),
    /** Findings, health, consumption and balances, up to date in the book. */
    finish({ at }: Asked<null>, work: AtWork): Promise<number[]> {
      setClock(at)
      return judging.finish(work)
    },
    judge({ input: { all }, at }: Asked<{ all: boolean }>) {
      setClock(at)
      if (all) judging.judgeAll()
      else judging.nudge()
      return judging.state()
    },

    findingsOfStation({ input: { stationId }, at }: Asked<{ stationId: number }>) {
      const station = stationIn(book, stationId)
      setClock(at)
      judging.ensure(stationId)
      const found = stationFindings(book, station, at)
      if (!found) throw new MeterbookError('NO_SUCH_STATION', { id: stationId })
      return found
    },
    holes: ({ input, at }: Asked<HolesAsked>) => stationHoles(book, input, at),
    /** Of one channel: what tells the station's consumption is the ledger's, as everywhere. */
    channelSums: ({ input, at }: Asked<SumsAsked>) => sumsOf(book, input, at),
    refuted: ({ input, at }: Asked<Parameters<typeof refutedIn>[1]>) => refutedIn(book, input, at.usual),
    overlay: ({ input: { timeZone, contractHour, ...input }, at }: Asked<OverlayAsked>) =>
      overlayOf(book, { ...input, ...at, gas: { zone: timeZone, contractHour } }),
    overlayLines: ({ input: { timeZone, contractHour, ...input }, at }: Asked<OverlayAsked & { maxPoints: number }>) =>
      linesOf(book, { ...input, ...at, gas: { zone: timeZone, contractHour } }),
    overlaySparklines: ({ input: { timeZone, contractHour, ...input }, at }: Asked<OfStations<SparklinesQuestion>>) =>
      sparklinesOf(book, { ...input, ...at, gas: { zone: timeZone, contractHour } }),
    sums: ({ input, at }: Asked<StationSumsAsked>) => stationSums(book, input, at),
    /** The devices that a station had; of one that has had a single device nothing is read. */
    devices({ input: { stationId }, at }: Asked<{ stationId: number }>) {
      const station = stationIn(book, stationId)
      const isExchanged = book.stations.lifeKey(stationId) !== ''
      return { devices: stationDevices(book, station), exchanges: isExchanged ? stationExchanges(book, station, at) : [] }
    },
    /** What telemetry says beside a reading at the meter that is being typed. */
    besideMeter: ({ input: { stationId, ...typed }, at }: Asked<{ stationId: number; atMs: number; numbers: MeterNumbers }>) =>
      typedReading(book, stationIn(book, stationId), typed, at.usual),
    meterReadings: ({ input: { stationId }, at }: Asked<{ stationId: number }>) =>
      meterReadingsIn(book, stationIn(book, stationId), at.usual),
    valve: ({ input: { stationId }, at }: Asked<{ stationId: number }>) => valveOf(book, stationId, at),
    changes: ({ input, at }: Asked<ChangesQuestion>, { signal }: AtWork) =>
      fleetChanges(book, input, { ...at, goesOn: () => !signal.aborted }),

    /** Since somebody looked last; until now by the book's own clock, by which its news and that look are dated. */
    digest: ({ at: { usual } }: Asked<null>, { signal }: AtWork) =>
      digestOf(book, { sinceMs: book.digest.lookedAtMs(), usual, nowMs: Date.now(), isHealthKept: true, goesOn: () => !signal.aborted }),

    /** What one download brought, line by line. */
    digestOfRun: ({ input: { runId }, at }: Asked<{ runId: number }>, { signal }: AtWork) =>
      digestOfRun(book, runId, { ...at, goesOn: () => !signal.aborted }),
    /** What these downloads brought, in numbers; of those that are not there, nothing. */
    async brought({ input: { runIds }, at }: Asked<{ runIds: readonly number[] }>, { signal }: AtWork) {
      const all: Brought[] = []
      for (const runId of runIds) {
        if (signal.aborted) break
        if (book.tasks.window(runId)) all.push(await broughtBy(book, runId, { ...at, goesOn: () => !signal.aborted }))
      }
      return all
    },

    async visits({ input: { offset, limit, ...filter }, at }: Asked<VisitFilter & { offset: number; limit: number }>) {
      const fleet = await fleetOf(book, at)
      const { rows, ...totals } = chosenVisits(fleet, filter)
      return { total: rows.length, rows: rows.slice(offset, offset + limit), ...totals, judgedAtMs: fleet.judgedAtMs }
    },
    async trip({ at }: Asked<null>) {
      return tripStops(book, await fleetOf(book, at))
    },
    verifications: ({ input, at }: Asked<Pick<CalendarAsked, 'months' | 'stationIds'>>, { signal }: AtWork) =>
      verificationCalendar(book, { ...input, ...at }, () => !signal.aborted),
    async health({ input: { stationId }, at }: Asked<{ stationId: number }>) {
      const station = stationIn(book, stationId)
      const known = (await healthOfAll(book, at)).get(stationId)
      if (!known) throw new MeterbookError('NO_SUCH_STATION', { id: stationId })
      return healthRow(station, known, at.nowMs)
    },
    sparklines: ({ input, at }: Asked<{ stationIds: readonly number[]; days: number }>) => dailySparklines(book, { ...input, ...at }),

    balance: ({ input, at }: Asked<Omit<BalanceQuestion, 'usual' | 'nowMs'>>) => balanceOfBranch(book, { ...input, ...at }),
    limitsOnCharts: ({ input: { stationId }, at }: Asked<{ stationId: number }>) =>
      limitsOnCharts(book, stationIn(book, stationId), at.usual),
    limits: ({ input, at }: Asked<LimitsQuestion>) => limitsOf(book, input, at),
    amounts: ({ input: { timeZone, contractHour, by, from, to, newest, earlierYears, ...whose }, at }: Asked<AmountsAsked>) =>
      amountsOf(book, {
        by,
        from,
        to,
        newest,
        earlierYears,
        ...at,
        gas: { zone: timeZone, contractHour },
        stationIds: stationsMeant(book, whose),
      }),
    peaks: ({ input: { timeZone, contractHour, from, to, ...whose }, at }: Asked<PeaksAsked>) =>
      peaksOf(book, { from, to, ...at, gas: { zone: timeZone, contractHour }, stationIds: stationsMeant(book, whose) }),
    parts: ({ input: { timeZone, contractHour, from, to, offset, limit, ...whose }, at }: Asked<PartsAsked>) =>
      partsOf(book, whose, { offset, limit }, { from, to, ...at, gas: { zone: timeZone, contractHour } }),
  }
}
export type AnalystQuestions = ReturnType<typeof questionsOf>

/** As the contract asks: its clock is the window's. */
type ByItsClock<Question> = Omit<Question, 'stationIds' | 'gas' | 'usual' | 'nowMs'> & { timeZone: string; contractHour: number }
type OfStations<Question extends { stationIds: readonly number[] }> = ByItsClock<Question> & Pick<Question, 'stationIds'>
type OverlayAsked = OfStations<OverlayQuestion>
type AmountsAsked = Whose & ByItsClock<AmountsQuestion>
type PeaksAsked = Whose & ByItsClock<PeaksQuestion>
type PartsAsked = Parameters<typeof partsOf>[1] & { offset: number; limit: number } & ByItsClock<Parameters<typeof partsOf>[3]>
