import { spanLasted } from '../../../contract/finding-lasting.ts'
import { DAY_MS } from '../../../contract/time/units.ts'
import { lasted } from './event-reasons.ts'
import { TOLD_OTHERWISE, WEIGHTS } from './probabilities.ts'
import { days, reasonOf, type Judged, type Reason } from './reason.ts'

/** Why somebody should go by what the rules found: the date of verification, and every other rule with its time and its m³. */
export function* findingReasons({ findings, thresholds, nowMs }: Judged): Generator<Reason> {
  for (const found of findings) {
    const { rule, flag, findings: count, sinceMs, lastsSinceMs, endedMs, longestMs, totalMs, m3, channel } = found
    if (rule === 'verification_overdue') {
      // Overdue it is found from its date on, before that from as many days before as there is warning.
      const isOver = flag === 4
      const atMs = sinceMs + (isOver ? 0 : (thresholds.verification_overdue.warn ?? 0) * DAY_MS)
      const left = days(atMs - nowMs)
      yield reasonOf(nowMs, WEIGHTS.verification[isOver ? 'overdue' : 'soon'], {
        reason: 'verification',
        sinceMs: isOver ? atMs : null,
        numbers: { atMs, days: left },
        rule,
      })
    } else if (!TOLD_OTHERWISE.has(rule)) {
      const lastsMs = lastsSinceMs === null ? 0 : nowMs - lastsSinceMs
      yield reasonOf(nowMs, WEIGHTS.finding[flag === 4 ? 'failed' : 'suspect'], {
        reason: 'finding',
        sinceMs: lastsSinceMs ?? sinceMs,
        endedMs: lastsSinceMs === null ? endedMs : null,
        m3,
        numbers: {
          findings: count,
          firstMs: sinceMs,
          ...(lastsSinceMs === null ? {} : { atMs: lastsSinceMs }),
          ...(endedMs === null ? {} : { endedMs }),
          ...(longestMs === null ? {} : lasted(Math.max(longestMs, spanLasted(rule) ? lastsMs : 0))),
        },
        texts: channel === null ? {} : { channel },
        rule,
        exposedMs: totalMs + lastsMs,
      })
    }
  }
}
