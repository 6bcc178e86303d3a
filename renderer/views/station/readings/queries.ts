import type { ReadingView } from '../../../../electron/contract/records.ts'
import { client } from '../../../client.ts'
import { prefetchable } from '../../../speed/prefetch.ts'
import { openSeries } from './open-series.ts'

/** The archives of a station: of all devices that it had, or of one. */
export interface ArchivesQuestion {
  stationId: number
  equipmentId?: number
}

/** One archive of a station. */
export interface SeriesQuestion extends ArchivesQuestion {
  archiveType: string
  view: ReadingView
}

/** Beyond this the book thins an archive (lowest and highest of each stretch are kept). */
const MOST_ROWS = 400_000

/** The archives of a station, as the readings tab lists them. */
export const archivesQuery = prefetchable(
  (asked: ArchivesQuestion, signal) => client.readings.archives(asked, { signal }),
  ({ stationId, equipmentId = '' }) => `${stationId}|${equipmentId}`,
)

/** All of an archive, opened for the chart: asked ahead, it is opened while nobody waits for it. */
export const seriesQuery = prefetchable(
  async (archive: SeriesQuestion, signal) =>
    openSeries(archive, await client.readings.columns({ ...archive, fromMs: 0, toMs: 8.64e15, maxPoints: MOST_ROWS }, { signal })),
  ({ stationId, equipmentId = '', archiveType, view }) => `${stationId}|${equipmentId}|${archiveType}|${view}`,
)
