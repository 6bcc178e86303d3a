import { detailOf, findIn, stationIn, treeOf, withHeard } from '../../analysis/answers/directory.ts'
import { homelessDevices } from '../../analysis/answers/devices.ts'
import { usualClock } from '../usual-clock.ts'
import { api, type Parts } from '../base.ts'
import { defined } from '../../contract/defined.ts'

export function stationRoutes(parts: Parts) {
  const { desk } = parts
  /** Another device of a station is another life of it: everything that shows one loads it anew. */
  function devicesChanged(stationId: number): void {
    for (const topic of ['stations', 'readings', 'events', 'settings', 'coverage', 'findings'] as const)
      desk.changes.publish({ topic, stationId })
    desk.groundChanged()
  }
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
    devices: api.stations.devices.handler(({ input, signal }) => desk.analyst().ask('devices', { stationId: input.id }, { signal })),
    homeless: api.stations.homeless.handler(() => homelessDevices(desk.book(), usualClock(parts))),
    giveDevice: api.stations.giveDevice.handler(({ input }) => {
      const book = desk.writableBook()
      stationIn(book, input.stationId)
      book.page(() => book.stations.giveDevice(input, desk.nowMs()))
      devicesChanged(input.stationId)
      return null
    }),
    takeDevice: api.stations.takeDevice.handler(({ input }) => {
      const book = desk.writableBook()
      stationIn(book, input.stationId)
      book.page(() => book.stations.takeDevice(input.stationId, input.equipmentId, desk.nowMs()))
      devicesChanged(input.stationId)
      return null
    }),
    bySerial: api.stations.bySerial.handler(({ input }) => desk.book().search.bySerial(input.serial)),
    find: api.stations.find.handler(({ input }) => findIn(desk.book(), input)),
  }
}
