import type { ReadingKey } from '../archives/reading-key.ts'
import type { Run } from '../coverage/coverage-runs.ts'
import type { TimedDevice } from './due-records.ts'

/** The time of an archive's device, with what was asked of the device before. */
export function timedIn(key: ReadingKey, allRuns: (key: ReadingKey) => readonly Run[]): TimedDevice {
  const { time = null, archiveType, view } = key
  const before = time?.beforeId ?? null
  return { time, runsBefore: before === null ? [] : allRuns({ equipmentId: before, archiveType, view }) }
}
