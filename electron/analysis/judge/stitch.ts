import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import type { Found, Reach, Verdict } from '../rules/say/rule.ts'
import { touches } from '../rules/say/verdict.ts'

/** Judges a part of a station's time again, and puts it together with what was known of the rest. */

type Placed = Pick<Found, 'archiveType' | 'channelVarname' | 'fromMs' | 'toMs'>

export interface Stitched<Kept> {
  kept: Kept[]
  verdict: Verdict
}

const ends = ({ toMs }: Pick<Placed, 'toMs'>) => toMs ?? Infinity
const hull = (span: TimeSpan, findings: readonly Placed[]): TimeSpan => ({
  fromMs: Math.min(span.fromMs, ...findings.map(({ fromMs }) => fromMs)),
  toMs: Math.max(span.toMs, ...findings.map(ends)),
})

/** The records whose verdict a change can change. */
export const windowOf = ({ fromMs, toMs }: TimeSpan, { beforeDays, afterDays, lastsDays = beforeDays }: Reach): TimeSpan => ({
  fromMs: fromMs - afterDays * DAY_MS,
  toMs: toMs + lastsDays * DAY_MS,
})

/** The window that a rule must see to judge. */
export const rangeOf = ({ fromMs, toMs }: TimeSpan, { beforeDays, afterDays }: Reach): TimeSpan => ({
  fromMs: fromMs - beforeDays * DAY_MS,
  toMs: toMs + afterDays * DAY_MS,
})

/**
 * A finding that the window touches is computed again as a whole, from its beginning on, and so is one that a new one
 * runs into.
 * @param known what the rule found before, in any order
 */
export function stitched<Kept extends Placed>(
  known: readonly Kept[],
  { changed, reach }: { changed: TimeSpan; reach: Reach },
  judge: (window: TimeSpan) => Verdict,
): Stitched<Kept> {
  let window = windowOf(changed, reach)
  for (;;) {
    let kept = known.filter((finding) => !touches(finding, window))
    for (let left = -1; left !== kept.length;) {
      left = kept.length
      window = hull(
        window,
        known.filter((finding) => !kept.includes(finding)),
      )
      kept = kept.filter((finding) => !touches(finding, window))
    }
    const verdict = judge(window)
    const found = verdict.found.filter((finding) => touches(finding, window))
    const met = kept.filter((finding) => found.some((other) => isOf(finding, other) && overlap(finding, other)))
    if (met.length === 0) return { kept, verdict: { ...verdict, found } }
    window = hull(window, met)
  }
}

const isOf = (one: Placed, other: Placed) => one.archiveType === other.archiveType && one.channelVarname === other.channelVarname
const overlap = (one: Placed, other: Placed) => one.fromMs <= ends(other) && ends(one) >= other.fromMs
