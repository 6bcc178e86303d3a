import { computed } from 'vue'
import { recordPeriod } from '../../../../electron/contract/archives.ts'
import type { ChartedLimits } from '../../../../electron/contract/limits.ts'
import type { ReadingView } from '../../../../electron/contract/records.ts'
import { client } from '../../../client.ts'
import { useQuestion } from '../../../stores/question.ts'

/** What the contract allows a station, for the charts of one of its archives; nothing waits for it. */
export function useChartLimits(asked: () => { stationId: number; archiveType: string; view: ReadingView }) {
  const stationId = () => asked().stationId
  const { data } = useQuestion((signal) => client.limits.onCharts({ stationId: stationId() }, { signal }), {
    sources: stationId,
    topics: ['limits', 'readings', 'stations', 'clocks'],
    stationId,
  })
  const told = computed(() => {
    const { archiveType, view } = asked()
    return (data.value?.told ?? []).filter((one) => one.archiveType === archiveType && one.view === view)
  })
  /** Codes of the channels whose records are the volume of an hour, which an hour's limit is about. */
  const hourly = computed(() => (recordPeriod(asked().archiveType) === 'hour' ? told.value.flatMap(({ volume }) => volume ?? []) : []))
  /** The limits that sums of a channel are beside: of those that tell what the station uses. */
  const limitsOfSums = (code: string): ChartedLimits['limits'] =>
    told.value.some(({ volume, counter }) => volume === code || counter === code) ? (data.value?.limits ?? []) : []
  return { limits: data, hourly, limitsOfSums }
}
