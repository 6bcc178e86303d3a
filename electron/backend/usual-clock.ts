import type { GasClock } from '../contract/time/gas-day.ts'
import type { Parts } from './base.ts'

/** The clock of the preferences, for books and stations that say nothing of theirs. */
export function usualClock({ file, host }: Pick<Parts, 'file' | 'host'>): GasClock {
  const { timeZone, contractHour } = file.preferences()
  return { zone: timeZone === 'system' ? host.systemTimeZone : timeZone, contractHour }
}
