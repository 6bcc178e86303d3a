import { onScopeDispose, watch } from 'vue'
import type { LocationQuery } from 'vue-router'
import { READING_VIEWS } from '../../../../electron/contract/records.ts'
import { askEarly, forgetEarly } from '../../../early.ts'
import { useProgram } from '../../../stores/program.ts'
import { firstChoice } from './archives.ts'
import { readPlace } from './place.ts'
import { seriesInput, type SeriesQuestion } from './series-input.ts'

/** An archive with more records is not read before somebody wants to see it. */
const MOST_AHEAD = 100_000
/** So long an answer lies ready; a change in the book ends it sooner. */
const READY_MS = 600_000

const askArchives = (stationId: number, keepMs?: number) =>
  askEarly((client) => client.readings.archives({ stationId }), keepMs)
const askColumns = (question: SeriesQuestion, keepMs?: number) =>
  askEarly((client) => client.readings.columns(seriesInput(question)), keepMs)

/** Asks for what the readings tab begins with, as soon as its address is known and before it is built. */
export function askForReadings(stationId: number, query: LocationQuery): void {
  void askArchives(stationId)
  const { archive, view: named } = readPlace(query)
  const view = READING_VIEWS.find((name) => name === named)
  if (archive !== null && view) void askColumns({ stationId, archiveType: archive, view })
}

/**
 * While another part of a station is looked at and nobody waits for anything, the records that its readings begin with
 * are fetched: the chart is then there with the click.
 */
export function useReadingsAhead(stationId: () => number, isWorthIt: () => boolean): void {
  let idle = 0
  const fetch = async (id: number) => {
    const archives = await askArchives(id, READY_MS)
    const first = firstChoice(archives)
    if (first && first.records > 0 && first.records <= MOST_AHEAD && id === stationId() && isWorthIt()) {
      await askColumns({ stationId: id, archiveType: first.archiveType, view: first.view }, READY_MS)
    }
  }
  const arm = () => {
    cancelIdleCallback(idle)
    // What fails here fails again, and is told, when the readings are opened.
    if (isWorthIt()) idle = requestIdleCallback(() => void fetch(stationId()).catch(() => undefined))
  }
  watch(() => isWorthIt() && stationId(), arm, { immediate: true })
  useProgram().onChange(['readings', 'reference', 'book'], () => {
    forgetEarly('readings')
    arm()
  })
  onScopeDispose(() => {
    cancelIdleCallback(idle)
    forgetEarly('readings')
  })
}
