import { chooseArchives } from '../../downloads/archives.ts'
import { tripPlan } from '../../downloads/trip-plan.ts'
import { api, type Parts } from '../base.ts'

/** Trips that are kept under a name, and how they are kept fresh. */
export function namedTripRoutes({ desk, keepFresh }: Parts) {
  const changed = () => desk.changes.publish({ topic: 'trips', stationId: null })
  return {
    list: api.namedTrips.list.handler(() => keepFresh.listed()),
    keep: api.namedTrips.keep.handler(({ input: { name, instead, runsNext = false, ...choices } }) => {
      chooseArchives(choices.archives)
      const book = desk.writableBook()
      const kept = book.page(() => book.namedTrips.keep(name, choices, instead))
      changed()
      if (!runsNext) void keepFresh.look()
      return kept
    }),
    remove: api.namedTrips.remove.handler(({ input: { folded } }) => {
      const book = desk.writableBook()
      const gone = book.page(() => book.namedTrips.remove(folded))
      changed()
      void keepFresh.look()
      return gone
    }),
    plan: api.namedTrips.plan.handler(({ input }) => tripPlan(input, desk.book(), desk.nowMs())),
    run: api.namedTrips.run.handler(({ input: { folded } }) => {
      const book = desk.book()
      return desk.downloads().start(tripPlan(book.namedTrips.known(folded), book, desk.nowMs()))
    }),
    fresh: api.namedTrips.fresh.handler(() => keepFresh.state()),
  }
}
