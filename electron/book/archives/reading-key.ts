import type { DeviceTime } from '../../contract/device-time.ts'
import type { ReadingView } from '../../contract/records.ts'

/** One archive of readings. */
export interface ReadingKey {
  equipmentId: number
  archiveType: string
  view: ReadingView
  /** The part of the archive that is meant: the device's time at a station; absent or null: all of it. For readers. */
  time?: DeviceTime | null
}

/** A time range with both ends included. Without bounds it covers everything. */
export interface TimeRange {
  fromMs?: number
  toMs?: number
}
