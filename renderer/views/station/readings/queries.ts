import type { ReadingView } from '../../../../electron/contract/records.ts'
import { client } from '../../../client.ts'
import { prefetchable } from '../../../speed/prefetch.ts'
import { openSeries } from './open-series.ts'

/** One archive of a station. */
export interface SeriesQuestion {
  stationId: number
  archiveType: string
  view: ReadingView
}

/** Beyond this the book thins an archive (lowest and highest of each stretch are kept). */
const MOST_ROWS = 400_000

/** The archives of a station, as the readings tab lists them. */
export const archivesQuery = prefetchable((stationId: number, signal) => client.readings.archives({ stationId }, { signal }), String)

/** All of an archive, opened for the chart: asked ahead, it is opened while nobody waits for it. */
export const seriesQuery = prefetchable(
  async (archive: SeriesQuestion, signal) =>
    openSeries(archive, await client.readings.columns({ ...archive, fromMs: 0, toMs: 8.64e15, maxPoints: MOST_ROWS }, { signal })),
  ({ stationId, archiveType, view }) => `${stationId}|${archiveType}|${view}`,
)
