import { stationIn } from '../../analysis/directory.ts'
import { fleetOf } from '../../analysis/fleet/fleet.ts'
import { dailySparklines } from '../../analysis/fleet/sparklines.ts'
import { chosenVisits } from '../../analysis/fleet/visits.ts'
import { healthRow } from '../../analysis/health/health-row.ts'
import { healthOfAll } from '../../analysis/health/keep.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { api, type Parts } from '../base.ts'
import { clock } from '../clock.ts'
import { usualClock } from '../usual-clock.ts'

/** Who needs a visit, and how devices and their telemetry are. */
export function fleetRoutes(parts: Parts) {
  const { desk } = parts
  const question = () => ({ usual: usualClock(parts), nowMs: desk.nowMs() })

  return {
    visits: api.fleet.visits.handler(async ({ input: { offset, limit, ...filter } }) => {
      const fleet = await fleetOf(desk.book(), question())
      const { rows, ...totals } = chosenVisits(fleet, filter)
      return { total: rows.length, rows: rows.slice(offset, offset + limit), ...totals, judgedAtMs: fleet.judgedAtMs }
    }),
    health: api.fleet.health.handler(async ({ input: { stationId } }) => {
      const book = desk.book()
      const station = stationIn(book, stationId)
      const asked = question()
      const known = (await healthOfAll(book, asked)).get(stationId)
      if (!known) throw new MeterbookError('NO_SUCH_STATION', { id: stationId })
      return healthRow(station, known, asked.nowMs)
    }),
    sparklines: api.fleet.sparklines.handler(({ input }) => dailySparklines(desk.book(), { ...input, ...question() })),
    tick: api.fleet.tick.handler(({ input: { stationIds, atMs, author, text } }) => {
      const book = desk.book()
      if (book.mode !== 'write') throw new MeterbookError('READ_ONLY_BOOK', { file: book.file })
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
