import { defined } from '../../contract/defined.ts'
import { api, type Parts } from '../base.ts'

export function allEventRoutes({ desk }: Parts) {
  return {
    page: api.allEvents.page.handler(({ input: { offset, limit, sort, ...filter }, signal }) =>
      desk.log().page({ filter: defined(filter), wishes: { offset, limit, ...defined({ sort }) } }, { signal }),
    ),
    grouped: api.allEvents.grouped.handler(({ input: { offset, limit, by, sort, expanded, ...filter }, signal }) =>
      desk.log().ask('grouped', { filter: defined(filter), wishes: { offset, limit, by, expanded, ...defined({ sort }) } }, { signal }),
    ),
    facets: api.allEvents.facets.handler(({ input: { find, limits, ...filter }, signal }) =>
      desk.log().ask('facets', { filter: defined(filter), wishes: { find, limits } }, { signal }),
    ),
    density: api.allEvents.density.handler(({ input: { buckets, ...filter }, signal }) =>
      desk.log().ask('density', { filter: defined(filter), wishes: { buckets, nowMs: desk.nowMs() } }, { signal }),
    ),
    position: api.allEvents.position.handler(({ input: { atMs, desc, ...filter }, signal }) =>
      desk.log().ask('position', { filter: defined(filter), wishes: { atMs, desc } }, { signal }),
    ),
  }
}
