import type { ReadingKey } from '../archives/reading-key.ts'
import type { Run } from '../coverage/coverage-runs.ts'
import type { UnaskedDays } from '../coverage/unasked.ts'
import type { TimedDevice } from './due-records.ts'

/** What the time of a device at a station is told by. */
export interface KnownTimes {
  allRuns: (key: ReadingKey) => readonly Run[]
  /** All stamps of an archive, ascending. */
  stamps: (key: ReadingKey) => Float64Array
  unasked: () => readonly UnaskedDays[]
}

/** The time of an archive's device, with what was asked of the device before, and what an exchange has left unasked. */
export function timedIn(key: ReadingKey, { allRuns, stamps, unasked }: KnownTimes): TimedDevice {
  const { time = null, equipmentId, archiveType, view } = key
  if (!time) return { time, runsBefore: [], unasked: [], stampsBefore: () => NOTHING }
  const before = time.beforeId === null ? null : { equipmentId: time.beforeId, archiveType, view }
  const isOwn = (one: UnaskedDays) =>
    one.archiveType === archiveType && one.view === view && 'equipmentId' in one.owner && one.owner.equipmentId === equipmentId
  return {
    time,
    runsBefore: before ? allRuns(before) : [],
    unasked: unasked().filter(isOwn),
    stampsBefore: () => (before ? stamps(before) : NOTHING),
  }
}

const NOTHING = new Float64Array(0)
