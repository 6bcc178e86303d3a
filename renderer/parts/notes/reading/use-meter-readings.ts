import { computed } from 'vue'
import { client } from '../../../client.ts'
import { useQuestion } from '../../../stores/question.ts'

/**
 * The readings at the meter of a station beside telemetry.
 * @param any whether there is any: nothing is asked where there is none
 */
export function useMeterReadings(stationId: () => number, any: () => boolean) {
  const { data } = useQuestion(
    async (signal) => (any() ? await client.meterReadings.ofStation({ stationId: stationId() }, { signal }) : []),
    { topics: ['notes', 'readings', 'stations'], stationId, sources: () => [stationId(), any()] },
  )
  return computed(() => data.value ?? [])
}
