import type { ShallowRef } from 'vue'
import type { FindingRow } from '../../../../electron/contract/findings.ts'
import { client } from '../../../client.ts'
import { useQuestion } from '../../../stores/question.ts'

/** So many are drawn beside readings: the newest. Somebody with more looks them up in the list. */
const MOST_MARKS = 1000

/** The findings of a station that are drawn over its readings: all but those that somebody called wrong. */
export function useStationFindings(stationId: () => number): ShallowRef<readonly FindingRow[] | null> {
  const { data } = useQuestion(
    async (signal): Promise<readonly FindingRow[]> => {
      const filter = { stationIds: [stationId()], states: ['new', 'seen', 'explained'] as const }
      return (await client.findings.page({ ...filter, states: [...filter.states], limit: MOST_MARKS }, { signal })).rows
    },
    { sources: stationId, topics: ['findings'], stationId, everyMs: 1000 },
  )
  return data
}
