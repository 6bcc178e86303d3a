import { detailOf, findIn, stationIn, treeOf, withHeard } from '../../analysis/directory.ts'
import { api, type Parts } from '../base.ts'
import { defined } from '../../contract/defined.ts'

export function stationRoutes({ desk }: Parts) {
  return {
    tree: api.stations.tree.handler(() => treeOf(desk.book())),
    list: api.stations.list.handler(({ input: { sort, offset, limit, ...filter } }) => {
      const book = desk.book()
      const { total, rows } = book.stations.list({ ...defined({ ...filter, sort }), offset, limit })
      return { total, rows: rows.map((row) => withHeard(row, book)) }
    }),
    ids: api.stations.ids.handler(({ input }) => desk.book().stations.ids(defined(input))),
    get: api.stations.get.handler(({ input }) => {
      const book = desk.book()
      return detailOf(stationIn(book, input.id), book)
    }),
    find: api.stations.find.handler(({ input }) => findIn(desk.book(), input)),
  }
}
