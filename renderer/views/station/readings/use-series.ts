import { computed, type ComputedRef } from 'vue'
import { kindOf } from '../../../../electron/contract/channels.ts'
import { openColumns } from '../../../charts/columns.ts'
import { breakGaps, usualStep } from '../../../charts/gaps.ts'
import { extremesOf } from '../../../charts/numbers.ts'
import { useUnits } from '../../../i18n/units.ts'
import { useQuestion, type Question } from '../../../stores/question.ts'
import { keyOf } from './archives.ts'
import { columnsQuery, type SeriesQuestion } from './queries.ts'
import { inShownUnits, type RawSeries, type Series } from './shown-series.ts'

export type { Series } from './shown-series.ts'

const NO_VALUES = new Float64Array(0)

/** Loads one archive whole; null where there is nothing to load. The old one stays until the new one is there. */
export function useSeries(
  asked: () => SeriesQuestion | null,
): Omit<Question<unknown>, 'data'> & { data: ComputedRef<Series | null> } {
  const { shownOf, unitHeader } = useUnits()
  // A deep watcher would run on every change it has read; a computed text changes only when the question does.
  const identity = computed(() => JSON.stringify(asked()))
  const { data, ...question } = useQuestion(
    async (signal): Promise<RawSeries | null> => {
      const question = asked()
      if (!question) return null
      const answer = await columnsQuery.ask(question, signal)
      const columns = await openColumns(answer.columns, answer.rows, answer.channels.length)
      const stepMs = answer.thinned ? null : usualStep(columns.times)
      return {
        key: `${question.stationId}|${keyOf(question)}`,
        equipmentTypeId: answer.equipmentTypeId,
        channels: answer.channels,
        columns,
        broken: breakGaps(columns, stepMs),
        extents: columns.values.map(extremesOf),
        kinds: answer.channels.map((channel, index) => kindOf(channel, columns.values[index] ?? NO_VALUES)),
        stepMs,
        total: answer.total,
        thinned: answer.thinned,
      }
    },
    { sources: () => identity.value, topics: ['readings'], stationId: () => asked()?.stationId ?? -1 },
  )
  const shown = computed(() =>
    data.value?.channels.map((channel, index) => shownOf(channel, data.value?.kinds[index] === 'accumulator')),
  )
  return {
    ...question,
    data: computed(() => (data.value && shown.value ? inShownUnits(data.value, shown.value, unitHeader) : null)),
  }
}
