import { findingCounts } from '../../analysis/answers/findings/finding-counts.ts'
import { markFindings } from '../../analysis/answers/findings/mark-findings.ts'
import { defined } from '../../contract/defined.ts'
import { api, type Parts } from '../base.ts'
import { clock } from '../clock.ts'
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
    ofStation: api.findings.ofStation.handler(({ input, signal }) => desk.analyst().ask('findingsOfStation', input, { signal })),
    mark: api.findings.mark.handler(({ input }) => {
      const book = desk.writableBook()
      const { stationIds, noteIds } = markFindings(book, input, clock.nowMs())
      const stationId = stationIds.length === 1 ? (stationIds[0] ?? null) : null
      desk.changes.publish({ topic: 'findings', stationId })
      if (input.mark === 'explained') desk.changes.publish({ topic: 'notes', stationId })
      return { noteIds }
    }),
    analysis: api.findings.analysis.handler(() => desk.analyst().ask('state', null)),
    judge: api.findings.judge.handler(({ input }) => desk.analyst().ask('judge', input)),
    ...findingDetailRoutes(parts),
  }
}
