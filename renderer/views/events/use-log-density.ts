import { computed } from 'vue'
import { client } from '../../client.ts'
import { useQuestion } from '../../stores/question.ts'
import type { useRowsFirst } from './rows-first.ts'
import type { LogFilterState } from './use-log-filter.ts'

const BUCKETS = 240

/** How many events there were when, of all time, and the stretch of it that is shown; null for all. */
export function useLogDensity(filter: () => LogFilterState['filter']['value'], rows: ReturnType<typeof useRowsFirst>) {
  const density = useQuestion(
    async (signal) => {
      await rows.come()
      signal.throwIfAborted()
      const ever = { ...filter(), fromMs: undefined, toMs: undefined }
      return client.allEvents.density({ ...ever, buckets: BUCKETS }, { signal })
    },
    { topics: ['events'], sources: filter, everyMs: 3000 },
  )
  const shownRange = computed(() => {
    const { fromMs, toMs } = filter()
    return fromMs === undefined || toMs === undefined ? null : { fromMs, toMs }
  })
  return { density, shownRange }
}
