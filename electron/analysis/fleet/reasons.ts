import type { VisitReason } from '../../contract/fleet.ts'
import type { RuleCode, Thresholds, VisitClass } from '../../contract/rules.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time/units.ts'
import { situationName } from '../event-roles.ts'
import type { KnownHealth } from '../health/keep.ts'
import { hasMissed, silenceOf } from '../health/sessions-health.ts'
import {
  BATTERY_DAYS,
  BATTERY_LOW_DAYS,
  GAS_ALARM_DAYS,
  RETRIES,
  TAMPERING_DAYS,
  TOLD_OTHERWISE,
  WEAK_DBM,
  WEIGHTS,
} from './probabilities.ts'

/** Why somebody should go to a station: its reasons as data, each with what it weighs. */

/** What was found at a station by one rule and concerns the present. */
export interface RuleFindings {
  rule: RuleCode
  /** 4 where one of them is a failure, else the mildest precedence of QARTOD's. */
  flag: 3 | 4 | 9
  findings: number
  /** The first of them, Unix ms. */
  sinceMs: number
}

export interface Judged extends Pick<KnownHealth, 'health' | 'comparison'> {
  findings: readonly RuleFindings[]
  /** When somebody was there last, by a note; Unix ms. */
  visitedAtMs: number | null
  thresholds: Thresholds
  nowMs: number
}

export interface Reason extends VisitReason {
  visitClass: VisitClass
  /** For how long gas has passed unmeasured because of it; at least one day, at most a year. */
  daysExposed: number
}

const MOST_DAYS = 365

/** All reasons of a station, unordered. */
export function reasonsOf(judged: Judged): Reason[] {
  return [...events(judged), ...sessions(judged), ...risks(judged), ...found(judged)]
}

type Said = Pick<VisitReason, 'reason' | 'sinceMs'> & Partial<Pick<VisitReason, 'numbers' | 'texts' | 'rule'>>
const days = (ms: number): number => ms / DAY_MS

/** @param more the reason is there in its stronger form */
function reason(
  nowMs: number,
  more: boolean,
  { reason: name, sinceMs, numbers = {}, texts = {}, rule = null }: Said,
): Reason {
  // oxfmt-ignore
  const { probability, visitClass } = WEIGHTS[name][more ? 'more' : 'usual']
  const daysExposed = Math.min(MOST_DAYS, Math.max(1, sinceMs === null ? 1 : days(nowMs - sinceMs)))
  return { reason: name, probability, visitClass, daysExposed, sinceMs, numbers, texts, rule }
}

function* events({ health, nowMs, visitedAtMs, findings }: Judged): Generator<Reason> {
  const { gasAlarm, tampering, open, openSinceMs, openText } = health.signals
  const isUnseen = (atMs: number, within: number) =>
    days(nowMs - atMs) <= within && (visitedAtMs === null || visitedAtMs < atMs)
  if (
    gasAlarm &&
    (gasAlarm.endedMs === null || days(nowMs - gasAlarm.endedMs) <= GAS_ALARM_DAYS) &&
    isUnseen(gasAlarm.atMs, TAMPERING_DAYS)
  ) {
    // oxfmt-ignore
    const { atMs, endedMs, text } = gasAlarm
    yield reason(nowMs, endedMs === null, { reason: 'gas_alarm', sinceMs: atMs, numbers: { atMs }, texts: { situation: situationName(text) } }) // oxfmt-ignore
  }
  if (tampering && isUnseen(tampering.atMs, TAMPERING_DAYS)) {
    const { atMs, text } = tampering
    yield reason(nowMs, false, {
      reason: 'tampering',
      sinceMs: atMs,
      numbers: { atMs },
      texts: { situation: situationName(text) },
    })
  }
  const flow = findings.find(({ rule }) => rule === 'flow_while_shut')
  if (flow)
    yield reason(nowMs, false, {
      reason: 'valve_contradiction',
      sinceMs: flow.sinceMs,
      numbers: { atMs: flow.sinceMs, findings: flow.findings },
      rule: 'flow_while_shut',
    })
  if (open > 0 && openSinceMs !== null) {
    const lasts = nowMs - openSinceMs
    yield reason(nowMs, false, {
      reason: 'open_situation',
      sinceMs: openSinceMs,
      numbers: { situations: open, hours: lasts / HOUR_MS, days: days(lasts) },
      texts: { situation: situationName(openText ?? '') },
    })
  }
}

function* sessions({ health, comparison, thresholds, nowMs }: Judged): Generator<Reason> {
  const { lastSessionMs, rhythmHours, nextSessionMs, signal, retries } = health
  const { silentHours, silenceTimes } = silenceOf(health, nowMs)
  const { suspect, fail } = thresholds.silent
  const isSilent = silenceTimes !== null && silenceTimes > (suspect ?? Infinity)
  if (isSilent && silentHours !== null && rhythmHours !== null)
    yield reason(nowMs, silenceTimes > (fail ?? Infinity), {
      reason: 'silent',
      sinceMs: lastSessionMs,
      numbers: { hours: silentHours, days: silentHours / 24, rhythmHours, rhythmDays: rhythmHours / 24, times: silenceTimes }, // oxfmt-ignore
      rule: 'silent',
    })
  else if (nextSessionMs !== null && hasMissed(health, nowMs))
    yield reason(nowMs, false, { reason: 'missed_session', sinceMs: nextSessionMs, numbers: { atMs: nextSessionMs }, rule: 'silent' }) // oxfmt-ignore
  // Another scale (0 to 31, as AT+CSQ has it) has no negative number, and tells of no dBm.
  if (signal.median !== null && signal.median < 0 && signal.median <= WEAK_DBM)
    yield reason(nowMs, false, { reason: 'weak_signal', sinceMs: null, numbers: { rssi: signal.median } })
  const times = comparison.retriesTimes
  if (retries !== null && times !== null && retries >= RETRIES.least && times >= RETRIES.times)
    yield reason(nowMs, false, { reason: 'retries', sinceMs: null, numbers: { retries, times } })
}

function* risks({ health, comparison, findings, thresholds, nowMs }: Judged): Generator<Reason> {
  const { overwriting } = health
  const share = (thresholds.archive_at_risk.share ?? 100) / 100
  if (overwriting && nowMs - overwriting.oldestMs >= share * overwriting.depthDays * DAY_MS) {
    const { atMs, archiveType, oldestMs } = overwriting
    yield reason(nowMs, atMs <= nowMs, {
      reason: 'archive_at_risk',
      sinceMs: oldestMs,
      numbers: { atMs, days: days(atMs - nowMs) },
      texts: { archive: archiveType },
      rule: 'archive_at_risk',
    })
  }
  for (const battery of ['telemetry', 'meter'] as const) {
    const { endsAtMs, earliestMs, latestMs } = comparison[`${battery}Battery`]
    if (endsAtMs === null || earliestMs === null || latestMs === null) continue
    const left = days(endsAtMs - nowMs)
    if (left > BATTERY_DAYS) continue
    yield reason(nowMs, left <= 30, {
      reason: 'battery',
      sinceMs: null,
      numbers: { atMs: endsAtMs, days: left, earliestMs, latestMs },
      texts: { battery },
    })
  }
  const { batteryLow } = health.signals
  const replaced = Math.max(health.meterBattery.replacedAtMs ?? 0, health.telemetryBattery.replacedAtMs ?? 0)
  if (
    batteryLow &&
    batteryLow.endedMs === null &&
    batteryLow.atMs > replaced &&
    days(nowMs - batteryLow.atMs) <= BATTERY_LOW_DAYS
  )
    // oxfmt-ignore
    yield reason(nowMs, true, {
      reason: 'battery',
      sinceMs: batteryLow.atMs,
      texts: { battery: 'meter', situation: situationName(batteryLow.text) },
    })
  const overdue = findings.find(({ rule }) => rule === 'verification_overdue')
  if (overdue) {
    // Overdue it is found from its date on, before that from as many days before as there is warning.
    const isOver = overdue.flag === 4
    const atMs = overdue.sinceMs + (isOver ? 0 : (thresholds.verification_overdue.warn ?? 0) * DAY_MS)
    const left = days(atMs - nowMs)
    yield reason(nowMs, isOver, {
      reason: 'verification',
      sinceMs: isOver ? atMs : null,
      numbers: { atMs, days: left },
      rule: 'verification_overdue',
    })
  }
}

function* found({ findings, nowMs }: Judged): Generator<Reason> {
  for (const { rule, flag, findings: count, sinceMs } of findings) {
    if (TOLD_OTHERWISE.has(rule)) continue
    yield reason(nowMs, flag === 4, { reason: 'finding', sinceMs, numbers: { findings: count }, rule })
  }
}
