import { archivesOf, newestOf } from '../../analysis/station/archives.ts'
import { stationIn } from '../../analysis/answers/directory.ts'
import { archiveIn, columnsOf, rowsOf, sumsOf } from '../../analysis/answers/readings/readings.ts'
import { leftOutOf } from '../../analysis/station/facts/between-hours.ts'
import { api, type Parts } from '../base.ts'
import { usualClock } from '../usual-clock.ts'

export function readingRoutes(parts: Parts) {
  const { desk } = parts
  return {
    archives: api.readings.archives.handler(({ input }) => {
      const book = desk.book()
      return archivesOf(book, stationIn(book, input.stationId))
    }),

    columns: api.readings.columns.handler(({ input }) => {
      const book = desk.book()
      const archive = archiveIn(book, input)
      const leftOut = leftOutOf(book, archive.key, { usual: usualClock(parts), nowMs: desk.nowMs() })
      return { ...columnsOf(book, archive, input), leftOutMs: [...leftOut] }
    }),

    rows: api.readings.rows.handler(({ input }) => {
      const book = desk.book()
      return rowsOf(book, archiveIn(book, input), input, desk.nowMs())
    }),

    sums: api.readings.sums.handler(({ input }) => sumsOf(desk.book(), input, { usual: usualClock(parts), nowMs: desk.nowMs() })),

    newest: api.readings.newest.handler(({ input }) => {
      const book = desk.book()
      return newestOf(book, stationIn(book, input.stationId))
    }),
  }
}
