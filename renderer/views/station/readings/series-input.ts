import type { ReadingView } from '../../../../electron/contract/records.ts'

/** One archive of a station. */
export interface SeriesQuestion {
  stationId: number
  archiveType: string
  view: ReadingView
}

/** Beyond this the book thins an archive (lowest and highest of each stretch are kept). */
const MOST_ROWS = 400_000

/** The question for all of an archive. */
export const seriesInput = ({ stationId, archiveType, view }: SeriesQuestion) => ({
  stationId,
  archiveType,
  view,
  fromMs: 0,
  toMs: 8.64e15,
  maxPoints: MOST_ROWS,
})
