import { computed, type ComputedRef } from 'vue'
import type { Seam } from '../../../charts/seams.ts'
import { useUnits } from '../../../stores/words/units.ts'
import { useQuestion, type Question } from '../../../stores/question.ts'
import { client } from '../../../client.ts'
import { seriesKey } from './archive-key.ts'
import { seriesQuery, type SeriesQuestion } from './queries.ts'
import { inShownUnits, type RawSeries, type Series } from './shown-series.ts'

export type { Series } from './shown-series.ts'

/** Loads one archive whole; null where there is nothing to load. The old one stays until the new one is there. */
export function useSeries(
  asked: () => SeriesQuestion | null,
  seams: () => readonly Seam[],
): Omit<Question<unknown>, 'data'> & { data: ComputedRef<Series | null> } {
  const { shownOf, unitHeader } = useUnits()
  // A deep watcher would run on every change it has read; a computed text changes only when the question does.
  const identity = computed(() => JSON.stringify(asked()))
  const { data, ...question } = useQuestion(
    async (signal): Promise<RawSeries | null> => {
      const question = asked()
      return question && seriesQuery.ask(question, signal)
    },
    { sources: () => identity.value, topics: ['readings'], stationId: () => asked()?.stationId ?? -1 },
  )
  // Values that do not count come after the series: nobody waits for them.
  const untrue = useQuestion(
    async (signal) => {
      const question = asked()
      return question && { key: seriesKey(question, question), values: await client.readings.refuted(question, { signal }) }
    },
    { sources: () => identity.value, topics: ['readings', 'events', 'reference'], stationId: () => asked()?.stationId ?? -1 },
  )
  const refuted = computed(() => (untrue.data.value?.key === data.value?.key ? (untrue.data.value?.values ?? []) : []))
  const shown = computed(() => data.value?.channels.map((channel, index) => shownOf(channel, data.value?.kinds[index] === 'accumulator')))
  return {
    ...question,
    data: computed(() => (data.value && shown.value ? inShownUnits(data.value, shown.value, unitHeader, seams(), refuted.value) : null)),
  }
}
