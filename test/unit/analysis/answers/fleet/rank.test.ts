import { describe, expect, test } from 'vitest'
import { judgementOf, ranked, type Judgement } from '../../../../../electron/analysis/answers/fleet/rank.ts'
import type { Judged, Reason, RuleFindings } from '../../../../../electron/analysis/answers/fleet/reason.ts'
import { reasonsOf } from '../../../../../electron/analysis/answers/fleet/reasons.ts'
import { sessionsHealth } from '../../../../../electron/analysis/answers/health/sessions-health.ts'
import type { StationHealth } from '../../../../../electron/analysis/answers/health/station-health.ts'
import { usualThresholds } from '../../../../../electron/contract/rules.ts'
import { DAY_MS, HOUR_MS } from '../../../../../electron/contract/time/units.ts'
import { visitText, visitTongue } from '../../../../../electron/contract/visit-text.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
const NO_FORECAST = {
  endsAtMs: null,
  earliestMs: null,
  latestMs: null,
  noForecast: 'none_sent' as const,
  endLevel: null,
}
const QUIET: StationHealth = {
  ...sessionsHealth(null, NOW - HOUR_MS),
  rhythmHours: 6,
  signals: {
    open: 0,
    openSinceMs: null,
    openText: null,
    openSensor: false,
    gasAlarm: null,
    tampering: null,
    batteryLow: null,
    valve: null,
  },
  overwriting: null,
  usualM3ADay: 1240,
}
const judged = (health: Partial<StationHealth>, more: Partial<Judged> = {}): Judged => ({
  health: { ...QUIET, ...health },
  comparison: { telemetryBattery: NO_FORECAST, meterBattery: NO_FORECAST, retriesTimes: null, durationTimes: null, trafficTimes: null },
  findings: [],
  answered: new Set(),
  visitedAtMs: null,
  thresholds: usualThresholds(),
  nowMs: NOW,
  ...more,
})
const signals = (more: Partial<StationHealth['signals']>) => ({ signals: { ...QUIET.signals, ...more } })
const found = (more: Partial<RuleFindings>): RuleFindings => ({
  rule: 'frozen',
  flag: 4,
  findings: 1,
  sinceMs: NOW - 2 * DAY_MS,
  lastsSinceMs: null,
  endedMs: NOW - DAY_MS,
  longestMs: DAY_MS,
  totalMs: DAY_MS,
  m3: null,
  channel: null,
  ...more,
})
const english = visitTongue('en', 'UTC', NOW)
const namesOf = (reasons: readonly Reason[]) => reasons.map(({ reason }) => reason)

describe('the reasons of a station', () => {
  test('of a quiet one: none, and it is in no list', () => {
    expect(reasonsOf(judged({}))).toEqual([])
    expect(judgementOf([], { sensor: false, nowMs: NOW })).toBeNull()
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
      found({ rule: 'silent', lastsSinceMs: NOW, endedMs: null }),
      found({ rule: 'flow_while_shut', findings: 2 }),
      found({ rule: 'frozen', findings: 3 }),
    ]
    const reasons = reasonsOf(judged({}, { findings }))
    expect(namesOf(reasons)).toEqual(['valve_contradiction', 'finding'])
    expect(reasons[1]).toMatchObject({ rule: 'frozen', probability: 0.4, numbers: { findings: 3 } })
  })

  test('gas that flowed while the valve was shut is of today only while it is shut and gas flows', () => {
    const shutMs = Date.UTC(2026, 10, 17, 2)
    const openedMs = Date.UTC(2026, 10, 18, 14)
    const endedMs = Date.UTC(2026, 10, 18, 12)
    const of = (valve: StationHealth['signals']['valve'], more: Partial<RuleFindings>, visitedAtMs: number | null = null) => {
      const flow = found({ rule: 'flow_while_shut', sinceMs: shutMs + HOUR_MS, m3: 12.4, totalMs: 10 * HOUR_MS, ...more })
      return reasonsOf(judged(signals({ valve }), { findings: [flow], visitedAtMs }))
    }
    const [lasts] = of({ shutMs, openedMs: null }, { lastsSinceMs: shutMs + HOUR_MS, endedMs: null })
    expect(lasts).toMatchObject({ visitClass: 'A', endedMs: null, m3: 12.4 })
    expect(visitText({ reasons: [lasts as Reason], m3ADay: null, assumedM3ADay: null }, english)).toBe(
      'gas flows while the valve is shut, since 17 November at 03:00 (5 days), 12 m³',
    )
    const [opened] = of({ shutMs, openedMs }, { endedMs })
    expect(opened).toMatchObject({ visitClass: 'B', endedMs, daysExposed: 1 })
    expect(visitText({ reasons: [opened as Reason], m3ADay: null, assumedM3ADay: null }, english)).toBe(
      'gas flowed while the valve was shut, from 17 November at 03:00 to 18 November at 12:00 (33 hours), 12 m³, the valve is open since 18 November at 14:00',
    )
    const [stopped] = of({ shutMs, openedMs: null }, { endedMs })
    expect(stopped?.visitClass).toBe('B')
    expect(visitText({ reasons: [stopped as Reason], m3ADay: null, assumedM3ADay: null }, visitTongue('ru', 'UTC', NOW))).toContain(
      'с тех пор расхода нет',
    )
    expect(of({ shutMs, openedMs }, { endedMs }, NOW - DAY_MS)).toEqual([])
  })

  test('an alarm or tampering that is over is no reason of today, and says from when to when', () => {
    const told = { atMs: NOW - 30 * HOUR_MS, endedMs: NOW - 27 * HOUR_MS, text: '' }
    const [alarm, tampering] = reasonsOf(judged(signals({ gasAlarm: told, tampering: told })))
    expect([alarm?.visitClass, tampering?.visitClass]).toEqual(['B', 'B'])
    expect(visitText({ reasons: [alarm as Reason], m3ADay: null, assumedM3ADay: null }, english)).toBe(
      'gas alarm from 21 November at 06:00 to 21 November at 09:00 (3 hours)',
    )
  })

  test('a finding says what, since when, how long and how many m³', () => {
    const said = (more: Partial<RuleFindings>, tongue = english) => {
      const reasons = reasonsOf(judged({}, { findings: [found(more)] }))
      return visitText({ reasons, m3ADay: null, assumedM3ADay: null }, tongue).replaceAll(/\s/g, ' ')
    }
    const lasts = {
      lastsSinceMs: NOW - 30 * HOUR_MS,
      endedMs: null,
      sinceMs: NOW - 30 * HOUR_MS,
      longestMs: 0,
      totalMs: 0,
      channel: 'temperature',
      m3: 312,
    }
    expect(said(lasts)).toBe('Frozen (temperature): since 21 November at 06:00 (30 hours), 312 m³')
    expect(said(lasts, visitTongue('ru', 'UTC', NOW))).toBe('Зависание (temperature): с 21 ноября в 06:00 (30 часов), 312 м³')
    expect(said({})).toBe('Frozen: from 20 November at 12:00 to 21 November at 12:00 (24 hours)')
    expect(said({ rule: 'unexplained_change', longestMs: 0, totalMs: 0, endedMs: NOW - 2 * DAY_MS })).toBe(
      'Unexplained change: on 20 November at 12:00',
    )
    expect(said({ rule: 'hours_against_day', longestMs: null })).toBe(
      'Hours against the day: from 20 November at 12:00 to 21 November at 12:00',
    )
    expect(said({ rule: 'hours_against_day', longestMs: null, findings: 3 })).toBe(
      'Hours against the day: 3 findings from 20 November to 21 November',
    )
    expect(said({ findings: 3, sinceMs: NOW - 200 * DAY_MS })).toBe('Frozen: 3 findings from 6 May to 21 November, the longest of 24 hours')
  })

  test('a battery that ended, or ends within 14 days, is of this week; one of 20 days is to be planned', () => {
    const of = (more: Partial<Judged['comparison']['telemetryBattery']>) => {
      const telemetryBattery = { ...NO_FORECAST, noForecast: null, earliestMs: NOW, latestMs: NOW + 300 * DAY_MS, endLevel: 43, ...more }
      const own = { ...QUIET.telemetryBattery, level: 22 }
      return reasonsOf(judged({ telemetryBattery: own }, { comparison: { ...judged({}).comparison, telemetryBattery } }))[0]
    }
    const said = (one: Reason | undefined) => visitText({ reasons: [one as Reason], m3ADay: null, assumedM3ADay: null }, english)
    expect(of({ endsAtMs: NOW + 14 * DAY_MS })?.visitClass).toBe('B')
    expect(of({ endsAtMs: NOW + 20 * DAY_MS })?.visitClass).toBe('C')
    expect(of({ endsAtMs: NOW + 91 * DAY_MS })).toBeUndefined()
    const ended = of({ noForecast: 'ended', endsAtMs: null, earliestMs: null, latestMs: null })
    expect(ended).toMatchObject({ visitClass: 'B' })
    expect(said(ended)).toBe('the telemetry battery has ended: its level is 22, such batteries were replaced at 43')
    expect(said(of({ endsAtMs: NOW + 75 * DAY_MS, latestMs: null }))).toContain('how late is not known')
  })

  test('silence that somebody has explained is no reason any more', () => {
    const silent = { lastSessionMs: NOW - 19 * HOUR_MS }
    expect(namesOf(reasonsOf(judged(silent)))).toEqual(['silent'])
    expect(reasonsOf(judged(silent, { answered: new Set(['silent']) }))).toEqual([])
  })

  test('an archive is at risk from the share of its depth on', () => {
    const after = (days: number) => {
      const oldestMs = NOW - days * DAY_MS
      return reasonsOf(judged({ overwriting: { archiveType: 'hourly', depthDays: 35, oldestMs, atMs: oldestMs + 35 * DAY_MS } }))
    }
    expect(after(24)).toEqual([])
    expect(after(25)[0]).toMatchObject({ visitClass: 'B', probability: 0.6, numbers: { days: 10 } })
    expect(after(36)[0]).toMatchObject({ probability: 1 })
  })
})

describe('the rank', () => {
  const reason = (more: Partial<Reason>): Reason => ({
    reason: 'retries',
    probability: 0.5,
    visitClass: 'D',
    daysExposed: 2,
    sinceMs: null,
    endedMs: null,
    m3: null,
    numbers: {},
    texts: {},
    rule: null,
    ...more,
  })
  const placed = (stationId: number, m3ADay: number | null, reasons: readonly Reason[]) => ({
    stationId,
    m3ADay,
    ...(judgementOf(reasons, { sensor: false, nowMs: NOW }) as Judgement),
  })
  const order = (rows: readonly ReturnType<typeof placed>[]) => ranked(rows).map(({ stationId }) => stationId)

  test('is [1 − Π(1 − p)] × m³ × days, by hand, with the three largest reasons, the class first', () => {
    const reasons = [
      reason({ probability: 0.2, daysExposed: 10, sinceMs: 1 }),
      reason({ probability: 0.5, visitClass: 'B', reason: 'silent', daysExposed: 4, sinceMs: 2 }),
      reason({ probability: 0.1, reason: 'weak_signal', daysExposed: 1 }),
      reason({ probability: 0.1, reason: 'missed_session', daysExposed: 2 }),
    ]
    const [place] = ranked([placed(1, 100, reasons)])
    // 1 − 0.8 × 0.5 × 0.9 × 0.9 = 0.676
    expect(place?.probability).toBeCloseTo(0.676, 12)
    expect(place?.score).toBeCloseTo(676, 9)
    expect(place?.visitClass).toBe('B')
    expect(place?.sinceMs).toBe(2)
    expect(place?.reasons.map((one) => one.reason)).toEqual(['silent', 'retries', 'missed_session'])
    expect(place?.takeAlong).toEqual(['sim_antenna', 'telemetry_battery', 'laptop_cable'])
  })

  test('puts the class before the m³', () => {
    const one = (visitClass: Reason['visitClass']) => [reason({ visitClass })]
    expect(order([placed(1, 1e6, one('B')), placed(3, 1, one('A')), placed(2, 1, one('A'))])).toEqual([2, 3, 1])
  })

  test('puts danger before m³ within class A, and what is recent before what is old', () => {
    const at = (name: Reason['reason'], days: number) =>
      reason({ reason: name, visitClass: 'A', sinceMs: NOW - days * DAY_MS, daysExposed: Math.max(1, days) })
    const rows = [
      placed(1, 90_000, [at('tampering', 80)]),
      placed(2, 20_000, [at('tampering', 2)]),
      placed(3, 50, [at('gas_alarm', 0.2)]),
      placed(4, 4000, [at('gas_alarm', 20)]),
      placed(5, 60_000, [at('tampering', 3)]),
      // Somebody opened the case today: the alarm is of twenty days ago all the same.
      placed(7, 9000, [at('gas_alarm', 20), at('tampering', 0.1)]),
      placed(6, 10, [reason({ reason: 'gas_alarm', visitClass: 'A', sinceMs: NOW - HOUR_MS }), at('tampering', 70)]),
    ]
    expect(order(rows)).toEqual([6, 3, 7, 4, 5, 2, 1])
    expect(ranked(rows).find(({ stationId }) => stationId === 6)?.reasons[0]?.reason).toBe('gas_alarm')
  })

  test('of a station of which nobody knows what it lets pass is that of the median of its class, and that is told', () => {
    const silent = (days: number) => [reason({ reason: 'silent', visitClass: 'B', daysExposed: days })]
    const rows = [
      placed(1, 100, silent(3)),
      placed(2, 2900, silent(3)),
      placed(3, 1320, silent(3)),
      placed(4, null, silent(12)),
      placed(5, 1e6, [reason({})]),
    ]
    expect(order(rows)).toEqual([4, 2, 3, 1, 5])
    expect(ranked(rows).map(({ assumedM3ADay }) => assumedM3ADay)).toEqual([1320, null, null, null, null])
    // In a class where nobody's use is known, each counts as the median of all.
    const others = [placed(1, 500, [reason({})]), placed(2, null, silent(1)), placed(3, null, silent(2))]
    expect(ranked(others).map(({ stationId, assumedM3ADay }) => [stationId, assumedM3ADay])).toEqual([
      [3, 500],
      [2, 500],
      [1, null],
    ])
    expect(ranked([placed(1, null, silent(1))])[0]).toMatchObject({ assumedM3ADay: null, score: 0.5 })
  })
})

test('says why in words, in both languages', () => {
  const oldestMs = NOW - 24.5 * DAY_MS
  const overwriting = { archiveType: 'hourly', depthDays: 35, oldestMs, atMs: Date.UTC(2026, 11, 3) }
  const health = { lastSessionMs: NOW - 9 * DAY_MS, overwriting }
  const place = judgementOf(reasonsOf(judged(health)), { sensor: false, nowMs: NOW })
  const row = { reasons: place?.reasons ?? [], m3ADay: 1240, assumedM3ADay: null }
  const [silent, atRisk] = row.reasons
  const order = { ...row, reasons: [silent, atRisk].flatMap((one) => one ?? []).sort((a) => (a.reason === 'silent' ? -1 : 1)) }
  expect(visitText(order, visitTongue('en', 'UTC', NOW))).toBe(
    'silent for 9 days, usually reports every 6 hours; 1,240 m³ a day unmeasured; hourly archive is overwritten on 3 December',
  )
  expect(visitText(order, visitTongue('ru', 'UTC', NOW)).replaceAll(/\s/g, ' ')).toBe(
    'нет связи 9 дней, обычно — раз в 6 часов; 1 240 м³/сут без учёта; часовой архив начнёт затираться 3 декабря',
  )
})
