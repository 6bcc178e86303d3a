import type { ValveSpan } from '../../../../electron/contract/valve.ts'
import { client } from '../../../client.ts'
import { useQuestion } from '../../../stores/question.ts'

/** The times in which the valve of a station was shut and open, the oldest first; null until they are known. */
export const useValve = (stationId: () => number) =>
  useQuestion<readonly ValveSpan[]>((signal) => client.valve.spans({ stationId: stationId() }, { signal }), {
    sources: stationId,
    topics: ['events'],
    stationId,
    everyMs: 2000,
  })
