import { computed, type ComputedRef, type Ref } from 'vue'
import type { Failure } from '../../../../../electron/contract/common.ts'
import { recordsOf, type TimeSpan } from '../../../../../electron/contract/time/gas-day.ts'
import type { ReadingView } from '../../../../../electron/contract/records.ts'
import { openColumns, type Columns } from '../../../../charts/columns.ts'
import { client } from '../../../../client.ts'
import { useQuestion } from '../../../../stores/question.ts'
import { ofDevice } from '../../devices/of-device.ts'
import { believedIn, columnsIn } from '../shown-series.ts'
import type { Series } from '../use-series.ts'

interface Asked {
  stationId: number
  device: number | null
  archiveType: string
  view: ReadingView
  series: Series
  span: TimeSpan
}

/** What counts of every record of the span: those that the chart has, or where it has them thinned, which no sum can be made of, the book's. */
export function useWholeColumns(asked: () => Asked): {
  /** Null until they have come. */
  columns: ComputedRef<Columns | null>
  failure: Ref<Failure | null>
  reload: () => Promise<void>
} {
  const question = computed(() => {
    const { stationId, device, archiveType, view, series, span } = asked()
    return series.thinned ? { stationId, ...ofDevice(device), archiveType, view, ...recordsOf(span) } : null
  })
  const { data, failure, reload } = useQuestion(
    async (signal) => {
      if (!question.value) return null
      const answer = await client.readings.columns(question.value, { signal })
      return openColumns(answer.columns, answer.rows, answer.channels.length)
    },
    { sources: () => question.value, topics: ['readings'], stationId: () => asked().stationId },
  )
  const columns = computed(() => {
    const { series } = asked()
    return series.thinned ? data.value && believedIn(columnsIn(data.value, series.shown), series.channels, series.refuted) : series.believed
  })
  return { columns, failure, reload }
}
