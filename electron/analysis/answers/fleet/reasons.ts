import { DAY_MS } from '../../../contract/time/units.ts'
import { situationName } from '../../station/meaning/roles.ts'
import { overwritingBy } from '../../station/facts/overwriting.ts'
import { missedForMs, silenceBy, silenceOf } from '../../station/facts/silence.ts'
import { eventReasons } from './event-reasons.ts'
import { findingReasons } from './finding-reasons.ts'
import { BATTERY_DAYS, BATTERY_LOW_DAYS, BATTERY_NOW_DAYS, BATTERY_SOON_DAYS, RETRIES, WEAK_DBM, WEIGHTS } from './probabilities.ts'
import { days, reasonOf, type Judged, type Reason } from './reason.ts'

/** Why somebody should go to a station: its reasons as data, each with what it weighs; unordered. */
export const reasonsOf = (judged: Judged): Reason[] => [
  ...eventReasons(judged),
  ...sessions(judged),
  ...overwriting(judged),
  ...batteries(judged),
  ...findingReasons(judged),
]

function* sessions({ health, comparison, findings, thresholds, answered, nowMs }: Judged): Generator<Reason> {
  const { lastSessionMs, rhythmHours, nextSessionMs, signal, retries } = health
  const { silentHours, silenceTimes } = silenceOf(health, nowMs)
  const silence = silenceBy(silenceTimes, thresholds.silent)
  const isExplained = answered.has('silent')
  const m3 = findings.find(({ rule }) => rule === 'silent')?.m3 ?? null
  if (!isExplained && silence && silenceTimes !== null && silentHours !== null && rhythmHours !== null)
    yield reasonOf(nowMs, WEIGHTS.silent[silence === 'fail' ? 'failed' : 'suspect'], {
      reason: 'silent',
      sinceMs: lastSessionMs,
      numbers: { hours: silentHours, days: silentHours / 24, rhythmHours, rhythmDays: rhythmHours / 24, times: silenceTimes },
      m3,
      rule: 'silent',
      ...exposedBy(m3, health.usualM3ADay),
    })
  else if (!isExplained && nextSessionMs !== null && missedForMs(health, nowMs) !== null)
    yield reasonOf(nowMs, WEIGHTS.missed_session.lasts, {
      reason: 'missed_session',
      sinceMs: nextSessionMs,
      numbers: { atMs: nextSessionMs },
      rule: 'silent',
    })
  // Another scale (0 to 31, as AT+CSQ has it) has no negative number, and tells of no dBm.
  if (signal.median !== null && signal.median < 0 && signal.median <= WEAK_DBM)
    yield reasonOf(nowMs, WEIGHTS.weak_signal.lasts, {
      reason: 'weak_signal',
      sinceMs: null,
      numbers: { rssi: signal.median },
    })
  const times = comparison.retriesTimes
  if (retries !== null && times !== null && retries >= RETRIES.least && times >= RETRIES.times)
    yield reasonOf(nowMs, WEIGHTS.retries.lasts, { reason: 'retries', sinceMs: null, numbers: { retries, times } })
}

/** As many days of the usual use as what passed unseen: where that has a price, the rank goes by it. */
const exposedBy = (m3: number | null, usualM3ADay: number | null): { exposedMs?: number } =>
  m3 !== null && usualM3ADay !== null && usualM3ADay > 0 ? { exposedMs: (m3 / usualM3ADay) * DAY_MS } : {}

function* overwriting({ health, thresholds, answered, nowMs }: Judged): Generator<Reason> {
  const risk = health.overwriting
  if (!risk || answered.has('archive_at_risk') || overwritingBy(risk, thresholds.archive_at_risk, nowMs) === null) return
  const { atMs, archiveType, oldestMs } = risk
  yield reasonOf(nowMs, WEIGHTS.archive_at_risk[atMs <= nowMs ? 'lasts' : 'soon'], {
    reason: 'archive_at_risk',
    sinceMs: oldestMs,
    numbers: { atMs, days: days(atMs - nowMs) },
    texts: { archive: archiveType },
    rule: 'archive_at_risk',
  })
}

function* batteries({ health, comparison, nowMs }: Judged): Generator<Reason> {
  for (const battery of ['telemetry', 'meter'] as const) {
    const key = `${battery}Battery` as const
    const { endsAtMs, earliestMs, latestMs, noForecast, endLevel } = comparison[key]
    const { level } = health[key]
    if (noForecast === 'ended' && level !== null && endLevel !== null)
      yield reasonOf(nowMs, WEIGHTS.battery.now, {
        reason: 'battery',
        sinceMs: endsAtMs,
        numbers: { level, endLevel, ...(endsAtMs === null ? {} : { atMs: endsAtMs }) },
        texts: { battery },
        // The device may still report: what it lets pass is not unmeasured because of it.
        exposedMs: 0,
      })
    if (noForecast !== null || endsAtMs === null || earliestMs === null) continue
    const left = days(endsAtMs - nowMs)
    if (left > BATTERY_DAYS) continue
    const urgency = left <= BATTERY_NOW_DAYS ? 'now' : left <= BATTERY_SOON_DAYS ? 'soon' : 'later'
    yield reasonOf(nowMs, WEIGHTS.battery[urgency], {
      reason: 'battery',
      sinceMs: null,
      numbers: { atMs: endsAtMs, days: left, earliestMs, ...(latestMs === null ? {} : { latestMs }) },
      texts: { battery },
    })
  }
  const { batteryLow } = health.signals
  const replaced = Math.max(health.meterBattery.replacedAtMs ?? 0, health.telemetryBattery.replacedAtMs ?? 0)
  if (batteryLow && batteryLow.endedMs === null && batteryLow.atMs > replaced && days(nowMs - batteryLow.atMs) <= BATTERY_LOW_DAYS)
    yield reasonOf(nowMs, WEIGHTS.battery.soon, {
      reason: 'battery',
      sinceMs: batteryLow.atMs,
      numbers: { toldMs: batteryLow.atMs },
      texts: { battery: 'meter', situation: situationName(batteryLow.text) },
    })
}
