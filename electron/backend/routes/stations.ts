import { detailOf, findIn, stationIn, treeOf, withHeard } from '../../analysis/answers/directory.ts'
import { api, type Parts } from '../base.ts'
import { defined } from '../../contract/defined.ts'

export function stationRoutes({ desk }: Parts) {
  return {
    tree: api.stations.tree.handler(() => treeOf(desk.book())),
    list: api.stations.list.handler(({ input: { sort, offset, limit, ...filter } }) => {
      const book = desk.book()
      const { rows, ...found } = book.stations.list({ ...defined({ ...filter, sort }), offset, limit })
      return { ...found, rows: withHeard(rows, book) }
    }),
    facets: api.stations.facets.handler(({ input: { of, most, find, ...filter } }) =>
      desk.book().stations.facets(defined(filter), { of, most, ...defined({ find }) }),
    ),
    ids: api.stations.ids.handler(({ input: { sort, ...filter } }) => desk.book().stations.ids(defined(filter), sort)),
    get: api.stations.get.handler(({ input }) => {
      const book = desk.book()
      return detailOf(stationIn(book, input.id), book)
    }),
    find: api.stations.find.handler(({ input }) => findIn(desk.book(), input)),
  }
}
