import { groupedPage, logDensity, logFacets, logPage, logPosition } from '../../analysis/events/all.ts'
import { defined } from '../../contract/defined.ts'
import { api, type Parts } from '../base.ts'

export function allEventRoutes({ desk }: Parts) {
  return {
    page: api.allEvents.page.handler(({ input: { offset, limit, sort, ...filter }, signal }) =>
      logPage(desk.book(), defined(filter), { offset, limit, ...(sort && { sort }) }, signal),
    ),
    grouped: api.allEvents.grouped.handler(({ input: { offset, limit, by, sort, expanded, ...filter }, signal }) =>
      groupedPage(desk.book(), defined(filter), { offset, limit, by, expanded, ...(sort && { sort }) }, signal),
    ),
    facets: api.allEvents.facets.handler(({ input: { find, limits, ...filter }, signal }) =>
      logFacets(desk.book(), defined(filter), { find, limits }, signal),
    ),
    density: api.allEvents.density.handler(({ input: { buckets, ...filter }, signal }) =>
      logDensity(desk.book(), defined(filter), { buckets, nowMs: desk.nowMs() }, signal),
    ),
    position: api.allEvents.position.handler(({ input: { atMs, desc, ...filter }, signal }) =>
      logPosition(desk.book(), defined(filter), atMs, desc, signal),
    ),
  }
}
