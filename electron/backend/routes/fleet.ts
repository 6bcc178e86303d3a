import { stationIn } from '../../analysis/answers/directory.ts'
import { api, type Parts } from '../base.ts'
import { clock } from '../clock.ts'

/** Who needs a visit, and how devices and their telemetry are. */
export function fleetRoutes({ desk }: Parts) {
  return {
    visits: api.fleet.visits.handler(({ input, signal }) => desk.analyst().ask('visits', input, { signal })),
    health: api.fleet.health.handler(({ input, signal }) => desk.analyst().ask('health', input, { signal })),
    sparklines: api.fleet.sparklines.handler(({ input, signal }) => desk.analyst().ask('sparklines', input, { signal })),
    tick: api.fleet.tick.handler(({ input: { stationIds, atMs, author, text } }) => {
      const book = desk.writableBook()
      const content = { fromMs: Math.round(atMs), toMs: null, kind: 'visit' as const, author, text }
      book.page(() => {
        for (const id of stationIds) book.notes.add(stationIn(book, id).id, content, [], clock.nowMs())
      })
      const [only, second] = stationIds
      desk.changes.publish({ topic: 'notes', stationId: second === undefined ? (only ?? null) : null })
      return null
    }),
  }
}
