/**
 * Whether one more lane is worth it. The rule, in full:
 *
 * - A window starts when the number of lanes changes. It can be judged once it has lasted `minMs` and brought
 *   `minAnswersPerLane` answers for each lane. Its rate is answers a second, and bytes a second.
 * - One lane is always worth a second one. With n lanes, ideal growth over n-1 is the factor n/(n-1); the newest
 *   lane has earned its place, for good, as soon as either rate has grown by a quarter of that. Then the next one
 *   may be opened.
 * - A lane that has not earned its place after `patienceMs` is closed, and no other is opened for `restMs`; unless
 *   `patienceMs` without it show a rate that is lower than with it (then it was the line or the machine that had
 *   slowed down, not the lane that was useless).
 */
export interface JudgeOptions {
  minMs: number
  minAnswersPerLane: number
  patienceMs: number
  restMs: number
}

const DEFAULT_JUDGE: JudgeOptions = { minMs: 50, minAnswersPerLane: 2, patienceMs: 3_000, restMs: 60_000 }

type Verdict = 'wait' | 'open' | 'close'

export interface LaneJudge {
  /** An answer has been received in full. */
  answered(bytes: number): void
  /** The number of lanes is now this: a new window starts. */
  changed(lanes: number, nowMs: number): void
  /** Throws the counts away and begins a new window: they do not tell. */
  restart(nowMs: number): void
  verdict(nowMs: number): Verdict
  /** A lane could not be opened, or was lost: no other for a while, whatever the rates say. */
  rest(nowMs: number): void
}

interface Rate {
  answers: number
  bytes: number
}

const WORTH = 0.25

export function createJudge(options: JudgeOptions = DEFAULT_JUDGE): LaneJudge {
  /** By number of lanes: what they last achieved together. */
  const rates = new Map<number, Rate>()
  /** So many lanes have earned their place. */
  let earned = 1
  let lanes = 0
  let sinceMs = 0
  let triesAgainMs = -Infinity
  let restsUntilMs = -Infinity
  let count: Rate = { answers: 0, bytes: 0 }

  const restart = (nowMs: number) => {
    sinceMs = nowMs
    count = { answers: 0, bytes: 0 }
  }

  /** Lanes beyond those that have earned their place. */
  const onTrial = (rate: Rate, lastedMs: number, nowMs: number): Verdict => {
    const fewer = rates.get(lanes - 1)
    if (fewer === undefined || grew(fewer, rate, lanes)) {
      earned = lanes
      return 'open'
    }
    if (lastedMs < options.patienceMs) return 'wait'
    triesAgainMs = nowMs + options.restMs
    return 'close'
  }

  const amongTheEarned = (rate: Rate, lastedMs: number, nowMs: number): Verdict => {
    const isLong = lastedMs >= options.patienceMs
    // More lanes are compared with what these did lately, not since the beginning.
    if (isLong) restart(nowMs)
    return nowMs >= triesAgainMs || (isLong && isMissed(rate)) ? 'open' : 'wait'
  }

  const isMissed = (rate: Rate): boolean => {
    const more = rates.get(lanes + 1)
    return more !== undefined && grew(rate, more, lanes + 1)
  }

  return {
    answered(bytes) {
      count.answers++
      count.bytes += bytes
    },
    changed(newLanes, nowMs) {
      if (newLanes === lanes) return
      lanes = newLanes
      restart(nowMs)
    },
    restart,
    verdict(nowMs) {
      const lastedMs = nowMs - sinceMs
      if (lanes === 0 || lastedMs < options.minMs || count.answers < options.minAnswersPerLane * lanes) return 'wait'
      const rate = { answers: count.answers / lastedMs, bytes: count.bytes / lastedMs }
      rates.set(lanes, rate)
      const verdict = lanes > earned ? onTrial(rate, lastedMs, nowMs) : amongTheEarned(rate, lastedMs, nowMs)
      return verdict === 'open' && nowMs < restsUntilMs ? 'wait' : verdict
    },
    rest(nowMs) {
      restsUntilMs = nowMs + options.restMs
    },
  }
}

function grew(fewer: Rate, rate: Rate, lanes: number): boolean {
  const factor = 1 + WORTH / (lanes - 1)
  return rate.answers >= fewer.answers * factor || rate.bytes >= fewer.bytes * factor
}
