import type { HealthRow } from '../../../contract/fleet.ts'
import { withoutNoiseIn } from '../../../contract/units.ts'
import type { Forecast } from './battery.ts'
import type { KnownHealth } from './keep.ts'
import { missedForMs, silenceBy, silenceOf } from '../../station/facts/silence.ts'

/** The health of a station as the window and the command line show it, at a moment. */
export function healthRow(
  { id, name }: { id: number; name: string | null },
  { health, comparison, thresholds }: Omit<KnownHealth, 'judgedAtMs'>,
  nowMs: number,
): HealthRow {
  const trend = (own: KnownHealth['health']['meterBattery'], forecast: Forecast): HealthRow['meterBattery'] => ({
    median: own.median,
    slopeADay: own.slope?.aDay ?? null,
    replacedAtMs: own.replacedAtMs,
    ...forecast,
  })
  const silence = silenceOf(health, nowMs)
  return withoutNoiseIn({
    stationId: id,
    stationName: name,
    lastSessionMs: health.lastSessionMs,
    rhythmHours: health.rhythmHours,
    ...silence,
    silence: silenceBy(silence.silenceTimes, thresholds.silent),
    nextSessionMs: health.nextSessionMs,
    missedSession: missedForMs(health, nowMs) !== null,
    telemetryBattery: trend(health.telemetryBattery, comparison.telemetryBattery),
    meterBattery: trend(health.meterBattery, comparison.meterBattery),
    signal: health.signal,
    retries: { median: health.retries, times: comparison.retriesTimes },
    duration: { median: health.duration, times: comparison.durationTimes },
    traffic: { median: health.traffic, times: comparison.trafficTimes },
    openSituations: health.signals.open,
    overwrittenAtMs: health.overwriting?.atMs ?? null,
    overwrittenArchive: health.overwriting?.archiveType ?? null,
    depthKnown: health.overwriting !== null,
    usualM3ADay: health.usualM3ADay,
  })
}
