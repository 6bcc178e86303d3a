import { lifeArchivesOf, newestOf } from '../../analysis/station/archives.ts'
import { stationIn } from '../../analysis/answers/directory.ts'
import { archiveIn, columnsOf, leftOutOfLife, rowsOf } from '../../analysis/answers/readings/readings.ts'
import { api, type Parts } from '../base.ts'
import { usualClock } from '../usual-clock.ts'

export function readingRoutes(parts: Parts) {
  const { desk } = parts
  return {
    archives: api.readings.archives.handler(({ input }) => {
      const book = desk.book()
      return lifeArchivesOf(book, stationIn(book, input.stationId), input.equipmentId)
    }),

    columns: api.readings.columns.handler(({ input }) => {
      const book = desk.book()
      const archive = archiveIn(book, input)
      const leftOutMs = leftOutOfLife(book, archive, { usual: usualClock(parts), nowMs: desk.nowMs() })
      return { ...columnsOf(book, archive, input), leftOutMs }
    }),

    rows: api.readings.rows.handler(({ input }) => {
      const book = desk.book()
      return rowsOf(book, archiveIn(book, input), input, desk.nowMs())
    }),

    refuted: api.readings.refuted.handler(({ input, signal }) => desk.analyst().ask('refuted', input, { signal })),

    sums: api.readings.sums.handler(({ input, signal }) => desk.analyst().ask('channelSums', input, { signal })),

    newest: api.readings.newest.handler(({ input }) => {
      const book = desk.book()
      return newestOf(book, stationIn(book, input.stationId))
    }),
  }
}
