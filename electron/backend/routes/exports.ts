import path from 'node:path'
import { Readable } from 'node:stream'
import { visitLines } from '../../analysis/answers/fleet/trip.ts'
import { valveOf } from '../../analysis/answers/situations/valve-spans.ts'
import { fileName, namePart, type ExportRequest } from '../../exports/index.ts'
import { defined } from '../../contract/defined.ts'
import type { ExportDone } from '../../contract/exports.ts'
import { writeWhole } from '../../exports/file.ts'
import { doWork } from '../../works/works.ts'
import { api, type Parts } from '../base.ts'
import { saveFile } from '../save-file.ts'
import { usualClock } from '../usual-clock.ts'

const ALL = { offset: 0, limit: Infinity }

/** Files hold what the screens show: the same questions, asked of the analysis itself. */
export function exportRoutes(parts: Parts) {
  const { desk } = parts
  const now = () => ({ usual: usualClock(parts), nowMs: desk.nowMs() })

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
      const spans = await valveOf(desk.book(), stationId, now())
      return save({ kind: 'valve', ...how, stationIds: [stationId], spans: spans.map((span) => ({ ...span, stationId })) }, signal)
    }),
    notes: api.exports.notes.handler(({ input, signal }) => save({ kind: 'notes', ...input }, signal)),
    sums: api.exports.sums.handler(async ({ input, signal }) =>
      save({ kind: 'sums', ...input, sums: await desk.analyst().ask('channelSums', input, { signal }), nowMs: desk.nowMs() }, signal),
    ),
    overlay: api.exports.overlay.handler(async ({ input, signal }) =>
      save({ kind: 'overlay', ...input, overlay: await desk.analyst().ask('overlay', input, { signal }) }, signal),
    ),
    visits: api.exports.visits.handler(async ({ input: { filter, trip, ...how }, signal }) => {
      const analyst = desk.analyst()
      const lines = trip
        ? await analyst.ask('trip', null, { signal })
        : visitLines(desk.book(), (await analyst.ask('visits', { ...filter, ...ALL }, { signal })).rows)
      return save({ kind: 'visits', ...how, lines, nowMs: desk.nowMs() }, signal)
    }),
    consumption: api.exports.consumption.handler(async ({ input, signal }) =>
      save({ kind: 'consumption', ...input, consumption: await desk.analyst().ask('amounts', input, { signal }) }, signal),
    ),
    balance: api.exports.balance.handler(async ({ input, signal }) => {
      const { branchId, by, from, to } = input
      const balance = await desk.analyst().ask('balance', { branchId, by, from, to }, { signal })
      return save({ kind: 'balance', ...input, balance }, signal)
    }),
    findings: api.exports.findings.handler(({ input, signal }) =>
      save({ kind: 'findings', ...input, filter: defined(input.filter) }, signal),
    ),
    changes: api.exports.changes.handler(async ({ input, signal }) => {
      const { rows } = await desk.analyst().ask('changes', { ...defined(input.filter), ...ALL }, { signal })
      return save({ kind: 'changes', ...input, changes: rows }, signal)
    }),
    digest: api.exports.digest.handler(async ({ input, signal }) =>
      save({ kind: 'digest', ...input, digest: await desk.analyst().ask('digest', null, { signal }) }, signal),
    ),
    compare: api.exports.compare.handler(({ input, signal }) => save({ kind: 'compare', ...input }, signal)),
    image: api.exports.image.handler(async ({ input }) => {
      const { name: given, ext } = path.posix.parse(input.name.replaceAll('/', '_'))
      const ending = namePart(ext.slice(1), 10)
      const name = namePart(`${namePart(given, 240)}${ending && `.${ending}`}`, 255)
      const saved = await saveFile(parts, { kind: 'export', name }, async (out, { signal }) => ({
        bytes: await writeWhole(out, Readable.from([Buffer.from(await input.blob.arrayBuffer())]), signal, { isPlain: true }),
      }))
      return saved?.done ?? null
    }),
  }
}
