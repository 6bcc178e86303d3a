import { rm, writeFile } from 'node:fs/promises'
import { exportTo, type ExportRequest } from '../../exports/index.ts'
import type { ExportDone } from '../../contract/exports.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { api, type Parts } from '../base.ts'

export function exportRoutes({ desk, host }: Parts) {
  /** Asks the host where to, and writes there. */
  async function save(name: string, request: ExportRequest, signal?: AbortSignal): Promise<ExportDone> {
    const book = desk.book()
    const place = await host.saveAs(`${name}.${request.format}`)
    if (!place) return null
    const { rows, bytes } = await exportTo(book, request, place.file, signal ? { signal } : {})
    return { file: place.href === null ? place.file : `${name}.${request.format}`, href: place.href, rows, bytes }
  }
  const today = () => new Date().toISOString().slice(0, 10)
  const stationName = (ids: readonly number[] | undefined): string => {
    const only = ids?.length === 1 && ids[0] !== undefined ? desk.book().stations.get(ids[0]) : undefined
    return only ? ` ${only.name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '_')}` : ''
  }

  return {
    events: api.exports.events.handler(({ input: { filter, ...how }, signal }) =>
      save(`events${stationName(filter.stationIds)} ${today()}`, { kind: 'events', filter, ...how }, signal),
    ),
    readings: api.exports.readings.handler(({ input, signal }) =>
      save(`readings${stationName(input.stationIds)} ${today()}`, { kind: 'readings', ...input }, signal),
    ),
    stations: api.exports.stations.handler(({ input, signal }) =>
      save(`stations ${today()}`, { kind: 'stations', ...input }, signal),
    ),
    settings: api.exports.settings.handler(({ input, signal }) =>
      save(`settings${stationName(input.stationIds)} ${today()}`, { kind: 'settings', ...input }, signal),
    ),
    sessions: api.exports.sessions.handler(({ input, signal }) =>
      save(`sessions${stationName(input.stationIds)} ${today()}`, { kind: 'sessions', ...input }, signal),
    ),
    image: api.exports.image.handler(async ({ input }) => {
      const place = await host.saveAs(input.name)
      if (!place) return null
      const bytes = new Uint8Array(await input.blob.arrayBuffer())
      try {
        await writeFile(place.file, bytes)
      } catch (error) {
        await rm(place.file, { force: true })
        throw new MeterbookError('FILE_NOT_WRITABLE', { file: place.file }, { cause: error })
      }
      return { file: place.href === null ? place.file : input.name, href: place.href, rows: null, bytes: bytes.length }
    }),
  }
}
