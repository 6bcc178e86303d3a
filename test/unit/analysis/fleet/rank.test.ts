import { describe, expect, test } from 'vitest'
import { compareRanked, ranked } from '../../../../electron/analysis/fleet/rank.ts'
import { reasonsOf, type Judged, type Reason } from '../../../../electron/analysis/fleet/reasons.ts'
import { sessionsHealth } from '../../../../electron/analysis/health/sessions-health.ts'
import type { StationHealth } from '../../../../electron/analysis/health/station-health.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { DAY_MS, HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { visitText, visitTongue } from '../../../../electron/contract/visit-words/index.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
const NO_FORECAST = { endsAtMs: null, earliestMs: null, latestMs: null, noForecast: 'none_sent' as const }
const QUIET: StationHealth = {
  ...sessionsHealth(null, NOW - HOUR_MS),
  rhythmHours: 6,
  signals: { open: 0, openSinceMs: null, openText: null, openSensor: false, gasAlarm: null, tampering: null, batteryLow: null },
  overwriting: null,
  usualM3ADay: 1240,
} // oxfmt-ignore
const judged = (health: Partial<StationHealth>, more: Partial<Judged> = {}): Judged => ({
  health: { ...QUIET, ...health },
  comparison: { telemetryBattery: NO_FORECAST, meterBattery: NO_FORECAST, retriesTimes: null, durationTimes: null, trafficTimes: null },
  findings: [],
  visitedAtMs: null,
  thresholds: usualThresholds(),
  nowMs: NOW,
  ...more,
}) // oxfmt-ignore
const signals = (more: Partial<StationHealth['signals']>) => ({ signals: { ...QUIET.signals, ...more } })
const namesOf = (reasons: readonly Reason[]) => reasons.map(({ reason }) => reason)

describe('the reasons of a station', () => {
  test('of a quiet one: none, and it is in no list', () => {
    expect(reasonsOf(judged({}))).toEqual([])
    expect(ranked([], 1240, { sensor: false })).toBeNull()
  })

  test('silence beyond its own rhythm, the weaker and the stronger', () => {
    const silentFor = (hours: number) => reasonsOf(judged({ lastSessionMs: NOW - hours * HOUR_MS }))[0]
    expect(silentFor(8)).toBeUndefined()
    expect(silentFor(10)).toMatchObject({ reason: 'silent', visitClass: 'D', probability: 0.3 })
    expect(silentFor(19)).toMatchObject({ visitClass: 'B', probability: 0.8 })
  })

  test('an alarm and tampering need somebody until a visit after them', () => {
    const told = { atMs: NOW - DAY_MS, endedMs: null, text: 'Загазованность' }
    const both = signals({ gasAlarm: told, tampering: told })
    expect(namesOf(reasonsOf(judged(both)))).toEqual(['gas_alarm', 'tampering'])
    expect(reasonsOf(judged(both, { visitedAtMs: NOW - HOUR_MS }))).toEqual([])
    expect(namesOf(reasonsOf(judged(both, { visitedAtMs: NOW - 2 * DAY_MS })))).toEqual(['gas_alarm', 'tampering'])
    const ended = signals({ gasAlarm: { ...told, atMs: NOW - 9 * DAY_MS, endedMs: NOW - 8 * DAY_MS } })
    expect(reasonsOf(judged(ended))).toEqual([])
  })

  test('what a reason of its own tells is no finding besides', () => {
    const findings = [
      { rule: 'silent', flag: 4, findings: 1, sinceMs: NOW },
      { rule: 'flow_while_shut', flag: 4, findings: 2, sinceMs: NOW - DAY_MS },
      { rule: 'frozen', flag: 4, findings: 3, sinceMs: NOW - DAY_MS },
    ] as const
    const reasons = reasonsOf(judged({}, { findings }))
    expect(namesOf(reasons)).toEqual(['valve_contradiction', 'finding'])
    expect(reasons[1]).toMatchObject({ rule: 'frozen', probability: 0.4, numbers: { findings: 3 } })
  })

  test('an archive is at risk from the share of its depth on', () => {
    const after = (days: number) => {
      const oldestMs = NOW - days * DAY_MS
      return reasonsOf(judged({ overwriting: { archiveType: 'hourly', depthDays: 35, oldestMs, atMs: oldestMs + 35 * DAY_MS } })) // oxfmt-ignore
    }
    expect(after(24)).toEqual([])
    expect(after(25)[0]).toMatchObject({ visitClass: 'B', probability: 0.6, numbers: { days: 10 } })
    expect(after(36)[0]).toMatchObject({ probability: 1 })
  })
})

describe('the rank', () => {
  const reason = (more: Partial<Reason>): Reason => ({
    reason: 'retries', probability: 0.5, visitClass: 'D', daysExposed: 2, sinceMs: null, numbers: {}, texts: {}, rule: null, ...more,
  }) // oxfmt-ignore

  test('is [1 − Π(1 − p)] × m³ × days, by hand, with the three largest reasons, the class first', () => {
    const place = ranked(
      [
        reason({ probability: 0.2, daysExposed: 10 }),
        reason({ probability: 0.5, visitClass: 'B', reason: 'silent', daysExposed: 4 }),
        reason({ probability: 0.1, reason: 'weak_signal', daysExposed: 1 }),
        reason({ probability: 0.1, reason: 'missed_session', daysExposed: 2 }),
      ],
      100,
      { sensor: false },
    )
    // 1 − 0.8 × 0.5 × 0.9 × 0.9 = 0.676
    expect(place?.probability).toBeCloseTo(0.676, 12)
    expect(place?.score).toBeCloseTo(676, 9)
    expect(place?.visitClass).toBe('B')
    expect(place?.reasons.map((one) => one.reason)).toEqual(['silent', 'retries', 'missed_session'])
    expect(place?.takeAlong).toEqual(['sim_antenna', 'telemetry_battery', 'laptop_cable'])
  })

  test('puts the class before the m³', () => {
    const rows = [
      { stationId: 1, visitClass: 'B', score: 1e6 },
      { stationId: 3, visitClass: 'A', score: 1 },
      { stationId: 2, visitClass: 'A', score: 1 },
    ] as const
    expect(rows.toSorted(compareRanked).map(({ stationId }) => stationId)).toEqual([2, 3, 1])
  })
})

test('says why in words, in both languages', () => {
  const oldestMs = NOW - 24.5 * DAY_MS
  const overwriting = { archiveType: 'hourly', depthDays: 35, oldestMs, atMs: Date.UTC(2026, 11, 3) }
  const health = { lastSessionMs: NOW - 9 * DAY_MS, overwriting }
  const place = ranked(reasonsOf(judged(health)), 1240, { sensor: false })
  const row = { reasons: place?.reasons ?? [], m3ADay: 1240 }
  const [silent, atRisk] = row.reasons
  const order = { ...row, reasons: [silent, atRisk].flatMap((one) => one ?? []).sort((a) => (a.reason === 'silent' ? -1 : 1)) } // oxfmt-ignore
  expect(visitText(order, visitTongue('en', 'UTC', NOW))).toBe(
    'silent for 9 days, usually reports every 6 hours; 1,240 m³ a day unmeasured; hourly archive is overwritten on 3 December',
  )
  expect(visitText(order, visitTongue('ru', 'UTC', NOW)).replaceAll(/\s/g, ' ')).toBe(
    'нет связи 9 дней, обычно — раз в 6 часов; 1 240 м³/сут без учёта; часовой архив начнёт затираться 3 декабря',
  )
})
