import { stationIn } from '../../analysis/answers/directory.ts'
import { checkWish } from '../../analysis/station/thresholds/bounds.ts'
import { heldByStation } from '../../analysis/station/thresholds/of-station.ts'
import { namedThresholds } from '../../analysis/station/thresholds/places.ts'
import type { Book } from '../../book/index.ts'
import { api, type Parts } from '../base.ts'

/** Where rules judge otherwise than usual. They run again after a change: `findings` is published. */
export function thresholdRoutes({ desk }: Parts) {
  /** Changes what the open book is judged by. Throws READ_ONLY_BOOK. */
  function change(write: (book: Book) => void): void {
    const book = desk.writableBook()
    book.page(() => write(book))
    desk.groundChanged()
    desk.changes.publish({ topic: 'findings', stationId: null })
  }

  return {
    all: api.thresholds.all.handler(() => namedThresholds(desk.book())),
    ofDevice: api.thresholds.ofDevice.handler(({ input }) => {
      const book = desk.book()
      return heldByStation(book, stationIn(book, input.stationId))
    }),
    daysOff: api.thresholds.daysOff.handler(() => desk.book().daysOff.get()),
    setDaysOff: api.thresholds.setDaysOff.handler(({ input: { country } }) => {
      change((book) => book.daysOff.set(country))
      return null
    }),
    set: api.thresholds.set.handler(({ input: { values } }) => {
      values.forEach(checkWish)
      change((book) => book.thresholds.set(values))
      return null
    }),
  }
}
