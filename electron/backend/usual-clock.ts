import type { GasClock } from '../contract/time/gas-day.ts'
import type { Host } from './host.ts'
import type { ProgramFile } from './program-file.ts'

/** The clock of the preferences, for books and stations that say nothing of theirs. */
export function usualClock({ file, host }: { file: ProgramFile; host: Host }): GasClock {
  const { timeZone, contractHour } = file.preferences()
  return { zone: timeZone === 'system' ? host.systemTimeZone : timeZone, contractHour }
}
