import { stationIn } from '../../analysis/answers/directory.ts'
import { api, type Parts } from '../base.ts'

/** The own order of a trip is written at once and told to the windows. */
export function tripRoutes({ desk }: Parts) {
  return {
    list: api.trip.list.handler(({ signal }) => desk.analyst().ask('trip', null, { signal })),
    say: api.trip.say.handler(({ input: { stationIds } }) => {
      const book = desk.writableBook()
      for (const id of stationIds) stationIn(book, id)
      book.page(() => book.trip.say(stationIds, desk.nowMs()))
      desk.changes.publish({ topic: 'trip', stationId: null })
      return null
    }),
  }
}
