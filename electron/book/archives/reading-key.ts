import type { ReadingView } from '../../contract/records.ts'

/** One archive of readings. */
export interface ReadingKey {
  equipmentId: number
  archiveType: string
  view: ReadingView
}

/** A time range with both ends included. Without bounds it covers everything. */
export interface TimeRange {
  fromMs?: number
  toMs?: number
}
