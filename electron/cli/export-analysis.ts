import { fleetChanges } from '../analysis/answers/changes/fleet-changes.ts'
import { fleetOf } from '../analysis/answers/fleet/fleet.ts'
import { tripStops, visitLines } from '../analysis/answers/fleet/trip.ts'
import { chosenVisits } from '../analysis/answers/fleet/visits.ts'
import { valveOf } from '../analysis/answers/situations/valve-spans.ts'
import type { Book } from '../book/book.ts'
import { defined } from '../contract/defined.ts'
import { timeRange, zoneClock } from '../contract/time/zone.ts'
import type { ConsumptionStep } from '../contract/consumption-words.ts'
import type { ExportHow, ExportRequest, ValveRequest } from '../exports/request.ts'
import { judged, judgedAmounts, knownStations, usualGas } from './analysis-book.ts'

/** Files of what the analysis says. */
export const ANALYSIS_KINDS = ['visits', 'consumption', 'findings', 'changes', 'valve'] as const
export type AnalysisKind = (typeof ANALYSIS_KINDS)[number]
export const isOfAnalysis = (kind: string): kind is AnalysisKind => ANALYSIS_KINDS.some((known) => known === kind)

interface AnalysisFlags {
  stations: 'all' | number[]
  by: ConsumptionStep
  from?: string
  to?: string
  timeZone: string
  contractHour: number
  /** Of visits: the stations of the trip, in its order. */
  trip?: boolean
}

/** What a file of the analysis is made of, computed as the commands `fleet`, `consumption` and `findings` do. */
export async function analysisRequest(
  book: Book,
  kind: AnalysisKind,
  common: ExportHow,
  { stations, by, from, to, timeZone, contractHour, trip = false }: AnalysisFlags,
  signal: AbortSignal,
): Promise<ExportRequest> {
  const nowMs = Date.now()
  const chosen = knownStations(book, stations)
  if (kind === 'visits') {
    await judged(book, nowMs)
    const fleet = await fleetOf(book, { usual: usualGas(), nowMs })
    const lines = trip ? tripStops(book, fleet, chosen) : visitLines(book, chosenVisits(fleet, { stationIds: chosen }).rows)
    return { ...common, kind, lines, nowMs }
  }
  if (kind === 'findings' || kind === 'changes') {
    const filter = defined({ stationIds: chosen, ...timeRange(zoneClock(timeZone), from, to) })
    if (kind === 'findings') {
      await judged(book, nowMs)
      return { ...common, kind, filter }
    }
    const asked = { usual: usualGas(), nowMs, goesOn: () => !signal.aborted }
    const { rows } = await fleetChanges(book, { ...filter, offset: 0, limit: Infinity }, asked)
    return { ...common, kind, changes: rows, filter }
  }
  if (kind === 'valve') {
    const stationIds = chosen ?? book.stations.ids()
    const spans: ValveRequest['spans'][number][] = []
    for (const stationId of stationIds) {
      const own = valveOf(book, stationId, { usual: usualGas(), nowMs })
      spans.push(...own.map((span) => ({ ...span, stationId })))
    }
    return { ...common, kind, stationIds, spans }
  }
  const gas = { zone: timeZone, contractHour }
  const stationIds = chosen ?? book.stations.ids()
  const consumption = await judgedAmounts(book, { stationIds, by, from, to, gas })
  return { ...common, kind, by, stationIds: chosen, consumption, contractHour }
}
