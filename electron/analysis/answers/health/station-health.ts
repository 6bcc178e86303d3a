import type { Thresholds } from '../../../contract/rules.ts'
import { withoutNoiseIn } from '../../../contract/units.ts'
import type { StationData } from '../../kernel/data.ts'
import { sessionsHealth, type SessionsHealth } from './sessions-health.ts'
import { signalsOf, type Signals } from './signals.ts'
import { overwritingAt, type Risk } from '../../station/facts/overwriting.ts'

/**
 * How one station's device and telemetry are, by its own data alone: what holds until its data change. Silence and days
 * that are left are counted from it and the present moment, comparisons from it and the other stations.
 */
export interface StationHealth extends SessionsHealth {
  signals: Signals
  /** Null: no archive's depth is known. */
  overwriting: Risk | null
  usualM3ADay: number | null
}

/** @param usualM3ADay what consumption has of its days: see `usual-day.ts` */
export function healthOf(data: StationData, thresholds: Thresholds, usualM3ADay: number | null): StationHealth {
  return withoutNoiseIn({
    ...sessionsHealth(data.sessions, data.lastSessionMs),
    signals: signalsOf(data),
    overwriting: overwritingAt(data, thresholds.archive_at_risk),
    usualM3ADay,
  })
}
