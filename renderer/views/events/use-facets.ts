import { computed, reactive } from 'vue'
import type { LogFacets } from '../../../electron/contract/all-events.ts'
import type { LongFacet } from '../../../electron/contract/event-log.ts'
import { client } from '../../client.ts'
import { useQuestion, type Question } from '../../stores/question.ts'
import type { RowsFirst } from './rows-first.ts'
import type { LogFilterState } from './use-log-filter.ts'

/** What is searched in the long facets, and which are shown whole. */
export interface FacetWishes {
  find: Record<LongFacet, string>
  whole: Record<LongFacet, boolean>
}

/** Choices of a facet that is shown whole; more are found by searching. */
const MOST = 200
const FEW = 8
/** While a download adds events, the facets are counted again no more often than this, ms. */
const EVERY_MS = 3000

/** The facets of a filter. The last counts stay until the next are there. */
export function useFacets(
  { filter }: Pick<LogFilterState, 'filter'>,
  rows: RowsFirst,
): {
  facets: Question<LogFacets>
  wishes: FacetWishes
} {
  const wishes = reactive<FacetWishes>({
    find: { consumers: '', stations: '', messages: '' },
    whole: { consumers: false, stations: false, messages: false },
  })
  const question = computed(() => {
    const limitOf = (facet: LongFacet) => (wishes.whole[facet] ? MOST : FEW)
    return {
      ...filter.value,
      find: { ...wishes.find },
      limits: { consumers: limitOf('consumers'), stations: limitOf('stations'), messages: limitOf('messages') },
    }
  })
  const facets = useQuestion(
    async (signal) => {
      await rows.come()
      signal.throwIfAborted()
      return client.allEvents.facets(question.value, { signal })
    },
    { topics: ['events', 'stations'], sources: () => question.value, everyMs: EVERY_MS },
  )
  return { facets, wishes }
}
