import { computed } from 'vue'
import { client } from '../../client.ts'
import { prefetchable } from '../../speed/prefetch.ts'
import type { GasClock } from '../../../electron/contract/time/gas-day.ts'
import { useProgram } from '../../stores/program.ts'
import { useQuestion } from '../../stores/question.ts'
import { openLines } from './lines.ts'
import type { OverlayPlace } from '../../places/overlay.ts'

export type OverlayQuestion = Parameters<typeof client.overlay.lines>[0]

/** The lines of an overlay; another screen may ask them ahead. */
export const linesQuery = prefetchable((question: OverlayQuestion, signal) => client.overlay.lines(question, { signal }), JSON.stringify)

/** The question that a place asks the book. */
export function questionOf(place: OverlayPlace, { zone, contractHour }: GasClock): OverlayQuestion {
  return {
    stationIds: [...place.stations],
    ...(place.archive !== null && { archiveType: place.archive }),
    ...(place.view !== null && { view: place.view }),
    ...(place.quantity !== null && { quantity: place.quantity }),
    ...(place.channel !== null && { channelVarname: place.channel }),
    ...(place.from !== null && { from: place.from }),
    ...(place.to !== null && { to: place.to }),
    ...(place.periods !== null && { periods: place.periods }),
    step: place.step,
    points: place.points,
    baseline: place.baseline,
    timeZone: zone,
    contractHour,
  }
}

/** The clock of an overlay: that of its station, or the book's where there are several. */
export function clockOfLines(stations: readonly number[]): GasClock {
  const [only, second] = stations
  return useProgram().clockOf(only !== undefined && second === undefined ? only : null)
}

/** The lines of a place, asked again when it or the book changes; null without stations. */
export function useLines(place: () => OverlayPlace) {
  const question = computed(() => questionOf(place(), clockOfLines(place().stations)))
  // The question without the state of the window: zoom and hidden lines ask nothing anew.
  const identity = computed(() => JSON.stringify(question.value))
  return useQuestion(
    async (signal) => {
      const asked = question.value
      const { stationIds, points = 'record', step = 'year' } = asked
      if (stationIds.length === 0) return null
      const { columns, lines, ...overlay } = await linesQuery.ask(asked, signal)
      return { ...overlay, points, step, stations: stationIds.length, lines: await openLines(lines, columns) }
    },
    { sources: () => identity.value, topics: ['readings', 'stations', 'reference'] },
  )
}

export type OverlayData = NonNullable<ReturnType<typeof useLines>['data']['value']>
