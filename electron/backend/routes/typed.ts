import { stationIn } from '../../analysis/answers/directory.ts'
import { api, type Parts } from '../base.ts'

/** What engineers type in of stations is written at once and told to the windows. */
export function typedRoutes({ desk }: Parts) {
  return {
    ofStation: api.typed.ofStation.handler(({ input }) => {
      const book = desk.book()
      return book.typed.ofStation(stationIn(book, input.stationId).id)
    }),
    write: api.typed.write.handler(({ input: { stationId, values, author } }) => {
      const book = desk.writableBook()
      stationIn(book, stationId)
      book.page(() => book.typed.write(stationId, values, author, desk.nowMs()))
      // The balance of a branch is judged by the limits of error of its stations.
      desk.groundChanged()
      desk.changes.publish({ topic: 'stations', stationId })
      // The day of a verification is judged.
      desk.groundChanged()
      return book.typed.ofStation(stationId)
    }),
  }
}
