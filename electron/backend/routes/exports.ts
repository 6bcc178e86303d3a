import path from 'node:path'
import { Readable } from 'node:stream'
import { call } from '@orpc/server'
import { overlayOf } from '../../analysis/answers/overlay/overlay.ts'
import { fileName, namePart, type ExportRequest } from '../../exports/index.ts'
import { defined } from '../../contract/defined.ts'
import type { ExportDone } from '../../contract/exports.ts'
import { writeWhole } from '../../exports/file.ts'
import { doWork } from '../../works/works.ts'
import { api, type Parts } from '../base.ts'
import { saveFile } from '../save-file.ts'
import type { VisitRow } from '../../contract/fleet.ts'
import { consumptionRoutes } from './consumption.ts'
import { fleetRoutes } from './fleet.ts'
import { readingRoutes } from './readings.ts'
import { valveRoutes } from './valve.ts'

/** The most that the contract gives at once. */
const MOST_VISITS = 1000

export function exportRoutes(parts: Parts) {
  const { desk } = parts
  const { sums } = readingRoutes(parts)
  const { visits } = fleetRoutes(parts)
  const { spans: valveSpans } = valveRoutes(parts)
  const { amounts } = consumptionRoutes(parts)

  /** Asks the host where to, and writes there. */
  async function save(request: ExportRequest, signal?: AbortSignal): Promise<ExportDone> {
    const book = desk.book()
    const name = `${fileName(book, request, Date.now())}.${request.format}`
    const saved = await saveFile(parts, { kind: 'export', name, outer: signal }, (out, at) =>
      doWork(book, 'export', { request, file: out }, at),
    )
    return saved?.done ?? null
  }

  return {
    events: api.exports.events.handler(({ input, signal }) => save({ kind: 'events', ...input }, signal)),
    readings: api.exports.readings.handler(({ input, signal }) => save({ kind: 'readings', ...input }, signal)),
    stations: api.exports.stations.handler(({ input, signal }) => save({ kind: 'stations', ...input }, signal)),
    settings: api.exports.settings.handler(({ input, signal }) => save({ kind: 'settings', ...input }, signal)),
    sessions: api.exports.sessions.handler(({ input, signal }) => save({ kind: 'sessions', ...input }, signal)),
    valve: api.exports.valve.handler(async ({ input: { stationId, ...how }, signal }) => {
      const spans = await call(valveSpans, { stationId })
      return save({ kind: 'valve', ...how, stationIds: [stationId], spans: spans.map((span) => ({ ...span, stationId })) }, signal)
    }),
    notes: api.exports.notes.handler(({ input, signal }) => save({ kind: 'notes', ...input }, signal)),
    /** The question goes the way of the screen's, so that the file holds what the screen shows. */
    sums: api.exports.sums.handler(async ({ input, signal }) =>
      save({ kind: 'sums', ...input, sums: await call(sums, input), nowMs: desk.nowMs() }, signal),
    ),
    overlay: api.exports.overlay.handler(({ input, signal }) => {
      const gas = { zone: input.timeZone, contractHour: input.contractHour }
      const overlay = overlayOf(desk.book(), { ...input, gas, nowMs: desk.nowMs() })
      return save({ kind: 'overlay', ...input, overlay }, signal)
    }),
    visits: api.exports.visits.handler(async ({ input: { filter, ...how }, signal }) => {
      const rows: VisitRow[] = []
      for (;;) {
        const page = await call(visits, { ...filter, offset: rows.length, limit: MOST_VISITS })
        rows.push(...page.rows)
        if (page.rows.length === 0 || rows.length >= page.total) break
      }
      return save({ kind: 'visits', ...how, visits: rows, nowMs: desk.nowMs() }, signal)
    }),
    consumption: api.exports.consumption.handler(async ({ input, signal }) =>
      save({ kind: 'consumption', ...input, consumption: await call(amounts, input) }, signal),
    ),
    findings: api.exports.findings.handler(({ input, signal }) =>
      save({ kind: 'findings', ...input, filter: defined(input.filter) }, signal),
    ),
    changes: api.exports.changes.handler(async ({ input, signal }) => {
      const question = { ...defined(input.filter), offset: 0, limit: Infinity }
      const { rows } = await desk.analyst().ask('changes', question, { signal })
      return save({ kind: 'changes', ...input, changes: rows }, signal)
    }),
    compare: api.exports.compare.handler(({ input, signal }) => save({ kind: 'compare', ...input }, signal)),
    image: api.exports.image.handler(async ({ input }) => {
      const { name: given, ext } = path.posix.parse(input.name.replaceAll('/', '_'))
      const ending = namePart(ext.slice(1), 10)
      const name = namePart(`${namePart(given, 240)}${ending && `.${ending}`}`, 255)
      const saved = await saveFile(parts, { kind: 'export', name }, async (out, { signal }) => ({
        bytes: await writeWhole(out, Readable.from([Buffer.from(await input.blob.arrayBuffer())]), signal),
      }))
      return saved?.done ?? null
    }),
  }
}
