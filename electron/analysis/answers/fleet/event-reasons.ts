import { situationName } from '../../station/meaning/roles.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import { GAS_ALARM_DAYS, TAMPERING_DAYS, WEIGHTS } from './probabilities.ts'
import { days, isUnseen, reasonOf, type Judged, type Reason } from './reason.ts'

/** Why somebody should go by what the device's log tells: alarms, tampering, the valve, situations that are open. */
export function* eventReasons(judged: Judged): Generator<Reason> {
  const { health, nowMs } = judged
  const { gasAlarm, tampering, open, openSinceMs, openText } = health.signals
  for (const [reason, told] of [
    ['gas_alarm', gasAlarm],
    ['tampering', tampering],
  ] as const) {
    if (!told || days(nowMs - told.atMs) > TAMPERING_DAYS || !isUnseen(judged, told.atMs)) continue
    const { atMs, endedMs, text } = told
    if (reason === 'gas_alarm' && endedMs !== null && days(nowMs - endedMs) > GAS_ALARM_DAYS) continue
    // Who opened the cabinet and shut it again has been there: that it is shut now mends nothing, but nobody is there today.
    yield reasonOf(nowMs, WEIGHTS[reason][endedMs === null ? 'lasts' : 'over'], {
      reason,
      sinceMs: atMs,
      endedMs,
      numbers: { atMs, ...(endedMs === null ? {} : { endedMs, ...lasted(endedMs - atMs) }) },
      texts: { situation: situationName(text) },
    })
  }
  yield* valveContradiction(judged)
  if (open > 0 && openSinceMs !== null)
    yield reasonOf(nowMs, WEIGHTS.open_situation.lasts, {
      reason: 'open_situation',
      sinceMs: openSinceMs,
      numbers: { atMs: openSinceMs, situations: open, ...lasted(nowMs - openSinceMs) },
      texts: { situation: situationName(openText ?? '') },
    })
}

/** How long, as the words need it. */
export const lasted = (ms: number) => ({ hours: ms / HOUR_MS, days: days(ms) })

/**
 * Gas that was counted while the valve was shut. It goes on where the valve is shut still and the newest record counts gas;
 * else it is over, and what happened since is said: the valve was opened, or nothing flows any more.
 */
function* valveContradiction(judged: Judged): Generator<Reason> {
  const { findings, health, nowMs } = judged
  const flow = findings.find(({ rule }) => rule === 'flow_while_shut')
  if (!flow) return
  const { sinceMs, lastsSinceMs, endedMs, m3, findings: count, totalMs } = flow
  const { valve } = health.signals
  const isShut = valve !== null && valve.openedMs === null
  if (isShut && lastsSinceMs !== null) {
    yield reasonOf(nowMs, WEIGHTS.valve_contradiction.lasts, {
      reason: 'valve_contradiction',
      sinceMs: lastsSinceMs,
      m3,
      numbers: { atMs: lastsSinceMs, findings: count, ...lasted(nowMs - lastsSinceMs) },
      rule: 'flow_while_shut',
    })
    return
  }
  // The newest record may have been counted in the last hour before the valve was opened.
  const overMs = endedMs ?? valve?.openedMs ?? nowMs
  if (!isUnseen(judged, overMs)) return
  const openedMs = valve?.openedMs ?? null
  yield reasonOf(nowMs, WEIGHTS.valve_contradiction.over, {
    reason: 'valve_contradiction',
    sinceMs,
    endedMs: overMs,
    m3,
    numbers: {
      atMs: sinceMs,
      endedMs: overMs,
      findings: count,
      ...lasted(overMs - sinceMs),
      ...(openedMs !== null && openedMs >= overMs ? { openedMs } : {}),
    },
    rule: 'flow_while_shut',
    ...(totalMs > 0 ? { exposedMs: totalMs } : {}),
  })
}
