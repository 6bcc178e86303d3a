import { onScopeDispose, watch } from 'vue'
import { useProgram } from '../../../stores/program.ts'
import { firstChoice } from './archives.ts'
import { archivesQuery, seriesQuery } from './queries.ts'

/** An archive with more records is not read before somebody wants to see it. */
const MOST_AHEAD = 100_000
/** How long a prefetched archive is kept, ms; a change in the book drops it sooner. */
const KEEP_MS = 600_000

/**
 * Fetches, while another tab of a station is open and the window is idle, the records that its readings begin with:
 * the chart is then there with the click. Brings 69 of 205 ms of the bench's row (a): the median of 7 alternating turns.
 */
export function useReadingsAhead(stationId: () => number, isWorthIt: () => boolean): void {
  let idle = 0
  let over = false
  const fetch = async (id: number) => {
    const first = firstChoice(await archivesQuery.prefetch({ stationId: id }, KEEP_MS))
    if (!over && first && first.records > 0 && first.records <= MOST_AHEAD && id === stationId() && isWorthIt()) {
      await seriesQuery.prefetch({ stationId: id, archiveType: first.archiveType, view: first.view }, KEEP_MS)
    }
  }
  const arm = () => {
    cancelIdleCallback(idle)
    // A failure is not told here: the readings ask again when they are opened, and tell it then.
    if (isWorthIt()) idle = requestIdleCallback(() => void fetch(stationId()).catch(() => undefined))
  }
  const forget = () => {
    cancelIdleCallback(idle)
    archivesQuery.forget()
    seriesQuery.forget()
  }
  watch(() => isWorthIt() && stationId(), arm, { immediate: true })
  useProgram().onChange(['readings', 'reference', 'book'], () => {
    forget()
    arm()
  })
  onScopeDispose(() => {
    // A fetch that is under way must not go on for a page that is gone: nobody would forget its answer.
    over = true
    forget()
  })
}
