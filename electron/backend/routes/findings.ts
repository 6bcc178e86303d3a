import { stationIn } from '../../analysis/directory.ts'
import { findingCounts } from '../../analysis/finding-counts.ts'
import { clockOf } from '../../analysis/clock.ts'
import { markFindings } from '../../analysis/findings/mark-findings.ts'
import { stationFindings } from '../../analysis/findings/station-findings.ts'
import { defined } from '../../contract/defined.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { api, type Parts } from '../base.ts'
import { clock } from '../clock.ts'
import { usualClock } from '../usual-clock.ts'
import { findingDetailRoutes } from './finding-details.ts'

/** What the rules say of the book's data. */
export function findingRoutes(parts: Parts) {
  const { desk } = parts
  return {
    page: api.findings.page.handler(({ input: { sort, desc, offset, limit, ...filter } }) =>
      desk.book().findings.page(defined(filter), { sort, desc, offset, limit }),
    ),
    counts: api.findings.counts.handler(({ input: { consumer, consumers, ...filter } }) =>
      findingCounts(desk.book(), defined(filter), { text: consumer, most: consumers }),
    ),
    ofStation: api.findings.ofStation.handler(async ({ input: { stationId } }) => {
      const station = stationIn(desk.book(), stationId)
      await desk.judging().ensure(stationId)
      const gas = clockOf(desk.book(), [stationId], usualClock(parts))
      const found = stationFindings(desk.book(), station, { gas, nowMs: desk.nowMs() })
      // The book was closed, or another one opened, while the station was judged.
      if (!found) throw new MeterbookError('NO_SUCH_STATION', { id: stationId })
      return found
    }),
    mark: api.findings.mark.handler(({ input }) => {
      const book = desk.book()
      if (book.mode !== 'write') throw new MeterbookError('READ_ONLY_BOOK', { file: book.file })
      const { stationIds, noteIds } = markFindings(book, input, clock.nowMs())
      const stationId = stationIds.length === 1 ? (stationIds[0] ?? null) : null
      desk.changes.publish({ topic: 'findings', stationId })
      if (input.mark === 'explained') desk.changes.publish({ topic: 'notes', stationId })
      return { noteIds }
    }),
    analysis: api.findings.analysis.handler(() => desk.judging().state()),
    judge: api.findings.judge.handler(({ input }) => {
      if (input.all) desk.judging().judgeAll()
      else desk.judging().nudge()
      return desk.judging().state()
    }),
    ...findingDetailRoutes(parts),
  }
}
