import { clockOf } from '../../analysis/station/clock.ts'
import { deviceSaysOtherwise } from '../../analysis/answers/device-says.ts'
import { stationIn } from '../../analysis/answers/directory.ts'
import type { Book } from '../../book/index.ts'
import type { Clocks } from '../../contract/clocks.ts'
import { NO_WISH } from '../../contract/time/gas-clock.ts'
import { api, type Parts } from '../base.ts'
import { usualClock } from '../usual-clock.ts'

export function clockRoutes({ desk, file, host }: Parts) {
  const clocksOf = ({ clocks }: Book): Clocks => ({ book: clocks.ofBook(), stations: clocks.ofStations() })

  function changed(book: Book, stationId: number | null): Clocks {
    desk.changes.publish({ topic: 'clocks', stationId })
    desk.groundChanged()
    return clocksOf(book)
  }

  return {
    all: api.clocks.all.handler(() => {
      const open = desk.bookOrNull()
      return open ? clocksOf(open) : { book: NO_WISH, stations: [] }
    }),
    deviceSays: api.clocks.deviceSays.handler(({ input }) => {
      const [book, usual] = [desk.book(), usualClock({ file, host })]
      const station = stationIn(book, input.stationId)
      return deviceSaysOtherwise(book, station, clockOf(book, [station.id], usual), usual)
    }),
    setBook: api.clocks.setBook.handler(({ input }) => {
      const book = desk.writableBook()
      book.page(() => book.clocks.setOfBook(input))
      return changed(book, null)
    }),
    setStations: api.clocks.setStations.handler(({ input: { stationIds, ...wish } }) => {
      const book = desk.writableBook()
      for (const id of stationIds) stationIn(book, id)
      book.page(() => book.clocks.setOfStations(stationIds, wish))
      return changed(book, stationIds.length === 1 ? (stationIds[0] ?? null) : null)
    }),
  }
}
