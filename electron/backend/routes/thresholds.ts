import { stationIn } from '../../analysis/directory.ts'
import { checkWish } from '../../analysis/thresholds/bounds.ts'
import { heldByStation } from '../../analysis/thresholds/of-station.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { api, type Parts } from '../base.ts'

/** Where rules judge otherwise than usual. They run again after a change: `findings` is published. */
export function thresholdRoutes({ desk }: Parts) {
  return {
    all: api.thresholds.all.handler(() => desk.book().thresholds.all()),
    ofDevice: api.thresholds.ofDevice.handler(({ input }) => {
      const book = desk.book()
      return heldByStation(book, stationIn(book, input.stationId))
    }),
    set: api.thresholds.set.handler(({ input: { values } }) => {
      const book = desk.book()
      if (book.mode === 'read') throw new MeterbookError('READ_ONLY_BOOK', { file: book.file })
      values.forEach(checkWish)
      book.page(() => book.thresholds.set(values))
      desk.groundChanged()
      desk.changes.publish({ topic: 'findings', stationId: null })
      return null
    }),
  }
}
