import { codesOf, densityOf, filterOf, pageOf, placesOf } from '../../analysis/events/log.ts'
import { api, type Parts } from '../base.ts'
import { defined } from '../../contract/defined.ts'

export function eventRoutes({ desk }: Parts) {
  return {
    page: api.events.page.handler(({ input: { desc, offset, limit, ...filter } }) =>
      pageOf(desk.book(), defined(filter), { desc, offset, limit }),
    ),
    density: api.events.density.handler(({ input: { buckets, ...filter } }) =>
      densityOf(desk.book(), defined(filter), { buckets, nowMs: desk.nowMs() }),
    ),
    codes: api.events.codes.handler(({ input }) => codesOf(desk.book(), defined(input))),
    places: api.events.places.handler(({ input }) => placesOf(desk.book(), defined(input))),
    position: api.events.position.handler(({ input: { desc, atMs, ...filter } }) => {
      const book = desk.book()
      return { offset: book.events.offsetAt(filterOf(book, defined(filter)), atMs, desc) }
    }),
  }
}
