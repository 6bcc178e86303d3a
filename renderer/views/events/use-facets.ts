import { computed } from 'vue'
import type { LogFacets } from '../../../electron/contract/all-events.ts'
import type { LongFacet as LongFacetName } from '../../../electron/contract/event-log.ts'
import { client } from '../../client.ts'
import { useLongFacet, type LongFacet } from '../../parts/lists/long-facet.ts'
import { useQuestion, type Question } from '../../stores/question.ts'
import type { RowsFirst } from './rows-first.ts'
import type { LogFilterState } from './use-log-filter.ts'

/** The long facets, by their name in the question. */
export type LongFacets = Record<LongFacetName, LongFacet>

/** While a download adds events, the facets are counted again no more often than this, ms. */
const EVERY_MS = 3000

/** The facets of a filter. The last counts stay until the next are there. */
export function useFacets(
  { filter }: Pick<LogFilterState, 'filter'>,
  rows: RowsFirst,
): {
  facets: Question<LogFacets>
  long: LongFacets
} {
  const long: LongFacets = { consumers: useLongFacet(), stations: useLongFacet(), messages: useLongFacet() }
  const { consumers, stations, messages } = long
  const question = computed(() => ({
    ...filter.value,
    find: { consumers: consumers.find, stations: stations.find, messages: messages.find },
    limits: { consumers: consumers.limit, stations: stations.limit, messages: messages.limit },
  }))
  const facets = useQuestion(
    async (signal) => {
      await rows.come()
      signal.throwIfAborted()
      return client.allEvents.facets(question.value, { signal })
    },
    { topics: ['events', 'stations'], sources: () => question.value, everyMs: EVERY_MS },
  )
  return { facets, long }
}
